// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.SamplesCsv;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.Deflater;

/**
 * The samples of a run as a download in its page. A page can contain about one hour of samples of one stream and one load.
 *
 * @param note location of samples that are not in the page; empty if they are in the page or there are none
 */
record SamplesDownload(List<Download> files, String note) {

    /**
     * Maximum product of rows and column groups. Each stream, each load and every ten probes are one group. Larger files are
     * omitted without a check of their compressed size.
     */
    private static final long MAX_ROWS_TIMES_GROUPS = 20_000;

    /** A page is limited to 2 MB. The script and the charts of one hour need 1.35 MB of it. */
    private static final int MAX_COMPRESSED_BYTES = 450_000;

    static final SamplesDownload NONE = new SamplesDownload(List.of(), "");

    static SamplesDownload of(RunResult result) {
        int count = result.samples().size();
        if (count == 0) {
            return NONE;
        }
        String csv = rowsTimesGroups(result.samples()) <= MAX_ROWS_TIMES_GROUPS ? new SamplesCsv().text(result) : "";
        if (csv.isEmpty() || !isSmall(csv)) {
            return new SamplesDownload(
                    List.of(),
                    "The " + count
                            + " seconds are too many for this page: see samples.csv next to result.json, in the run's"
                            + " directory.");
        }
        return new SamplesDownload(
                List.of(new Download(
                        "samples.csv",
                        "All seconds with all columns, probes included: " + count + (count == 1 ? " row" : " rows"),
                        "text/csv",
                        csv)),
                "");
    }

    private static long rowsTimesGroups(List<SampleRow> samples) {
        SampleRow lastSample = samples.get(samples.size() - 1);
        long groupCount = 1L
                + lastSample.streams().size()
                + lastSample.workloads().size()
                + lastSample.probes().size() / 10;
        return samples.size() * groupCount;
    }

    private static boolean isSmall(String csv) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(csv.getBytes(StandardCharsets.UTF_8));
            deflater.finish();
            byte[] buffer = new byte[MAX_COMPRESSED_BYTES];
            return deflater.deflate(buffer) < buffer.length;
        } finally {
            deflater.end();
        }
    }
}
