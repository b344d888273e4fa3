// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;

/** Creates the table of the judged consumers in the runs of an experiment. */
public final class ConsumerTable {

    private static final int MAX_ROWS = 200;

    private record ConsumerRow(String run, ConsumerResult consumer) {

        DurationSummary delay() {
            return consumer.delay();
        }
    }

    private ConsumerTable() {}

    /** {@code heading} is the heading of the first column, which contains the names of the runs. */
    public static List<Block> of(String id, String heading, List<NamedRun> runs) {
        List<ConsumerRow> rows = runs.stream()
                .flatMap(
                        run -> run.result().consumers().stream().map(consumer -> new ConsumerRow(run.name(), consumer)))
                .toList();
        return rows.isEmpty() ? List.of() : List.of(table(id, heading, rows));
    }

    private static Table table(String id, String heading, List<ConsumerRow> rows) {
        return new TableBuilder<ConsumerRow>()
                .add(Column.text("run", heading), ConsumerRow::run)
                .add(Column.text("name", "consumer"), ConsumerRow::consumer, ConsumerResult::name)
                .add(Column.decimal("tps", "TPS", 1), ConsumerRow::consumer, ConsumerResult::transactionsPerSecond)
                .addDuration(Column.millis("p50Millis", "DT p50"), ConsumerRow::delay, DurationSummary::p50Millis)
                .addDuration(Column.millis("p99Millis", "DT p99"), ConsumerRow::delay, DurationSummary::p99Millis)
                .add(
                        Column.count("behindAtEnd", "behind"),
                        ConsumerRow::consumer,
                        consumer -> consumer.notSeen() == null ? null : consumer.behindAtEnd())
                .add(
                        Column.text("verdict", "verdict"),
                        ConsumerRow::consumer,
                        consumer -> VerdictCell.of(consumer.verdict()))
                .buildFirst(MAX_ROWS, id, "Consumers", rows, Detail.ESSENTIAL);
    }
}
