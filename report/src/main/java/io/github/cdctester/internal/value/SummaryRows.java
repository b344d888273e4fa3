// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.value.ValueRow.Need;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.ChangeKind;
import io.github.cdctester.result.summary.CdcSummary.Heartbeats;
import io.github.cdctester.result.summary.CdcSummary.LargeTransactions;
import io.github.cdctester.result.summary.CdcSummary.Own;
import io.github.cdctester.result.summary.CdcSummary.Payloads;
import io.github.cdctester.result.summary.CdcSummary.Position;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary.Drain;
import io.github.cdctester.result.summary.Summary.StreamSpread;
import io.github.cdctester.result.summary.Summary.StreamSpread.Range;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Defines the values of durations and of the parts of a run's summary, with one line per value. */
final class SummaryRows {

    private static final ValueRow<DurationSummary> DURATION_COUNT =
            new ValueRow<>("count", Dimension.COUNT, Better.NEITHER, DurationSummary::count);

    static final ValueTable<DurationSummary> TIMES_WITHOUT_COUNT = new ValueTable<DurationSummary>()
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

    static final ValueTable<Drain> DRAIN = new ValueTable<Drain>()
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
            .sum("innerEventsByKind", Better.NEITHER, Payloads::innerEventsByKind, SummaryRows::eventKind, 0L);

    private static final ValueTable<Heartbeats> HEARTBEATS = new ValueTable<Heartbeats>()
            .count("transactions", Heartbeats::transactions)
            .count("events", Heartbeats::events)
            .bytes("bytes", Heartbeats::bytes);

    private static final ValueTable<CdcSummary> ROWS = new ValueTable<CdcSummary>()
            .count("rows", CdcSummary::rows)
            .keyedPart("rowsByTable", (cdc, name) -> cdc.rowsByTable().get(name), CHANGES)
            .lowerIsBetter("unknownRowEvents", CdcSummary::unknownRowEvents)
            .count("heartbeats.rows", cdc -> cdc.heartbeats().rows());

    static final ValueTable<CdcSummary> CDC = new ValueTable<CdcSummary>()
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
            .part("", cdc -> "off".equals(cdc.rowCounting()) ? null : cdc, ROWS)
            .bytes("bytes", CdcSummary::bytes)
            .count("events", CdcSummary::events)
            .count("transactions", CdcSummary::transactions)
            .sum("eventsByKind", Better.NEITHER, CdcSummary::eventsByKind, SummaryRows::eventKind, 0L)
            .part("payloads", CdcSummary::payloads, PAYLOADS)
            .part("heartbeats", CdcSummary::heartbeats, HEARTBEATS)
            .lowerIsBetter("unknownCommitTimes", CdcSummary::unknownCommitTimes)
            .add("omittedBytes", Dimension.BYTES, Better.LOWER, CdcSummary::omittedBytes)
            .lowerIsBetter("incompleteTransactions", CdcSummary::incompleteTransactions)
            .lowerIsBetter("gaps", cdc -> ValueTable.size(cdc.gaps()))
            .part("from", CdcSummary::from, POSITION)
            .part("to", CdcSummary::to, POSITION)
            .part("drain", CdcSummary::drain, DRAIN)
            .part("own", CdcSummary::own, OWN);

    private static final ValueTable<Range> RATES = range(Dimension.PER_SECOND, Better.HIGHER);
    private static final ValueTable<Range> BYTE_RATES = range(Dimension.BYTES_PER_SECOND, Better.HIGHER);
    private static final ValueTable<Range> DELAYS = range(Dimension.MILLIS, Better.LOWER);

    static final ValueTable<StreamSpread> OVER_STREAMS = new ValueTable<StreamSpread>()
            .part("bytesPerSecond", StreamSpread::bytesPerSecond, BYTE_RATES)
            .part("eventsPerSecond", StreamSpread::eventsPerSecond, RATES)
            .part("transactionsPerSecond", StreamSpread::transactionsPerSecond, RATES);

    static final ValueTable<StreamSpread> DELAYS_OVER_STREAMS = new ValueTable<StreamSpread>()
            .part("delayP50Millis", StreamSpread::delayP50Millis, DELAYS)
            .part("delayP99Millis", StreamSpread::delayP99Millis, DELAYS)
            .part("delayMaxMillis", StreamSpread::delayMaxMillis, DELAYS);

    static final ValueTable<WriteSummary> WRITE = new ValueTable<WriteSummary>()
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
            .sum("errorsPerCode", Better.LOWER, WriteSummary::errorsPerCode, SummaryRows::errorCode, 0L)
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
            .count("workloads", write -> ValueTable.size(write.workloads()));

    static final ValueTable<TesterSummary> READER = new ValueTable<TesterSummary>()
            .add("readerCpuSeconds", Dimension.SECONDS, Better.LOWER, tester -> cpuOrNull(tester.readerCpuSeconds()));

    static final ValueTable<TesterSummary> TESTER = new ValueTable<TesterSummary>()
            .add("cpuSeconds", Dimension.SECONDS, Better.LOWER, tester -> cpuOrNull(tester.cpuSeconds()))
            .lowerIsBetter("cpuSecondsPerGigabyte", TesterSummary::cpuSecondsPerGigabyte)
            .add("machineCpuPercent", Dimension.PERCENT, Better.NEITHER, TesterSummary::machineCpuPercent)
            .millis("gcPauseMillis", TesterSummary::gcPauseMillis)
            .add("maxHeapBytes", Dimension.BYTES, Better.LOWER, TesterSummary::maxHeapBytes)
            .lowerIsBetter("missedTicks", TesterSummary::missedTicks)
            .lowerIsBetter("heartbeatReconnects", TesterSummary::heartbeatReconnects)
            .lowerIsBetter("probeReconnects", TesterSummary::probeReconnects)
            .count("nodes", tester -> ValueTable.size(tester.nodes()));

    private SummaryRows() {}

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

    /** The runtime reports -1 if it does not measure CPU time. */
    private static @Nullable Number cpuOrNull(double seconds) {
        return seconds < 0 ? null : (Number) seconds;
    }
}
