// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where delay and faults arise: server, stream, consumers under test. */
final class ConsumerTables {

    private static final int MOST_CATCH_UPS = 10;

    private static final List<Column> PATH = List.of(
            Column.text("name", "stage"),
            Column.text("by", "identified by").onPage(),
            Column.number("tps", "TPS", Unit.NONE, 1),
            Column.millis("p50", "DT p50"),
            Column.millis("p99", "DT p99"),
            Column.millis("max", "DT max").in(1),
            Column.count("transactions", "transactions").in(1),
            Column.text("verdict", "verdict"),
            Column.text("delivery", "delivery").in(1));

    private static final List<Column> FAULTS = List.of(
            Column.text("name", ""),
            Column.count("lost", "LOST"),
            Column.count("torn", "torn"),
            Column.count("duplicated", "DUPLICATED"),
            Column.count("reordered", "REORDERED"),
            Column.count("behind", "behind at the end"),
            Column.count("stray", "stray"),
            Column.count("others", "others"),
            Column.count("unreadable", "unreadable"));

    private static final List<Column> SNAPSHOT = List.of(
            Column.text("name", ""),
            Column.count("rows", "rows"),
            Column.number("rps", "rows/s", Unit.NONE, 0),
            Column.number("seconds", "s", Unit.NONE, 2),
            Column.count("missing", "missing"),
            Column.count("doubled", "doubled"),
            Column.count("stale", "stale"),
            Column.count("uncommitted", "uncommitted"),
            Column.count("lost", "changes lost"),
            Column.count("repeated", "changes repeated"),
            Column.count("differing", "differing").in(1),
            Column.count("surplus", "surplus").in(1));

    private ConsumerTables() {}

    /** The snapshots that were judged. */
    static Table snapshots(RunResult run) {
        List<Row> rows = new ArrayList<>();
        for (ConsumerResult consumer : run.consumers()) {
            ConsumerResult.Snapshot of = consumer.snapshot();
            if (of != null && rows.size() < MeasuredTables.MOST_ROWS) {
                rows.add(Row.of(
                        consumer.name(),
                        of.rows(),
                        of.rowsPerSecond(),
                        of.seconds(),
                        fault(of.missing().count()),
                        fault(of.doubled().count()),
                        fault(of.stale().count()),
                        fault(of.uncommitted().count()),
                        fault(of.lost()),
                        fault(of.repeated().count()),
                        fault(of.differing().count()),
                        fault(of.surplus())));
            }
        }
        return new Table(
                "consumer-snapshots",
                "Snapshots",
                "Missing, doubled: rows of the tables. Stale: older than what was shown before. Lost: neither in the"
                        + " snapshot nor in the stream. Repeated: in both, or twice. Differing: not as the server has it.",
                SNAPSHOT,
                rows,
                Detail.ESSENTIAL);
    }

    /** A row for the server, the stream and each consumer. */
    static Table path(RunResult run) {
        List<Row> rows = new ArrayList<>();
        WriteSummary write = run.summary().write();
        if (write != null) {
            rows.add(Row.of(
                    "acknowledged commits",
                    "",
                    write.transactionsPerSecond(),
                    null,
                    null,
                    null,
                    write.logged(),
                    "",
                    ""));
        }
        Verdict verdict = run.verdict();
        rows.add(hop(
                "the stream",
                "",
                run.summary().stream().transactionsPerSecond(),
                run.summary().stream().delay(),
                verdict.observed(),
                Cell.of(verdict.headline(), tone(verdict)),
                ""));
        run.consumers().stream().limit(MeasuredTables.MOST_ROWS).forEach(consumer -> rows.add(consumer(consumer)));
        return new Table(
                "consumers",
                "Server, stream, consumers",
                "Each delay is measured from the commit: do not add them up. TPS covers the measured part only.",
                PATH,
                rows,
                Detail.ESSENTIAL);
    }

    private static Row consumer(ConsumerResult consumer) {
        ConsumerResult.Identity identity = consumer.identity();
        return hop(
                consumer.name(),
                identity == null ? "reported nothing" : identity.name(),
                consumer.transactionsPerSecond(),
                consumer.delay(),
                consumer.transactions(),
                Cell.of(verdict(consumer), tone(consumer.verdict())),
                consumer.delivery().name());
    }

    private static Row hop(
            String name,
            String identity,
            double perSecond,
            DurationSummary delay,
            @Nullable Long transactions,
            Cell verdict,
            String delivery) {
        String source = delay.source() == null ? "" : delay.source();
        return Row.of(
                name,
                identity.isEmpty() || source.isEmpty() ? identity + source : identity + ", " + source,
                perSecond,
                delay.carried().p50Millis(),
                delay.carried().p99Millis(),
                delay.maxMillis(),
                transactions,
                verdict,
                delivery);
    }

    /** A verdict with its number, such as {@code LOST 3} or {@code BEHIND 7}. */
    static String verdict(ConsumerResult consumer) {
        return consumer.verdict().status() == Verdict.Status.BEHIND && consumer.notSeen() > 0
                ? "BEHIND " + consumer.notSeen()
                : consumer.verdict().headline();
    }

    private static Tone tone(Verdict verdict) {
        return switch (verdict.status()) {
            case LOSSLESS -> Tone.GOOD;
            case NOT_CHECKED -> Tone.UNSURE;
            default -> Tone.BAD;
        };
    }

    /** What was lost, repeated or out of order, for the stream and each consumer. */
    static Table faults(RunResult run) {
        List<Row> rows = new ArrayList<>();
        Verdict verdict = run.verdict();
        rows.add(Row.of(
                "stream",
                fault(verdict.missing()),
                null,
                fault(verdict.duplicated()),
                fault(verdict.outOfOrder()),
                null,
                null,
                verdict.others(),
                null));
        run.consumers().stream()
                .limit(MeasuredTables.MOST_ROWS)
                .forEach(consumer -> rows.add(Row.of(
                        consumer.name(),
                        fault(consumer.verdict().missing()),
                        fault(consumer.torn()),
                        fault(consumer.verdict().duplicated()),
                        fault(consumer.verdict().outOfOrder()),
                        behind(consumer),
                        consumer.stray(),
                        consumer.others(),
                        consumer.unreadable())));
        return new Table(
                "consumer-faults",
                "What was lost, repeated or out of order",
                "Torn: some rows of a transaction came, and not all; these are among the lost ones. Stray: reported,"
                        + " and nobody committed it. Others: not of the measured part, or somebody else's.",
                FAULTS,
                rows,
                Detail.PAGE);
    }

    private static Cell fault(@Nullable Long count) {
        return Cell.of(count, count != null && count > 0 ? Tone.BAD : Tone.NEUTRAL);
    }

    private static @Nullable Long behind(ConsumerResult consumer) {
        int seconds = consumer.seconds().size();
        return seconds == 0 ? null : (Long) consumer.seconds().get(seconds - 1).behind();
    }

    /** What is to be said of each consumer. */
    static Facts known(RunResult run) {
        Facts.Builder facts = new Facts.Builder();
        run.consumers().stream().limit(MeasuredTables.MOST_ROWS).forEach(consumer -> known(consumer, facts));
        return facts.build(Detail.SUMMARY);
    }

    private static void known(ConsumerResult consumer, Facts.Builder facts) {
        Verdict verdict = consumer.verdict();
        facts.add(
                "consumer", consumer.name() + ": " + TestSuites.headline(verdict) + delivery(consumer), tone(verdict));
        facts.add("", verdict.method() + ": " + verdict.reason());
        facts.add("drain", RunWords.drain(consumer.drain()));
        Double ratio = consumer.playingRatio();
        facts.add("playing ratio", ratio == null ? null : String.format(Locale.ROOT, "%.2f", ratio));
        facts.add("torn", consumer.firstTorn() == null ? null : consumer.torn() + ", first " + consumer.firstTorn());
        facts.add("stray", first(consumer.firstStray()));
        facts.add("unreadable", first(consumer.firstUnreadable()));
        List<CatchUp> catchUps = consumer.catchUps();
        catchUps.stream().limit(MOST_CATCH_UPS).forEach(behind -> facts.add("catch-up", catchUp(behind)));
        if (catchUps.size() > MOST_CATCH_UPS) {
            facts.add(
                    "catch-up", "and " + (catchUps.size() - MOST_CATCH_UPS) + " more times, which are in result.json");
        }
        facts.add("it broke", consumer.failure(), Tone.BAD);
        consumer.notes().forEach(note -> facts.add("note", note.text()));
    }

    private static String delivery(ConsumerResult consumer) {
        return consumer.delivery() == ConsumerResult.Delivery.UNKNOWN ? "" : ", " + RunWords.lower(consumer.delivery());
    }

    private static @Nullable String first(@Nullable String offender) {
        return offender == null ? null : "first " + offender;
    }

    private static String catchUp(CatchUp behind) {
        Double to = behind.toSecond();
        return String.format(
                Locale.ROOT,
                "behind from %.1f s %s, by %d transactions at most",
                behind.fromSecond(),
                to == null ? "on" : String.format(Locale.ROOT, "to %.1f s", to),
                behind.mostTransactions());
    }
}
