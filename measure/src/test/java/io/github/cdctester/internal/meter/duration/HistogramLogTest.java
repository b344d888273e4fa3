// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.HistogramLogProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistogramLogTest {

    @TempDir
    private Path directory;

    /** HdrHistogram's log processor has the options from docs/results.md. */
    @Test
    void hdrHistogramReadsLog() throws IOException {
        StringWriter text = new StringWriter();
        HistogramLog log = HistogramLog.begin(text, "a test", Instant.EPOCH);
        log.writeInterval(
                "cdc.delay",
                0,
                1,
                DistributionTest.distribution(1_000, 2_000, 3_000).toBase64());
        log.writeInterval(
                "write.latency", 0, 1, DistributionTest.distribution(50_000).toBase64());
        log.writeInterval(
                "cdc.delay", 1, 2.5, DistributionTest.distribution(4_000).toBase64());
        Path file = Files.writeString(directory.resolve("histograms.hlog"), text.toString());
        Path out = directory.resolve("out");

        new HistogramLogProcessor(new String[] {
                    "-i", file.toString(), "-o", out.toString(), "-tag", "cdc.delay", "-outputValueUnitRatio", "1000"
                })
                .run();

        List<String> intervals = Files.readAllLines(out);
        assertThat(intervals.stream().filter(line -> line.matches("\\s*\\d.*"))).hasSize(2);
        assertThat(Files.readString(directory.resolve("out.hgrm")))
                .containsPattern("Total count += +4\\]")
                .containsPattern("Max += +4\\.\\d+");
    }

    @Test
    void replacesInvalidCharactersOfTags() throws IOException {
        StringWriter text = new StringWriter();
        HistogramLog.begin(text, "a test", Instant.EPOCH)
                .writeInterval(
                        "cdc.delay:a b,c\nd",
                        0,
                        1,
                        DistributionTest.distribution(1).toBase64());
        assertThat(text.toString()).contains("\nTag=cdc.delay:a_b_c_d,0.000,1.000,0.001,");
    }

    @Test
    void rejectsInvalidHistogram() throws IOException {
        HistogramLog log = HistogramLog.begin(new StringWriter(), "a test", Instant.EPOCH);
        assertThatThrownBy(() -> log.writeInterval("cdc.delay", 0, 1, "AAAA"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a compressed HdrHistogram");
    }
}
