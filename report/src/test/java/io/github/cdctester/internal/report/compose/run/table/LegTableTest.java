// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.ConsumerResult.Moment;
import io.github.cdctester.result.ConsumerResultCopy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import org.junit.jupiter.api.Test;

class LegTableTest {

    private static DurationSummary legDelay(double millis, long negativeCount) {
        return new DurationSummary(
                null, 198, millis, millis, millis, millis, millis, millis, negativeCount, 0.0 - negativeCount);
    }

    private static RunResult run() {
        RunResult run = JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"));
        ConsumerResult consumerWithLegs = ConsumerResultCopy.of(run.consumers().get(0))
                .legs(List.of(
                        new Leg(Moment.COMMIT, Moment.SOURCE, 1_000, legDelay(0, 9)),
                        new Leg(Moment.SOURCE, Moment.REPORT, 1_000, legDelay(404.25, 0))))
                .build();
        return RunResultCopy.of(run).consumers(List.of(consumerWithLegs)).build();
    }

    @Test
    void showsResolutionClocksAndNegativeCount() {
        Table table = LegTable.of(run());
        assertThat(table.rows())
                .extracting(Row::cells)
                .extracting(cells ->
                        cells.stream().map(cell -> String.valueOf(cell.value())).toList())
                .containsExactly(
                        List.of(
                                "orders",
                                "commit to source",
                                "0.0",
                                "0.0",
                                "0.0",
                                "1000.0",
                                "9",
                                "-9.0",
                                "198",
                                "tester, server"),
                        List.of(
                                "orders",
                                "source to report",
                                "404.25",
                                "404.25",
                                "404.25",
                                "1000.0",
                                "0",
                                "0.0",
                                "198",
                                "server, tester"));
    }

    @Test
    void limitNamesLegByItsLastMoment() {
        RunResult run = run();
        String name = "consumers.orders.legs.report.p99";
        assertThat(Limit.parse(name + ">400ms")
                        .check(run.plan(), run.summary(), run.verdict(), run.consumers())
                        .held())
                .isFalse();
        assertThat(Limit.parse(name + ">410ms")
                        .check(run.plan(), run.summary(), run.verdict(), run.consumers())
                        .held())
                .isTrue();
    }
}
