// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tables of the judged consumers. */
public final class ConsumerTables {

    /** A stage that each change passes: the server, the stream or a consumer. */
    private record Stage(
            String name,
            String identity,
            double perSecond,
            @Nullable DurationSummary delay,
            @Nullable Long transactions,
            Object verdict,
            String delivery) {

        String identifiedBy() {
            String source = delay == null || delay.source() == null ? "" : delay.source();
            return identity.isEmpty() || source.isEmpty() ? identity + source : identity + ", " + source;
        }
    }

    /** By delay source; delays of the other sources start at the commit. */
    private static final Map<String, String> OTHER_DELAY_STARTS = Map.of(
            "ACKNOWLEDGED", "by ACKNOWLEDGED at its acknowledgement",
            "PLAYED", "by PLAYED when the played log contains the transaction",
            "HEARTBEAT", "by HEARTBEAT before the commit of a heartbeat",
            "EVENT_HEADER", "by EVENT_HEADER at the second in which the last statement began");

    private static final TableBuilder<Stage> STAGES = new TableBuilder<Stage>()
            .add(Column.text("name", "stage"), Stage::name)
            .add(Column.text("by", "identified by").onPage(), Stage::identifiedBy)
            .add(Column.decimal("tps", "TPS", 1), Stage::perSecond)
            .addDuration(Column.millis("p50", "DT p50"), Stage::delay, DurationSummary::p50Millis)
            .addDuration(Column.millis("p99", "DT p99"), Stage::delay, DurationSummary::p99Millis)
            .addDuration(Column.millis("max", "DT max").inGroup(1), Stage::delay, DurationSummary::maxMillis)
            .add(Column.count("transactions", "transactions").inGroup(1), Stage::transactions)
            .add(Column.text("verdict", "verdict"), Stage::verdict)
            .add(Column.text("delivery", "delivery").inGroup(1), Stage::delivery);

    /** {@code consumer} is null for the stream, which only has a verdict. */
    private record FaultRow(
            String name,
            Verdict verdict,
            @Nullable Long others,
            @Nullable ConsumerResult consumer) {}

    private static final TableBuilder<FaultRow> FAULTS = new TableBuilder<FaultRow>()
            .add(Column.text("name", ""), FaultRow::name)
            .add(Column.count("lost", "LOST"), FaultRow::verdict, faultCount(Verdict::missing))
            .add(Column.count("torn", "torn"), FaultRow::consumer, faultCount(ConsumerResult::torn))
            .add(Column.count("duplicated", "DUPLICATED"), FaultRow::verdict, faultCount(Verdict::duplicated))
            .add(Column.count("reordered", "REORDERED"), FaultRow::verdict, faultCount(Verdict::outOfOrder))
            .add(Column.count("behind", "behind at the end"), FaultRow::consumer, ConsumerTables::behind)
            .add(Column.count("stray", "stray"), FaultRow::consumer, ConsumerResult::stray)
            .add(Column.count("others", "others"), FaultRow::others)
            .add(Column.count("unreadable", "unreadable"), FaultRow::consumer, ConsumerResult::unreadable);

    private static final TableBuilder<ConsumerResult> SNAPSHOTS = new TableBuilder<ConsumerResult>()
            .add(Column.text("name", ""), ConsumerResult::name)
            .add(Column.count("rows", "rows"), ConsumerResult::snapshot, Snapshot::rows)
            .add(Column.decimal("rps", "rows/s", 0), ConsumerResult::snapshot, Snapshot::rowsPerSecond)
            .add(Column.decimal("seconds", "s", 2), ConsumerResult::snapshot, Snapshot::seconds)
            .add(Column.count("missing", "missing"), faultCell(Snapshot::missing))
            .add(Column.count("doubled", "doubled"), faultCell(Snapshot::doubled))
            .add(Column.count("stale", "stale"), faultCell(Snapshot::stale))
            .add(Column.count("uncommitted", "uncommitted"), faultCell(Snapshot::uncommitted))
            .add(Column.count("lost", "changes lost"), ConsumerResult::snapshot, faultCount(Snapshot::lost))
            .add(Column.count("repeated", "changes repeated"), faultCell(Snapshot::repeated))
            .add(Column.count("differing", "differing").inGroup(1), faultCell(Snapshot::differing))
            .add(
                    Column.count("surplus", "surplus").inGroup(1),
                    ConsumerResult::snapshot,
                    faultCount(Snapshot::surplus));

    private static final TableBuilder<ConsumerResult> COSTS = new TableBuilder<ConsumerResult>()
            .add(Column.text("name", ""), ConsumerResult::name)
            .add(Column.seconds("cpu", "CPU", 2), ConsumerResult::cost, ConsumerCost::cpuSeconds)
            .add(
                    Column.seconds("perMillion", "CPU per million changes", 2),
                    ConsumerResult::cost,
                    ConsumerCost::cpuSecondsPerMillionChanges)
            .add(
                    Column.seconds("perGigabyte", "CPU per GB of log", 2),
                    ConsumerResult::cost,
                    ConsumerCost::cpuSecondsPerGigabyte)
            .add(megabytes("meanResident", "memory mean"), ConsumerResult::cost, ConsumerCost::meanResidentBytes)
            .add(megabytes("peakResident", "memory peak"), ConsumerResult::cost, ConsumerCost::peakResidentBytes)
            .add(megabytes("diskRead", "disk read").inGroup(1), ConsumerResult::cost, ConsumerCost::diskReadBytes)
            .add(
                    megabytes("diskWritten", "disk written").inGroup(1),
                    ConsumerResult::cost,
                    ConsumerCost::diskWrittenBytes)
            .add(megabytes("received", "received").inGroup(1), ConsumerResult::cost, ConsumerCost::receivedBytes)
            .add(megabytes("sent", "sent").inGroup(1), ConsumerResult::cost, ConsumerCost::sentBytes);

    private record Backlog(String consumer, CatchUp catchUp) {}

    private static final TableBuilder<Backlog> BACKLOGS = new TableBuilder<Backlog>()
            .add(Column.text("consumer", "consumer"), Backlog::consumer)
            .add(Column.text("fault", "after"), Backlog::catchUp, CatchUp::fault)
            .add(Column.seconds("from", "from", 1), Backlog::catchUp, CatchUp::fromSecond)
            .add(Column.seconds("to", "to", 1), Backlog::catchUp, CatchUp::toSecond)
            .add(Column.count("behind", "behind at most"), Backlog::catchUp, CatchUp::mostTransactions)
            .add(Column.decimal("bytes", "log MB", 2), Backlog::catchUp, period -> inMegabytes(period.mostBytes()))
            .add(Column.seconds("seconds", "catch-up", 2).inGroup(1), Backlog::catchUp, CatchUp::catchUpSeconds)
            .add(Column.decimal("tps", "catch-up TPS", 1).inGroup(1), Backlog::catchUp, CatchUp::transactionsPerSecond)
            .add(Column.count("repeated", "repeated").inGroup(1), Backlog::catchUp, faultCount(CatchUp::repeated))
            .add(Column.count("lost", "lost").inGroup(1), Backlog::catchUp, faultCount(CatchUp::lost));

    private ConsumerTables() {}

    private static Column megabytes(String id, String heading) {
        return Column.number(id, heading, Unit.MEGABYTES, 1);
    }

    private static List<ConsumerResult> firstConsumers(RunResult run, Predicate<ConsumerResult> condition) {
        return run.consumers().stream()
                .filter(condition)
                .limit(MeasuredTables.MAX_ROWS)
                .toList();
    }

    public static Table snapshots(RunResult run) {
        return SNAPSHOTS.build(
                "consumer-snapshots",
                "Snapshots",
                "Missing, doubled: rows of the tables. Stale: older than an earlier report of the row. Lost: neither"
                        + " in the snapshot nor in the stream. Repeated: in both, or twice. Differing: not equal to"
                        + " the server's row.",
                firstConsumers(run, consumer -> consumer.snapshot() != null),
                Detail.ESSENTIAL);
    }

    public static Table costs(RunResult run) {
        return COSTS.build(
                "consumer-costs",
                "Cost",
                "In the measured part and the drain. An empty cell was not measured.",
                firstConsumers(run, consumer -> consumer.cost() != null),
                Detail.ESSENTIAL);
    }

    public static Table backlogs(RunResult run) {
        List<Backlog> backlogs = run.consumers().stream()
                .flatMap(consumer -> consumer.catchUps().stream().map(period -> new Backlog(consumer.name(), period)))
                .toList();
        return BACKLOGS.buildFirst(
                MeasuredTables.MAX_ROWS, "catch-ups", "Backlogs of the consumers", backlogs, Detail.ESSENTIAL);
    }

    private static @Nullable Double inMegabytes(@Nullable Long bytes) {
        return bytes == null ? null : (Double) (bytes / 1e6);
    }

    /** The row of acknowledged commits is missing if the run did not write. */
    public static Table stageTable(RunResult run) {
        List<Stage> stages = new ArrayList<>();
        WriteSummary write = run.summary().write();
        if (write != null) {
            // streams and consumers receive no transaction that only read or was rolled back
            double perSecond =
                    run.summary().seconds() > 0 ? write.logged() / run.summary().seconds() : 0;
            stages.add(new Stage("acknowledged commits", "", perSecond, null, write.logged(), "", ""));
        }
        stages.addAll(streamStages(run));
        firstConsumers(run, consumer -> true).forEach(consumer -> stages.add(stage(consumer)));
        return STAGES.build(
                "consumers",
                "Server, stream, consumers",
                delayStarts(stages) + " Do not add delays up. TPS covers the measured part only.",
                stages,
                Detail.ESSENTIAL);
    }

    /** Returns one stage if there is one stream, or if the streams have one verdict because each has a part of the log. */
    private static List<Stage> streamStages(RunResult run) {
        Verdict verdict = run.verdict();
        if (verdict.streams().isEmpty()) {
            return List.of(stage("the stream", run.summary().stream(), verdict));
        }
        Map<String, CdcSummary> summaries = run.summary().streams().stream()
                .collect(Collectors.toMap(StreamSummary::name, StreamSummary::cdc, (first, second) -> first));
        return verdict.streams().stream()
                .filter(stream -> summaries.containsKey(stream.name()))
                .limit(MeasuredTables.MAX_ROWS)
                .map(stream -> stage(
                        "stream " + stream.name(),
                        Objects.requireNonNull(summaries.get(stream.name())),
                        stream.verdict()))
                .toList();
    }

    private static Stage stage(String name, CdcSummary stream, Verdict verdict) {
        return new Stage(
                name,
                "",
                stream.transactionsPerSecond(),
                stream.delay(),
                verdict.observed(),
                VerdictCell.of(verdict),
                "");
    }

    private static String delayStarts(List<Stage> stages) {
        List<String> otherStarts = stages.stream()
                .map(Stage::delay)
                .filter(delay -> delay != null && delay.count() > 0)
                .map(DurationSummary::source)
                .distinct()
                .flatMap(source -> Stream.ofNullable(OTHER_DELAY_STARTS.get(String.valueOf(source))))
                .toList();
        return "Delays start at the commit"
                + (otherStarts.isEmpty() ? "." : "; " + String.join(", ", otherStarts) + ".");
    }

    private static Stage stage(ConsumerResult consumer) {
        ConsumerResult.Identity identity = consumer.identity();
        return new Stage(
                consumer.name(),
                identity == null ? "reported nothing" : identity.name(),
                consumer.transactionsPerSecond(),
                consumer.delay(),
                consumer.transactions(),
                VerdictCell.of(verdictText(consumer), consumer.verdict().status()),
                consumer.delivery().name());
    }

    /** Returns text such as {@code LOST 3} or {@code BEHIND 7}. */
    public static String verdictText(ConsumerResult consumer) {
        return consumer.verdict().status() == Verdict.Status.BEHIND
                        && consumer.notSeen() != null
                        && consumer.notSeen() > 0
                ? "BEHIND " + consumer.notSeen()
                : consumer.verdict().headline();
    }

    public static Table faults(RunResult run) {
        List<FaultRow> rows = new ArrayList<>();
        rows.add(new FaultRow("stream", run.verdict(), run.verdict().others(), null));
        firstConsumers(run, consumer -> true)
                .forEach(consumer ->
                        rows.add(new FaultRow(consumer.name(), consumer.verdict(), consumer.others(), consumer)));
        return FAULTS.build(
                "consumer-faults",
                "Lost, repeated and reordered transactions",
                "Torn: only a part of the transaction's rows arrived; also counted as lost. Stray: reported, but"
                        + " never committed. Others: outside of the measured part, or of other clients.",
                rows,
                Detail.PAGE);
    }

    private static Function<ConsumerResult, @Nullable Object> faultCell(
            Function<Snapshot, Snapshot.ErrorCount> errorCount) {
        return TableBuilder.fromPart(
                ConsumerResult::snapshot,
                faultCount(snapshot -> errorCount.apply(snapshot).count()));
    }

    private static <P> Function<P, @Nullable Object> faultCount(Function<P, @Nullable Long> count) {
        return part -> {
            Long faults = count.apply(part);
            return Cell.of(faults, faults != null && faults > 0 ? Tone.BAD : Tone.NEUTRAL);
        };
    }

    private static @Nullable Long behind(ConsumerResult consumer) {
        int seconds = consumer.seconds().size();
        return seconds == 0 ? null : (Long) consumer.seconds().get(seconds - 1).behind();
    }

    public static Facts facts(RunResult run) {
        Facts.Builder facts = new Facts.Builder();
        firstConsumers(run, consumer -> true).forEach(consumer -> addFacts(consumer, facts));
        return facts.build(Detail.SUMMARY);
    }

    private static void addFacts(ConsumerResult consumer, Facts.Builder facts) {
        Verdict verdict = consumer.verdict();
        String text = consumer.name() + ": " + TestSuites.headline(verdict) + delivery(consumer);
        facts.add("consumer", text, VerdictCell.tone(verdict.status()));
        facts.add("", verdict.method() + ": " + verdict.reason());
        facts.add("drain", RunTexts.drainText(consumer.drain()));
        Double ratio = consumer.playingRatio();
        facts.add("playing ratio", ratio == null ? null : String.format(Locale.ROOT, "%.2f", ratio));
        facts.add("torn", consumer.firstTorn() == null ? null : consumer.torn() + ", first " + consumer.firstTorn());
        facts.add("stray", firstText(consumer.firstStray()));
        facts.add("unreadable", firstText(consumer.firstUnreadable()));
        facts.add("it broke", consumer.failure(), Tone.BAD);
        consumer.notes().forEach(note -> facts.add("note", note.text()));
    }

    private static String delivery(ConsumerResult consumer) {
        return consumer.delivery() == ConsumerResult.Delivery.UNKNOWN
                ? ""
                : ", " + PlainText.asWords(consumer.delivery());
    }

    private static @Nullable String firstText(@Nullable String offender) {
        return offender == null ? null : "first " + offender;
    }
}
