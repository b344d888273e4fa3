// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.value.ValueRow.Need;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.ConsumerResult.Moment;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.ChangeKind;
import io.github.cdctester.result.summary.CdcSummary.Heartbeats;
import io.github.cdctester.result.summary.CdcSummary.LargeTransactions;
import io.github.cdctester.result.summary.CdcSummary.Own;
import io.github.cdctester.result.summary.CdcSummary.Payloads;
import io.github.cdctester.result.summary.CdcSummary.Position;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary.Drain;
import io.github.cdctester.result.summary.Summary.StreamSpread;
import io.github.cdctester.result.summary.Summary.StreamSpread.Range;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Defines the values of each part of a result, with one line per value. */
final class ValueRows {

    private static final ValueRow<DurationSummary> DURATION_COUNT =
            new ValueRow<>("count", Dimension.COUNT, Better.NEITHER, DurationSummary::count);

    private static final ValueTable<DurationSummary> TIMES_WITHOUT_COUNT = new ValueTable<DurationSummary>()
            .millis("meanMillis", DurationSummary::meanMillis)
            .add(percentile("p50Millis", 50, DurationSummary::p50Millis))
            .add(percentile("p95Millis", 95, DurationSummary::p95Millis))
            .add(percentile("p99Millis", 99, DurationSummary::p99Millis))
            .add(percentile("p999Millis", 99.9, DurationSummary::p999Millis))
            .millis("maxMillis", DurationSummary::maxMillis);

    static final ValueTable<DurationSummary> DURATION = new ValueTable<DurationSummary>()
            .add(DURATION_COUNT)
            .part("", durations -> durations, TIMES_WITHOUT_COUNT)
            .lowerIsBetter("negatives", DurationSummary::negatives)
            .millis("lowestMillis", DurationSummary::lowestMillis)
            .withSource(DurationSummary::source);

    private static final ValueTable<Drain> DRAIN = new ValueTable<Drain>()
            .measuredSeconds("seconds", Drain::seconds)
            .count("transactions", Drain::transactions);

    private static final Map<String, String> EVENT_KINDS = IntStream.range(0, EventKind.TYPE_COUNT)
            .mapToObj(EventKind::name)
            .distinct()
            .collect(Collectors.toMap(Function.identity(), Function.identity()));

    private static final ValueTable<Map<ChangeKind, Long>> CHANGES = new ValueTable<Map<ChangeKind, Long>>()
            .count("INSERT", kinds -> kinds.getOrDefault(ChangeKind.INSERT, 0L))
            .count("UPDATE", kinds -> kinds.getOrDefault(ChangeKind.UPDATE, 0L))
            .count("DELETE", kinds -> kinds.getOrDefault(ChangeKind.DELETE, 0L));

    private static final ValueTable<LargeTransactions> LARGE_TRANSACTIONS = new ValueTable<LargeTransactions>()
            .bytes("fromBytes", LargeTransactions::fromBytes)
            .count("transactions", LargeTransactions::transactions)
            .bytes("bytes", LargeTransactions::bytes)
            .part("delayAtFirstByte", LargeTransactions::delayAtFirstByte, DURATION)
            .part("delay", LargeTransactions::delay, DURATION)
            .part("passing", LargeTransactions::passing, DURATION)
            .part("othersDuring", LargeTransactions::othersDuring, DURATION)
            .part("othersElse", LargeTransactions::othersElse, DURATION)
            .bytesPerSecond("passingBytesPerSecond", LargeTransactions::passingBytesPerSecond);

    private static final ValueTable<Position> POSITION =
            new ValueTable<Position>().bytes("position", Position::position);

    private static final ValueTable<Own> OWN = new ValueTable<Own>()
            .count("transactions", Own::transactions)
            .count("events", Own::events)
            .bytes("bytes", Own::bytes)
            .count("eventsPerTransaction", Own::eventsPerTransaction)
            .count("bytesPerTransaction", Own::bytesPerTransaction);

    private static final ValueTable<Payloads> PAYLOADS = new ValueTable<Payloads>()
            .count("transactions", Payloads::transactions)
            .bytes("wireBytes", Payloads::wireBytes)
            .bytes("inflatedBytes", Payloads::inflatedBytes)
            .sum("innerEventsByKind", Better.NEITHER, Payloads::innerEventsByKind, ValueRows::eventKind, 0L);

    private static final ValueTable<Heartbeats> HEARTBEATS = new ValueTable<Heartbeats>()
            .count("transactions", Heartbeats::transactions)
            .count("events", Heartbeats::events)
            .bytes("bytes", Heartbeats::bytes)
            .count("rows", Heartbeats::rows);

    private static final ValueTable<CdcSummary> CDC = new ValueTable<CdcSummary>()
            .part("delay", CdcSummary::delay, DURATION)
            .part("delayAtFirstByte", CdcSummary::delayAtFirstByte, DURATION)
            .part("delayEndToEnd", CdcSummary::delayEndToEnd, DURATION)
            .part("largeTransactions", CdcSummary::largeTransactions, LARGE_TRANSACTIONS)
            .part("delays.COMMIT_TIMESTAMP", cdc -> cdc.delays().get(DelaySource.COMMIT_TIMESTAMP), DURATION)
            .part("delays.EVENT_HEADER", cdc -> cdc.delays().get(DelaySource.EVENT_HEADER), DURATION)
            .part("delays.HEARTBEAT", cdc -> cdc.delays().get(DelaySource.HEARTBEAT), DURATION)
            .measuredSeconds("seconds", CdcSummary::seconds)
            .bytesPerSecond("bytesPerSecond", CdcSummary::bytesPerSecond)
            .perSecond("eventsPerSecond", CdcSummary::eventsPerSecond)
            .perSecond("transactionsPerSecond", CdcSummary::transactionsPerSecond)
            .perSecond("rowsPerSecond", CdcSummary::rowsPerSecond)
            .count("rows", CdcSummary::rows)
            .keyedPart("rowsByTable", (cdc, name) -> cdc.rowsByTable().get(name), CHANGES)
            .lowerIsBetter("unknownRowEvents", CdcSummary::unknownRowEvents)
            .bytes("bytes", CdcSummary::bytes)
            .count("events", CdcSummary::events)
            .count("transactions", CdcSummary::transactions)
            .sum("eventsByKind", Better.NEITHER, CdcSummary::eventsByKind, ValueRows::eventKind, 0L)
            .part("payloads", CdcSummary::payloads, PAYLOADS)
            .part("heartbeats", CdcSummary::heartbeats, HEARTBEATS)
            .lowerIsBetter("unknownCommitTimes", CdcSummary::unknownCommitTimes)
            .add("omittedBytes", Dimension.BYTES, Better.LOWER, CdcSummary::omittedBytes)
            .lowerIsBetter("incompleteTransactions", CdcSummary::incompleteTransactions)
            .lowerIsBetter("gaps", cdc -> size(cdc.gaps()))
            .part("from", CdcSummary::from, POSITION)
            .part("to", CdcSummary::to, POSITION)
            .part("drain", CdcSummary::drain, DRAIN)
            .part("own", CdcSummary::own, OWN);

    private static final ValueTable<Range> RATES = range(Dimension.PER_SECOND, Better.HIGHER);
    private static final ValueTable<Range> BYTE_RATES = range(Dimension.BYTES_PER_SECOND, Better.HIGHER);
    private static final ValueTable<Range> DELAYS = range(Dimension.MILLIS, Better.LOWER);

    private static final ValueTable<StreamSpread> OVER_STREAMS = new ValueTable<StreamSpread>()
            .part("bytesPerSecond", StreamSpread::bytesPerSecond, BYTE_RATES)
            .part("eventsPerSecond", StreamSpread::eventsPerSecond, RATES)
            .part("transactionsPerSecond", StreamSpread::transactionsPerSecond, RATES);

    private static final ValueTable<StreamSpread> DELAYS_OVER_STREAMS = new ValueTable<StreamSpread>()
            .part("delayP50Millis", StreamSpread::delayP50Millis, DELAYS)
            .part("delayP99Millis", StreamSpread::delayP99Millis, DELAYS)
            .part("delayMaxMillis", StreamSpread::delayMaxMillis, DELAYS);

    private static final ValueTable<WriteSummary> WRITE = new ValueTable<WriteSummary>()
            .perSecond("transactionsPerSecond", WriteSummary::transactionsPerSecond)
            .perSecond("queriesPerSecond", WriteSummary::queriesPerSecond)
            .count("transactions", WriteSummary::transactions)
            .sum("transactionsByKind", Better.NEITHER, WriteSummary::transactionsByKind, kind -> kind, null)
            .count("logged", WriteSummary::logged)
            .count("rolledBack", WriteSummary::rolledBack)
            .count("reads", WriteSummary::reads)
            .count("writes", WriteSummary::writes)
            .count("other", WriteSummary::other)
            .count("foundNoRow", WriteSummary::foundNoRow)
            .sum("errorsPerCode", Better.LOWER, WriteSummary::errorsPerCode, ValueRows::errorCode, 0L)
            .lowerIsBetter("reconnects", WriteSummary::reconnects)
            .lowerIsBetter("plannedReconnects", WriteSummary::plannedReconnects)
            .lowerIsBetter("unknownOutcome", WriteSummary::unknownOutcome)
            .count("scheduled", WriteSummary::scheduled)
            .lowerIsBetter("notStarted", WriteSummary::notStarted)
            .add("leftOutPercent", Dimension.PERCENT, Better.LOWER, WriteSummary::leftOutPercent)
            .part("waiting", WriteSummary::waiting, DURATION)
            .part("latency", WriteSummary::latency, DURATION)
            .part("latencyWithWaiting", WriteSummary::latencyWithWaiting, DURATION)
            .keyedPart("latencyByKind", (write, kind) -> write.latencyByKind().get(kind), DURATION)
            .part("startDelay", WriteSummary::startDelay, DURATION)
            .part("serviceTime", WriteSummary::serviceTime, DURATION)
            .add("newOrdersPerMinute", Dimension.COUNT, Better.HIGHER, WriteSummary::newOrdersPerMinute)
            .add("newOrderEfficiencyPercent", Dimension.PERCENT, Better.HIGHER, WriteSummary::newOrderEfficiencyPercent)
            .count("workloads", write -> size(write.workloads()));

    private static final ValueTable<TesterSummary> READER = new ValueTable<TesterSummary>()
            .add("readerCpuSeconds", Dimension.SECONDS, Better.LOWER, tester -> cpuOrNull(tester.readerCpuSeconds()));

    private static final ValueTable<TesterSummary> TESTER = new ValueTable<TesterSummary>()
            .add("cpuSeconds", Dimension.SECONDS, Better.LOWER, tester -> cpuOrNull(tester.cpuSeconds()))
            .lowerIsBetter("cpuSecondsPerGigabyte", TesterSummary::cpuSecondsPerGigabyte)
            .add("machineCpuPercent", Dimension.PERCENT, Better.NEITHER, TesterSummary::machineCpuPercent)
            .millis("gcPauseMillis", TesterSummary::gcPauseMillis)
            .add("maxHeapBytes", Dimension.BYTES, Better.LOWER, TesterSummary::maxHeapBytes)
            .lowerIsBetter("missedTicks", TesterSummary::missedTicks)
            .lowerIsBetter("heartbeatReconnects", TesterSummary::heartbeatReconnects)
            .lowerIsBetter("probeReconnects", TesterSummary::probeReconnects)
            .count("nodes", tester -> size(tester.nodes()));

    private static final ValueTable<ReplaySummary> REPLAY = new ValueTable<ReplaySummary>()
            .count("tables", replay -> size(replay.tables()))
            .count("notCompared", replay -> size(replay.notCompared()))
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
            .count("lost", verdict -> size(verdict.lost()))
            .count("streams", verdict -> size(verdict.streams()))
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
            .part("source", consumer -> leg(consumer, Moment.SOURCE), DURATION)
            .part("envelope", consumer -> leg(consumer, Moment.ENVELOPE), DURATION)
            .part("record", consumer -> leg(consumer, Moment.RECORD), DURATION)
            .part("report", consumer -> leg(consumer, Moment.REPORT), DURATION);

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
            .count("seconds", cost -> size(cost.seconds()));

    private static final ValueTable<ConsumerResult> CONSUMER = new ValueTable<ConsumerResult>()
            .part("delay", ConsumerResult::delay, DURATION)
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
            .count("catchUps", consumer -> size(consumer.catchUps()))
            .count("notes", consumer -> size(consumer.notes()))
            .count("seconds", consumer -> size(consumer.seconds()))
            .count("notSeen", ConsumerResult::notSeen)
            .part("drain", ConsumerResult::drain, DRAIN)
            .count("playingRatio", ConsumerResult::playingRatio)
            .part("snapshot", ConsumerResult::snapshot, SNAPSHOT)
            .part("cost", ConsumerResult::cost, COST)
            .count("legs", consumer -> size(consumer.legs()))
            .part("legs", consumer -> consumer, LEGS);

    private static final ValueTable<MeasuredRun> DELAY_SPREAD = new ValueTable<MeasuredRun>()
            .part("overStreams", run -> run.summary().overStreams(), DELAYS_OVER_STREAMS)
            .withSource(run -> run.summary().cdc() == null
                    ? null
                    : run.summary().cdc().delay().source());

    private static final ValueTable<MeasuredRun> STREAM_RUN = new ValueTable<MeasuredRun>()
            .part("cdc", run -> run.summary().cdc(), CDC, Need.CDC)
            .count("streams", run -> size(run.summary().streams()))
            .part("tester", run -> run.summary().tester(), READER)
            .part("overStreams", run -> run.summary().overStreams(), OVER_STREAMS)
            .part("", run -> run, DELAY_SPREAD)
            .part("verdict", MeasuredRun::verdict, VERDICT)
            .part("verdict", MeasuredRun::verdict, COMMITS, Need.WRITES)
            .add(
                    "catchUpSeconds",
                    Dimension.SECONDS,
                    Better.LOWER,
                    run -> run.summary().catchUpSeconds())
            .keyedPart("consumers", MeasuredRun::consumer, CONSUMER, Need.CONSUMER);

    static final ValueTable<MeasuredRun> RUN = new ValueTable<MeasuredRun>()
            .measuredSeconds("seconds", run -> run.summary().seconds())
            .part("", run -> run, STREAM_RUN, Need.STREAM)
            .part("write", run -> run.summary().write(), WRITE, Need.WRITES)
            .keyedPart("loads", MeasuredRun::write, WRITE, Need.WRITES, Need.LOAD)
            .part("tester", run -> run.summary().tester(), TESTER)
            .count("probes", run -> size(run.summary().probes()));

    private static final ValueTable<SampleRow.Cdc> CDC_SECOND = new ValueTable<SampleRow.Cdc>()
            .bytesPerSecond("bytesPerSecond", SampleRow.Cdc::bytesPerSecond)
            .perSecond("eventsPerSecond", SampleRow.Cdc::eventsPerSecond)
            .perSecond("transactionsPerSecond", SampleRow.Cdc::transactionsPerSecond)
            .part("delay", SampleRow.Cdc::delay, TIMES_WITHOUT_COUNT);

    private static final ValueTable<SampleRow.Write> WRITE_SECOND = new ValueTable<SampleRow.Write>()
            .perSecond("transactionsPerSecond", SampleRow.Write::transactionsPerSecond)
            .perSecond("queriesPerSecond", SampleRow.Write::queriesPerSecond)
            .lowerIsBetter("errorsPerCode", SampleRow.Write::errors)
            .part("latency", SampleRow.Write::latency, TIMES_WITHOUT_COUNT)
            .part("startDelay", SampleRow.Write::startDelay, TIMES_WITHOUT_COUNT)
            .part("serviceTime", SampleRow.Write::serviceTime, TIMES_WITHOUT_COUNT);

    /** A second has these values under the same names as a run. */
    static final ValueTable<SampleRow> SECOND = new ValueTable<SampleRow>()
            .part("cdc", SampleRow::cdc, CDC_SECOND)
            .part("write", SampleRow::write, WRITE_SECOND)
            .keyedPart("loads", ValueRows::load, WRITE_SECOND);

    private ValueRows() {}

    private static ValueRow<DurationSummary> percentile(
            String name, double percent, Function<DurationSummary, @Nullable Number> reader) {
        return new ValueRow<>(
                name,
                Dimension.MILLIS,
                Better.LOWER,
                EnumSet.noneOf(Need.class),
                "",
                percent,
                DURATION_COUNT,
                reader,
                DurationSummary::source);
    }

    private static @Nullable DurationSummary leg(ConsumerResult consumer, Moment to) {
        return consumer.legs().stream()
                .filter(leg -> leg.to() == to)
                .map(Leg::delay)
                .max(Comparator.comparingLong(DurationSummary::count))
                .orElse(null);
    }

    private static @Nullable String eventKind(String name) {
        return EVENT_KINDS.get(name.toUpperCase(Locale.ROOT));
    }

    private static ValueTable<Range> range(Dimension dimension, Better better) {
        return new ValueTable<Range>()
                .add("min", dimension, better, Range::min)
                .add("avg", dimension, better, Range::avg)
                .add("max", dimension, better, Range::max);
    }

    private static @Nullable Integer errorCode(String text) {
        return text.matches("\\d{1,6}") ? (Integer) Integer.parseInt(text) : null;
    }

    private static @Nullable Number size(@Nullable Collection<?> values) {
        return values == null ? null : values.size();
    }

    /** The runtime reports -1 if it does not measure CPU time. */
    private static @Nullable Number cpuOrNull(double seconds) {
        return seconds < 0 ? null : (Number) seconds;
    }

    private static SampleRow.@Nullable Write load(SampleRow second, String name) {
        return second.workloads().stream()
                .filter(load -> load.name().equals(name))
                .map(SampleRow.Workload::write)
                .findFirst()
                .orElse(null);
    }
}
