// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The part of the table that has a row a consumer below the stream's: where delay and faults arise. Nothing without any. */
final class ConsumerRows {

    /** The table's columns. */
    static final List<String> HEADS =
            List.of("server to …", "TPS", "DT p50 ms", "DT p99 ms", "DT max ms", "verdict", "delivery");

    private static final int NAME = 21;

    private ConsumerRows() {}

    static List<String> of(RunResult run) {
        List<String> lines = new ArrayList<>();
        if (run.consumers().isEmpty()) {
            return lines;
        }
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%-" + NAME + "s %9s %9s %9s  %s", "server to …", "TPS", "DT p50", "DT p99", "verdict"));
        for (List<String> cells : cells(run)) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-" + NAME + "s %9s %9s %9s  %s",
                    shortened(cells.get(0)),
                    cells.get(1),
                    cells.get(2),
                    cells.get(3),
                    cells.get(5)));
        }
        return lines;
    }

    private static String shortened(String name) {
        return name.length() <= NAME ? name : "…" + name.substring(name.length() - NAME + 1);
    }

    /** A row for the stream and one for each consumer, by {@link #HEADS}. */
    static List<List<String>> cells(RunResult run) {
        List<List<String>> rows = new ArrayList<>();
        CdcSummary cdc = run.summary().cdc();
        rows.add(row(
                "the stream",
                cdc.transactionsPerSecond(),
                cdc.delay(),
                run.verdict().headline(),
                "-"));
        for (ConsumerResult consumer : run.consumers()) {
            rows.add(row(
                    consumer.name(),
                    consumer.transactionsPerSecond(),
                    consumer.delay(),
                    ConsumerWords.headline(consumer),
                    consumer.delivery().name()));
        }
        return rows;
    }

    private static List<String> row(
            String name, double perSecond, DurationSummary delay, String verdict, String delivery) {
        return List.of(
                name,
                String.format(Locale.ROOT, "%.1f", perSecond),
                millis(delay.carried().p50Millis()),
                millis(delay.carried().p99Millis()),
                millis(delay.maxMillis()),
                verdict,
                delivery);
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }

    /** What is to be said of one, in a line each: its verdict with the reason, when it was behind, why it broke, its notes. */
    static List<String> remarks(ConsumerResult consumer) {
        List<String> lines = new ArrayList<>();
        String delivery = ConsumerWords.delivery(consumer.delivery());
        lines.add(TestSuites.headline(consumer.verdict()) + (delivery.isEmpty() ? "" : ", " + delivery));
        lines.add(consumer.verdict().method() + ": " + consumer.verdict().reason());
        if (consumer.firstTorn() != null) {
            lines.add("torn " + consumer.torn() + ", first " + consumer.firstTorn());
        }
        Optional.ofNullable(ConsumerWords.drain(consumer.drain())).ifPresent(lines::add);
        consumer.catchUps().forEach(behind -> lines.add(ConsumerWords.catchUp(behind)));
        if (consumer.failure() != null) {
            lines.add("it broke: " + consumer.failure());
        }
        consumer.notes().forEach(note -> lines.add(note.text()));
        return lines;
    }
}
