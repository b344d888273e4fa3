// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stored files are older than the CSV library. */
final class CsvTest {

    @Test
    void quotesNamesOfStreams() throws IOException {
        assertThat(Formats.SAMPLES_CSV.text(resultWith(List.of(secondRow(1), withStrangeStreams(secondRow(2))))))
                .contains("\"streams.a, \"\"b\"\".delay.count\"")
                .isEqualTo(expectedText("samples.csv"));
    }

    @Test
    void writesEmptyLineIfThereAreNoSamples() {
        assertThat(Formats.SAMPLES_CSV.text(resultWith(List.of()))).isEqualTo("\n");
    }

    @Test
    void writesSweeps() throws IOException {
        assertThat(Formats.CSV.text(SweepReportTest.sweep(1))).isEqualTo(expectedText("sweep-of-one-run.csv"));
        assertThat(Formats.CSV.text(SweepReportTest.sweep(3))).isEqualTo(expectedText("sweep-of-three-runs.csv"));
    }

    private static SampleRow secondRow(long number) {
        DurationSummary delay = RichResult.of().summary().cdc().delay();
        return RichResult.second(number, delay);
    }

    private static SampleRow withStrangeStreams(SampleRow row) {
        return new SampleRow(
                row.second(),
                row.phase(),
                row.seconds(),
                row.write(),
                row.cdc(),
                List.of(
                        new SampleRow.Stream("a, \"b\"", row.cdc()),
                        new SampleRow.Stream(" ä;\t#\n'", row.cdc()),
                        new SampleRow.Stream("0123456789012345678901234567890123456789 b", row.cdc())),
                row.workloads(),
                Map.of(),
                List.of());
    }

    private static RunResult resultWith(List<SampleRow> samples) {
        RunResult run = RichResult.of();
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                samples,
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    private static String expectedText(String name) throws IOException {
        try (InputStream in = CsvTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
