// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary.ServerFigure;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProbeTotalsTest {

    private final ProbeTotals totals = new ProbeTotals();

    @Test
    void averagesOnlySecondsWithReading() {
        totals.add(Map.of("cpu", 100.0));
        totals.add(Map.of()); // no reading
        totals.add(Map.of("cpu", 98.0));

        assertThat(totals.summaries(Map.of(), value -> 1.0))
                .containsExactly(new ProbeSummary("cpu", 2, 99, 98, 100, null));
    }

    @Test
    void comparesServerValueWithMeasuredValue() {
        totals.add(Map.of("bps", 2.0));
        ResultMetric megabytes = new ResultMetric("cdc.bytesPerSecond", 1e6);

        assertThat(totals.summaries(Map.of("bps", megabytes), value -> {
                    assertThat(value.name()).isEqualTo("cdc.bytesPerSecond");
                    return 1e6;
                }))
                .extracting(ProbeSummary::figure)
                .containsExactly(new ServerFigure("cdc.bytesPerSecond", 1e6, 2e6, 0.5));
        assertThat(totals.summaries(Map.of("bps", megabytes), value -> null))
                .extracting(ProbeSummary::figure)
                .containsExactly(new ServerFigure("cdc.bytesPerSecond", null, 2e6, null));
        totals.add(Map.of("bps", -2.0));
        assertThat(totals.summaries(Map.of("bps", megabytes), value -> 1e6))
                .extracting(ProbeSummary::figure)
                .as("no ratio if the server's mean is 0")
                .containsExactly(new ServerFigure("cdc.bytesPerSecond", 1e6, 0, null));
    }

    @Test
    void keepsAtMostThousandSeries() {
        for (int i = 0; i < 1_500; i++) {
            totals.add(Map.of("s." + i, 1.0));
        }

        assertThat(totals.summaries(Map.of(), value -> 1.0)).hasSize(1_000);
    }
}
