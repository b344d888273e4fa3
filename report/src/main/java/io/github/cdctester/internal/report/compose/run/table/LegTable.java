// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;

/** Splits the delays of the consumers at reported timestamps. A leg is the time from one timestamp to the next. */
public final class LegTable {

    private record Row(String consumer, Leg leg) {

        DurationSummary delay() {
            return leg.delay();
        }

        String legText() {
            return PlainText.asWords(leg.from()) + " to " + PlainText.asWords(leg.to());
        }

        String clocks() {
            String from = leg.from().clock();
            String to = leg.to().clock();
            return from.equals(to) ? from : from + ", " + to;
        }
    }

    private static final TableBuilder<Row> LEGS = new TableBuilder<Row>()
            .add(Column.text("consumer", "consumer"), Row::consumer)
            .add(Column.text("leg", "leg"), Row::legText)
            .addDuration(Column.millis("p50", "p50"), Row::delay, DurationSummary::p50Millis)
            .addDuration(Column.millis("p99", "p99"), Row::delay, DurationSummary::p99Millis)
            .addDuration(Column.millis("max", "max").inGroup(1), Row::delay, DurationSummary::maxMillis)
            .add(Column.millis("resolution", "resolution"), Row::leg, Leg::resolutionMillis)
            .add(Column.count("negatives", "below 0"), Row::delay, DurationSummary::negatives)
            .add(Column.millis("lowest", "lowest"), Row::delay, DurationSummary::lowestMillis)
            .add(Column.count("count", "transactions").inGroup(1), Row::delay, DurationSummary::count)
            .add(Column.text("clocks", "clocks").inGroup(1), Row::clocks);

    private LegTable() {}

    public static Table of(RunResult run) {
        List<Row> rows = run.consumers().stream()
                .limit(MeasuredTables.MAX_ROWS)
                .flatMap(consumer -> consumer.legs().stream().map(leg -> new Row(consumer.name(), leg)))
                .toList();
        return LEGS.build(
                "consumer-legs",
                "Parts of the delay",
                "By the timestamps in the last report of each transaction. Percentiles do not add up. A leg between two clocks"
                        + " contains their difference; a leg shorter than its resolution is not known.",
                rows,
                Detail.ESSENTIAL);
    }
}
