// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.ConsumerWords;
import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Second;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where delay and faults arise: server, stream, consumer. */
final class ConsumerTables {

    private static final int MOST_CATCH_UPS = 10;

    private ConsumerTables() {}

    /**
     * The section; none where no consumer was judged.
     *
     * @param charts of their seconds
     */
    static Optional<Section> of(RunResult result, List<Block> charts) {
        if (result.consumers().isEmpty()) {
            return Optional.empty();
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(way(result));
        blocks.add(faults(result));
        blocks.addAll(charts);
        blocks.add(known(result));
        return Optional.of(section(blocks));
    }

    static Section section(List<Block> blocks) {
        return new Section(
                "consumers",
                "Consumers",
                "From the commit at the server to the tester's own stream, and to each consumer that is judged beside"
                        + " it.",
                blocks);
    }

    private static Table way(RunResult result) {
        List<Row> rows = new ArrayList<>();
        Verdict verdict = result.verdict();
        WriteSummary write = result.summary().write();
        if (write != null) {
            rows.add(Cells.row(
                    below("server", "acknowledged commits"),
                    Cells.text("-"),
                    Cells.number("-"),
                    Cells.number("-"),
                    Cells.number("-"),
                    Cells.number(RunWords.one(write.transactionsPerSecond())),
                    Cells.number(write.logged()),
                    Cells.text("-")));
        }
        CdcSummary cdc = result.summary().cdc();
        rows.add(hop("→ stream", "", cdc.transactionsPerSecond(), verdict.observed(), cdc.delay(), verdict, "-"));
        result.consumers().stream().limit(RunTables.MOST_ROWS).forEach(consumer -> rows.add(consumer(consumer)));
        return TextCells.table(
                "Server → stream → consumer",
                "Below each name is by what transactions are told and delays are measured. A consumer's delay is from"
                        + " the commit, too: the stream's is not to be added to it. TPS is of the measured part in each"
                        + " row, whatever came in the drain.",
                List.of("", "verdict", "DT p50 ms", "DT p99 ms", "DT max ms", "TPS", "transactions", "delivery"),
                rows);
    }

    private static Row consumer(ConsumerResult consumer) {
        ConsumerResult.Identity identity = consumer.identity();
        return hop(
                "→ " + consumer.name(),
                identity == null ? "reported nothing" : identity.name(),
                consumer.transactionsPerSecond(),
                consumer.transactions(),
                consumer.delay(),
                consumer.verdict(),
                consumer.delivery().name());
    }

    private static Row hop(
            String name,
            String by,
            double perSecond,
            long transactions,
            DurationSummary delay,
            Verdict verdict,
            String delivery) {
        String source = delay.source();
        return Cells.row(
                below(
                        name,
                        Stream.of(by, source == null ? "" : source)
                                .filter(word -> !word.isEmpty())
                                .collect(Collectors.joining(", "))),
                Cells.toned(verdict.headline(), tone(verdict)),
                Cells.millis(delay.carried().p50Millis()),
                Cells.millis(delay.carried().p99Millis()),
                Cells.millis(delay.maxMillis()),
                Cells.number(RunWords.one(perSecond)),
                Cells.number(transactions),
                Cells.text(delivery));
    }

    private static Cell below(String text, String second) {
        return TextCells.cell(PlainText.line(text), PlainText.line(second), Tone.NEUTRAL, false);
    }

    static Tone tone(Verdict verdict) {
        return switch (verdict.status()) {
            case LOSSLESS -> Tone.GOOD;
            case NOT_CHECKED -> Tone.UNSURE;
            default -> Tone.BAD;
        };
    }

    private static Table faults(RunResult result) {
        List<Row> rows = new ArrayList<>();
        rows.add(counts("stream", result.verdict(), null));
        result.consumers().stream()
                .limit(RunTables.MOST_ROWS)
                .forEach(consumer -> rows.add(counts(consumer.name(), consumer.verdict(), consumer)));
        return TextCells.table(
                "What was lost, repeated or out of order",
                "Torn: some rows of a transaction came, and not all; these are among the lost ones. Stray: reported,"
                        + " and nobody committed it. Others: not of the measured part, or somebody else's.",
                List.of(
                        "",
                        "LOST",
                        "torn",
                        "DUPLICATED",
                        "REORDERED",
                        "behind at the end",
                        "stray",
                        "others",
                        "unreadable"),
                rows);
    }

    private static Row counts(String name, Verdict verdict, @Nullable ConsumerResult consumer) {
        return Cells.row(
                Cells.text(name),
                count(verdict.missing(), true),
                count(consumer == null ? null : (Long) consumer.torn(), true),
                count(verdict.duplicated(), true),
                count(verdict.outOfOrder(), true),
                count(consumer == null ? null : behind(consumer), false),
                count(consumer == null ? null : (Long) consumer.stray(), false),
                count(consumer == null ? verdict.others() : (Long) consumer.others(), false),
                count(consumer == null ? null : (Long) consumer.unreadable(), false));
    }

    private static Cell count(@Nullable Long count, boolean isFault) {
        return count == null
                ? Cells.number("-")
                : TextCells.cell(String.valueOf(count), null, isFault && count > 0 ? Tone.BAD : Tone.NEUTRAL, true);
    }

    private static @Nullable Long behind(ConsumerResult consumer) {
        List<Second> seconds = consumer.seconds();
        return seconds.isEmpty() ? null : (Long) seconds.get(seconds.size() - 1).behind();
    }

    private static Table known(RunResult result) {
        List<Row> rows = new ArrayList<>();
        entry(
                rows,
                "the stream",
                "drain",
                ConsumerWords.drain(result.summary().cdc().drain()));
        result.consumers().stream().limit(RunTables.MOST_ROWS).forEach(consumer -> known(consumer, rows));
        return TextCells.table("What is known of each", null, List.of("consumer", "what", "is"), rows);
    }

    private static void known(ConsumerResult consumer, List<Row> rows) {
        Verdict verdict = consumer.verdict();
        String name = consumer.name();
        entry(rows, name, "verdict", RunWords.verdict(verdict));
        entry(rows, name, "by " + verdict.method(), verdict.reason());
        entry(rows, name, "drain", ConsumerWords.drain(consumer.drain()));
        entry(rows, name, "first torn", consumer.firstTorn());
        entry(rows, name, "first stray", consumer.firstStray());
        entry(rows, name, "first unreadable", consumer.firstUnreadable());
        List<CatchUp> catchUps = consumer.catchUps();
        catchUps.stream()
                .limit(MOST_CATCH_UPS)
                .forEach(behind -> entry(rows, name, "catch-up", ConsumerWords.catchUp(behind)));
        if (catchUps.size() > MOST_CATCH_UPS) {
            entry(
                    rows,
                    name,
                    "catch-up",
                    "and " + (catchUps.size() - MOST_CATCH_UPS) + " more times, which are in result.json");
        }
        entry(rows, name, "it broke", consumer.failure());
        consumer.notes().forEach(note -> entry(rows, name, "note", note.text()));
    }

    private static void entry(List<Row> rows, String consumer, String what, @Nullable String is) {
        if (is != null && !is.isEmpty()) {
            rows.add(Cells.row(Cells.text(consumer), Cells.text(what), Cells.text(is)));
        }
    }
}
