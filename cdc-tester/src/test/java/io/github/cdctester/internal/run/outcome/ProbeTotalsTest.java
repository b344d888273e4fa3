// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary.ServerFigure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProbeTotalsTest {

    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    /** Contains 100 heartbeats. */
    private static final CdcSummary LOG = RunResults.of(1_000, 0, 0, Verdict.Status.LOSSLESS).summary().stream();

    private final ProbeTotals totals = new ProbeTotals();

    private static SampleRow sample(double seconds, double heartbeats) {
        SampleRow.Cdc cdc = new SampleRow.Cdc(NO_DURATIONS, Map.of("heartbeats", heartbeats), Map.of(), null);
        return new SampleRow(
                1, SampleRow.RunPart.MEASURE, seconds, null, cdc, List.of(), List.of(), Map.of(), List.of());
    }

    @Test
    void averagesOnlySecondsWithReading() {
        totals.add(Map.of("cpu", 100.0), sample(1, 0));
        totals.add(Map.of(), sample(1, 0)); // no reading
        totals.add(Map.of("cpu", 98.0), sample(1, 0));

        assertThat(totals.summaries(Map.of(), value -> 1.0, null))
                .containsExactly(new ProbeSummary("cpu", 2, 99, 98, 100, null));
    }

    @Test
    void comparesServerValueWithMeasuredValue() {
        totals.add(Map.of("bps", 2.0), sample(1, 0));
        ResultMetric megabytes = new ResultMetric("cdc.bytesPerSecond", 1e6);

        assertThat(totals.summaries(
                        Map.of("bps", megabytes),
                        value -> {
                            assertThat(value.name()).isEqualTo("cdc.bytesPerSecond");
                            return 1e6;
                        },
                        LOG))
                .extracting(ProbeSummary::figure)
                .containsExactly(new ServerFigure("cdc.bytesPerSecond", 1e6, 2e6, 0.5));
        assertThat(totals.summaries(Map.of("bps", megabytes), value -> null, LOG))
                .extracting(ProbeSummary::figure)
                .containsExactly(new ServerFigure("cdc.bytesPerSecond", null, 2e6, null));
        totals.add(Map.of("bps", -2.0), sample(1, 0));
        assertThat(totals.summaries(Map.of("bps", megabytes), value -> 1e6, LOG))
                .extracting(ProbeSummary::figure)
                .as("no ratio if the server's mean is 0")
                .containsExactly(new ServerFigure("cdc.bytesPerSecond", 1e6, 0, null));
    }

    /** The samples have 10 heartbeats per second, each with 3 events and 300 bytes. Totals also count later heartbeats. */
    @Test
    void comparedRatesIncludeHeartbeats() {
        totals.add(Map.of("bps", 13_000.0, "eps", 5.0, "tps", 5.0, "rps", 5.0, "dt", 5.0, "write", 5.0), sample(1, 10));
        totals.add(Map.of("bps", 13_000.0), sample(3, 30));
        Map<String, ResultMetric> metrics = Map.of(
                "bps", new ResultMetric("cdc.bytesPerSecond", 1),
                "eps", new ResultMetric("cdc.eventsPerSecond", 1),
                "tps", new ResultMetric("cdc.transactionsPerSecond", 1),
                "rps", new ResultMetric("cdc.rowsPerSecond", 1),
                "dt", new ResultMetric("cdc.delay.meanMillis", 1),
                "write", new ResultMetric("write.transactionsPerSecond", 1));

        List<ProbeSummary> summaries = totals.summaries(metrics, value -> 10_000.0, LOG);

        assertThat(summaries)
                .extracting(ProbeSummary::series, summary -> summary.figure().ours())
                .containsExactlyInAnyOrder(
                        tuple("bps", 13_000.0),
                        tuple("eps", 10_030.0),
                        tuple("tps", 10_010.0),
                        tuple("rps", 10_000.0), // rows were not counted
                        tuple("dt", 10_000.0),
                        tuple("write", 10_000.0));
        assertThat(summaries)
                .filteredOn(summary -> summary.series().equals("bps"))
                .extracting(summary -> summary.figure().ratio())
                .containsExactly(1.0);
        assertThat(totals.summaries(metrics, value -> 10_000.0, null))
                .extracting(summary -> summary.figure().ours())
                .containsOnly(10_000.0);
    }

    @Test
    void keepsAtMostThousandSeries() {
        for (int i = 0; i < 1_500; i++) {
            totals.add(Map.of("s." + i, 1.0), sample(1, 0));
        }

        assertThat(totals.summaries(Map.of(), value -> 1.0, null)).hasSize(1_000);
    }
}
