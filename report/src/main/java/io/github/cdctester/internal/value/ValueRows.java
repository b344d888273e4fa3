// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.internal.value.ValueRow.Need;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.ConsumerResult.Moment;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Defines the values of a run, with one line per value. */
final class ValueRows {

    private static final ValueTable<ReplaySummary> REPLAY = new ValueTable<ReplaySummary>()
            .count("tables", replay -> ValueTable.size(replay.tables()))
            .count("notCompared", replay -> ValueTable.size(replay.notCompared()))
            .count("rows", ReplaySummary::rows)
            .count("transactions", ReplaySummary::transactions)
            .count("changes", ReplaySummary::changes)
            .count("violations", ReplaySummary::violations)
            .count("torn", ReplaySummary::torn)
            .count("repeated", ReplaySummary::repeated)
            .count("late", ReplaySummary::late)
            .lowerIsBetter("gaps", ReplaySummary::gaps)
            .count("rowsDifferent", ReplaySummary::rowsDifferent)
            .bytes("imageBytes", ReplaySummary::imageBytes);

    /** Known only if the run writes. */
    private static final ValueTable<Verdict> COMMITS = new ValueTable<Verdict>()
            .count("committed", Verdict::committed)
            .lowerIsBetter("unknownOutcome", Verdict::unknownOutcome);

    private static final ValueTable<Verdict> VERDICT = new ValueTable<Verdict>()
            .count("observed", Verdict::observed)
            .lowerIsBetter("missing", Verdict::missing)
            .lowerIsBetter("duplicated", Verdict::duplicated)
            .lowerIsBetter("outOfOrder", Verdict::outOfOrder)
            .count("others", Verdict::others)
            .count("lost", verdict -> ValueTable.size(verdict.lost()))
            .count("streams", verdict -> ValueTable.size(verdict.streams()))
            .part("replay", Verdict::replay, REPLAY);

    private static final ValueTable<Snapshot.ErrorCount> ERROR_COUNT =
            new ValueTable<Snapshot.ErrorCount>().count("count", Snapshot.ErrorCount::count);

    private static final ValueTable<Snapshot> SNAPSHOT = new ValueTable<Snapshot>()
            .count("rows", Snapshot::rows)
            .count("tableRows", Snapshot::tableRows)
            .measuredSeconds("seconds", Snapshot::seconds)
            .perSecond("rowsPerSecond", Snapshot::rowsPerSecond)
            .count("covered", Snapshot::covered)
            .part("missing", Snapshot::missing, ERROR_COUNT)
            .part("doubled", Snapshot::doubled, ERROR_COUNT)
            .part("stale", Snapshot::stale, ERROR_COUNT)
            .part("uncommitted", Snapshot::uncommitted, ERROR_COUNT)
            .count("lost", Snapshot::lost)
            .part("repeated", Snapshot::repeated, ERROR_COUNT)
            .part("differing", Snapshot::differing, ERROR_COUNT)
            .count("surplus", Snapshot::surplus);

    /** The key is the moment at which the leg ends. */
    private static final ValueTable<ConsumerResult> LEGS = new ValueTable<ConsumerResult>()
            .part("source", consumer -> leg(consumer, Moment.SOURCE), SummaryRows.DURATION)
            .part("envelope", consumer -> leg(consumer, Moment.ENVELOPE), SummaryRows.DURATION)
            .part("record", consumer -> leg(consumer, Moment.RECORD), SummaryRows.DURATION)
            .part("report", consumer -> leg(consumer, Moment.REPORT), SummaryRows.DURATION);

    private static final ValueTable<ConsumerCost> COST = new ValueTable<ConsumerCost>()
            .add("cpuSeconds", Dimension.SECONDS, Better.LOWER, ConsumerCost::cpuSeconds)
            .add("meanResidentBytes", Dimension.BYTES, Better.LOWER, ConsumerCost::meanResidentBytes)
            .add("peakResidentBytes", Dimension.BYTES, Better.LOWER, ConsumerCost::peakResidentBytes)
            .bytes("diskReadBytes", ConsumerCost::diskReadBytes)
            .bytes("diskWrittenBytes", ConsumerCost::diskWrittenBytes)
            .bytes("receivedBytes", ConsumerCost::receivedBytes)
            .bytes("sentBytes", ConsumerCost::sentBytes)
            .lowerIsBetter("cpuSecondsPerMillionChanges", ConsumerCost::cpuSecondsPerMillionChanges)
            .lowerIsBetter("cpuSecondsPerGigabyte", ConsumerCost::cpuSecondsPerGigabyte)
            .add("startupCpuSeconds", Dimension.SECONDS, Better.LOWER, ConsumerCost::startupCpuSeconds)
            .count("seconds", cost -> ValueTable.size(cost.seconds()));

    private static final ValueTable<ConsumerResult> CONSUMER = new ValueTable<ConsumerResult>()
            .part("delay", ConsumerResult::delay, SummaryRows.DURATION)
            .count("transactions", ConsumerResult::transactions)
            .count("rows", ConsumerResult::rows)
            .bytes("bytes", ConsumerResult::bytes)
            .count("events", ConsumerResult::events)
            .perSecond("transactionsPerSecond", ConsumerResult::transactionsPerSecond)
            .perSecond("rowsPerSecond", ConsumerResult::rowsPerSecond)
            .bytesPerSecond("bytesPerSecond", ConsumerResult::bytesPerSecond)
            .perSecond("eventsPerSecond", ConsumerResult::eventsPerSecond)
            .part("verdict", ConsumerResult::verdict, VERDICT)
            .part("verdict", ConsumerResult::verdict, COMMITS)
            .count("torn", ConsumerResult::torn)
            .count("stray", ConsumerResult::stray)
            .count("others", ConsumerResult::others)
            .count("unreadable", ConsumerResult::unreadable)
            .count("catchUps", consumer -> ValueTable.size(consumer.catchUps()))
            .count("notes", consumer -> ValueTable.size(consumer.notes()))
            .count("seconds", consumer -> ValueTable.size(consumer.seconds()))
            .count("notSeen", ConsumerResult::notSeen)
            .part("drain", ConsumerResult::drain, SummaryRows.DRAIN)
            .count("playingRatio", ConsumerResult::playingRatio)
            .part("snapshot", ConsumerResult::snapshot, SNAPSHOT)
            .part("cost", ConsumerResult::cost, COST)
            .count("legs", consumer -> ValueTable.size(consumer.legs()))
            .part("legs", consumer -> consumer, LEGS);

    private static final ValueTable<MeasuredRun> DELAY_SPREAD = new ValueTable<MeasuredRun>()
            .part("overStreams", run -> run.summary().overStreams(), SummaryRows.DELAYS_OVER_STREAMS)
            .withSource(run -> run.summary().cdc() == null
                    ? null
                    : run.summary().cdc().delay().source());

    private static final ValueTable<MeasuredRun> STREAM_RUN = new ValueTable<MeasuredRun>()
            .part("cdc", run -> run.summary().cdc(), SummaryRows.CDC, Need.CDC)
            .count("streams", run -> ValueTable.size(run.summary().streams()))
            .part("tester", run -> run.summary().tester(), SummaryRows.READER)
            .part("overStreams", run -> run.summary().overStreams(), SummaryRows.OVER_STREAMS)
            .part("", run -> run, DELAY_SPREAD)
            .part("verdict", MeasuredRun::verdict, VERDICT)
            .part("verdict", MeasuredRun::verdict, COMMITS, Need.WRITES)
            .add(
                    "catchUpSeconds",
                    Dimension.SECONDS,
                    Better.LOWER,
                    run -> run.verdict().status() == Verdict.Status.BEHIND // the end was not seen
                            ? null
                            : (Double) run.summary().catchUpSeconds())
            .keyedPart("consumers", MeasuredRun::consumer, CONSUMER, Need.CONSUMER);

    static final ValueTable<MeasuredRun> RUN = new ValueTable<MeasuredRun>()
            .measuredSeconds("seconds", run -> run.summary().seconds())
            .part("", run -> run, STREAM_RUN, Need.STREAM)
            .part("write", run -> run.summary().write(), SummaryRows.WRITE, Need.WRITES)
            .keyedPart("loads", MeasuredRun::write, SummaryRows.WRITE, Need.WRITES, Need.LOAD)
            .part("tester", run -> run.summary().tester(), SummaryRows.TESTER)
            .count("probes", run -> ValueTable.size(run.summary().probes()));

    private ValueRows() {}

    private static @Nullable DurationSummary leg(ConsumerResult consumer, Moment to) {
        return consumer.legs().stream()
                .filter(leg -> leg.to() == to)
                .map(Leg::delay)
                .max(Comparator.comparingLong(DurationSummary::count))
                .orElse(null);
    }
}
