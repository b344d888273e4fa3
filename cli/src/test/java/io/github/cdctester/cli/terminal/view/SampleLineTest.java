// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Scripts parse this line, so the order of its values is fixed. */
final class SampleLineTest {

    private static final String STREAM_VALUES =
            "cdc DT p50/p99/max: 0.8/3.1/6.2 ms  BPS: 7.4 MB/s  EPS: 76050  TPS: 15210 | behind: 0.0 MB";

    private final SampleRow.Cdc cdc = SampleRowFixtures.cdc(3.1, 7_400_000, Motion.FLOWING, 20_000L);

    private static String line(String percentiles, SampleRow sample) {
        return new SampleLine(Percentile.parse(percentiles)).lineForPipe(sample);
    }

    @Test
    void writeValuesFollowSysbench() {
        SampleRow sample = SampleRowFixtures.row(
                12, RunPart.MEASURE, SampleRowFixtures.write(15_210, SampleRowFixtures.NO_DURATIONS), cdc);
        assertThat(line("95", sample))
                .isEqualTo("[  12s ] thds: 16 | write tps: 15210 qps: 15210 lat p95: 1.42 ms"
                        + " err/s: 3 reconn/s: 1 | " + STREAM_VALUES);
    }

    @Test
    void showsRequestedPercentiles() {
        SampleRow sample = SampleRowFixtures.row(
                12,
                RunPart.WARM_UP,
                SampleRowFixtures.write(100, SampleRowFixtures.millis(100, 0.1, 0.12, 0.2, 0.3)),
                cdc);
        assertThat(line("50,95,99", sample))
                .isEqualTo("[  12s ] warm-up thds: 16 | write tps: 100 qps: 100"
                        + " lat p50/p95/p99: 0.90/1.42/2.10 ms err/s: 3 reconn/s: 1"
                        + " start delay p50/p95/p99: 0.10/0.12/0.20 ms | " + STREAM_VALUES);
        assertThat(line("0", sample))
                .isEqualTo(
                        "[  12s ] warm-up thds: 16 | write tps: 100 qps: 100 err/s: 3 reconn/s: 1 | " + STREAM_VALUES);
    }

    @Test
    void showsMaximumIfLatenciesAreTooFew() {
        SampleRow.Cdc heartbeats = SampleRowParts.cdc(
                SampleRowFixtures.millis(10, 0.8, 1.5, 6.2, 6.2),
                7,
                7,
                7,
                7,
                7,
                7,
                10,
                Motion.FLOWING,
                0L,
                0,
                Map.of(),
                null);
        assertThat(line(
                        "50,95",
                        SampleRowFixtures.row(
                                3,
                                RunPart.MEASURE,
                                SampleRowFixtures.write(10, SampleRowFixtures.NO_DURATIONS),
                                heartbeats)))
                .contains(" lat p50/p95: 0.90/- (max 9.90) ms ", " DT p50/p99/max: 0.8/-/6.2 ms ");
    }

    @Test
    void showsLengthOfPartialSecond() {
        SampleRow partialSecond =
                new SampleRow(6, RunPart.MEASURE, 0.3, null, cdc, List.of(), List.of(), Map.of(), List.of());
        assertThat(line("95", partialSecond)).isEqualTo("[   6s ] (0.30 s) " + STREAM_VALUES);
    }

    @Test
    void showsOnlyStreamIfNothingIsWritten() {
        assertThat(line("95", SampleRowFixtures.row(3, RunPart.DRAIN, null, cdc)))
                .isEqualTo("[   3s ] drain " + STREAM_VALUES);
        assertThat(line(
                        "95",
                        SampleRowFixtures.row(
                                3, RunPart.MEASURE, null, SampleRowFixtures.cdc(3.1, 0, Motion.STUCK, null))))
                .endsWith("| behind: ? STUCK");
        assertThat(List.of(Motion.IDLE, Motion.UNKNOWN))
                .extracting(motion -> line(
                        "95",
                        SampleRowFixtures.row(3, RunPart.MEASURE, null, SampleRowFixtures.cdc(3.1, 0, motion, 0L))))
                .satisfiesExactly(
                        idle -> assertThat(idle).endsWith(" idle"),
                        silent -> assertThat(silent).endsWith(" silent"));
    }

    @Test
    void fitsTerminalWidth() {
        SampleRow sample = SampleRowFixtures.measuredRow(10);
        SampleLine sampleLine = new SampleLine(Percentile.parse("95"));
        assertThat(sampleLine.lineForTerminal(sample, 200))
                .isEqualTo("[  10s ] thds: 16 | write tps: 15210 qps: 15210 (r/w/o: 0/15210/0) lat p95: 1.42 ms"
                        + " err/s: 3 reconn/s: 1 | cdc DT p50/p99/max: 1.5/6.1/12.2 ms  BPS: 7.4 MB/s  EPS: 76050"
                        + "  TPS: 15210 | behind: 0.0 MB");
        assertThat(sampleLine.lineForTerminal(sample, 120))
                .isEqualTo("[  10s ] tps: 15210 p95: 1.42 ms err/s: 3 reconn/s: 1 | DT p50/p99/max: 1.5/6.1/12.2 ms"
                        + " BPS: 7.4 MB/s behind: 0.0 MB");
        assertThat(sampleLine.lineForTerminal(sample, 80))
                .isEqualTo("[  10s ] tps: 15210 p95: 1.42 ms err/s: 3 | DT p99: 6.1 ms BPS: 7.4 MB/s");
        assertThat(sampleLine.lineForTerminal(sample, 200))
                .as("all lines of a run have the same columns")
                .hasSizeLessThan(80);
        assertThat(sampleLine.lineForTerminal(SampleRowFixtures.extremeRow(0), 40))
                .hasSizeLessThan(40);
    }

    @Test
    void showsMaximumIfP99IsUnknown() {
        SampleRow.Cdc fewDelays = SampleRowParts.cdc(
                SampleRowFixtures.millis(10, 0.8, 1.5, 6.2, 6.2),
                7,
                7,
                7,
                7,
                7,
                7,
                10,
                Motion.FLOWING,
                0L,
                0,
                Map.of(),
                null);
        assertThat(new SampleLine(Percentile.parse("95"))
                        .lineForTerminal(SampleRowFixtures.row(3, RunPart.MEASURE, null, fewDelays), 60))
                .contains(" DT max: 6.2 ms ");
    }
}
