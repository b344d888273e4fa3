// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The output equals the stored output, which was written before the CSV library was introduced. */
final class CsvTest {

    @Test
    void quotesNamesOfStreams() throws IOException {
        assertThat(Formats.SAMPLES_CSV.of(resultWith(List.of(second(1), withStrangeStreams(second(2))))))
                .contains("\"streams.a, \"\"b\"\".delay.count\"")
                .isEqualTo(expected("samples.csv"));
    }

    @Test
    void noSamplesGiveHeaderLine() {
        assertThat(Formats.SAMPLES_CSV.of(resultWith(List.of()))).isEqualTo("\n");
    }

    @Test
    void writesSweeps() throws IOException {
        assertThat(Formats.CSV.of(SweepReportTest.sweep(1))).isEqualTo(expected("sweep-of-one-run.csv"));
        assertThat(Formats.CSV.of(SweepReportTest.sweep(3))).isEqualTo(expected("sweep-of-three-runs.csv"));
    }

    private static SampleRow second(long number) {
        DurationSummary some = RichResult.of().summary().cdc().delay();
        return RichResult.second(number, some);
    }

    private static SampleRow withStrangeStreams(SampleRow of) {
        return new SampleRow(
                of.second(),
                of.phase(),
                of.seconds(),
                of.write(),
                of.cdc(),
                List.of(
                        new SampleRow.Stream("a, \"b\"", of.cdc()),
                        new SampleRow.Stream(" ä;\t#\n'", of.cdc()),
                        new SampleRow.Stream("0123456789012345678901234567890123456789 b", of.cdc())),
                of.workloads(),
                Map.of(),
                List.of());
    }

    private static RunResult resultWith(List<SampleRow> samples) {
        RunResult of = RichResult.of();
        return new RunResult(
                of.schemaVersion(),
                of.tool(),
                of.startedAt(),
                of.plan(),
                of.server(),
                of.clock(),
                of.interrupted(),
                of.interruptedBecause(),
                of.notes(),
                of.summary(),
                of.verdict(),
                of.checks(),
                samples,
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    private static String expected(String name) throws IOException {
        try (InputStream in = CsvTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
