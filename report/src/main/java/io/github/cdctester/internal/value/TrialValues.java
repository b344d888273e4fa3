// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.LargeTransactions;
import io.github.cdctester.result.summary.CdcSummary.Own;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The values of a run in the tables of sweeps, searches and matrices. Limits do not accept the names of this class. */
public final class TrialValues {

    private static final ValueTable<Own> OWN = new ValueTable<Own>()
            .count("eventsPerTransaction", Own::eventsPerTransaction)
            .count("bytesPerTransaction", Own::bytesPerTransaction);

    private static final ValueTable<MeasuredRun> TABLE = new ValueTable<MeasuredRun>()
            .part("", TrialValues::own, OWN)
            .bytes("transactionBytes", TrialValues::transactionBytes)
            .millis(
                    "large.firstByteMillis",
                    run -> typicalDelay(run, LargeTransactions::delayAtFirstByte, CdcSummary::delayAtFirstByte))
            .millis("large.lastByteMillis", run -> typicalDelay(run, LargeTransactions::delay, CdcSummary::delay))
            .part("large.othersDuring", TrialValues::othersDuring, SummaryRows.DURATION)
            .part("large.othersElse", run -> withOtherLoad(run, LargeTransactions::othersElse), SummaryRows.DURATION)
            .millis(
                    "large.passingMillis",
                    run -> ofLargeTransactions(run, large -> large.passing().p50Millis()))
            .bytesPerSecond(
                    "large.passingBytesPerSecond",
                    run -> ofLargeTransactions(run, LargeTransactions::passingBytesPerSecond));

    public static final ResultValue EVENTS_PER_TRANSACTION = get("events/trx", "eventsPerTransaction");
    public static final ResultValue BYTES_PER_TRANSACTION = get("bytes/trx", "bytesPerTransaction");
    public static final ResultValue TRANSACTION_BYTES = get("trx size", "transactionBytes");
    public static final ResultValue FIRST_BYTE = get("DT first byte", "large.firstByteMillis");
    public static final ResultValue LAST_BYTE = get("DT last byte", "large.lastByteMillis");
    public static final ResultValue OTHERS_P50 = get("others p50", "large.othersDuring.p50Millis");
    public static final ResultValue OTHERS_P99 = get("others p99", "large.othersDuring.p99Millis");
    public static final ResultValue OTHERS_MAX = get("others max", "large.othersDuring.maxMillis");
    public static final ResultValue OTHERS_ELSE_P99 = get("else p99", "large.othersElse.p99Millis");
    public static final ResultValue TRANSFER_TIME = get("transfer", "large.passingMillis");
    public static final ResultValue TRANSFER_BPS = get("transfer", "large.passingBytesPerSecond");

    private static final List<ResultValue> TRIAL_VALUES = List.of(
            ResultValues.WRITE_QPS,
            ResultValues.WRITE_TPS,
            ResultValues.NEW_ORDERS,
            ResultValues.DELAY.mean(),
            ResultValues.CDC_BPS,
            ResultValues.CDC_EPS,
            ResultValues.CDC_TPS,
            ResultValues.DELAY.count(),
            ResultValues.DELAY.p50(),
            ResultValues.DELAY.p99(),
            ResultValues.DELAY.max(),
            ResultValues.LATENCY.p50(),
            ResultValues.LATENCY.p99(),
            ResultValues.LATENCY.max(),
            EVENTS_PER_TRANSACTION,
            BYTES_PER_TRANSACTION,
            ResultValues.CDC_ROWS,
            ResultValues.CATCH_UP,
            ResultValues.TESTER_CPU,
            TRANSACTION_BYTES,
            FIRST_BYTE,
            LAST_BYTE,
            get("others", "large.othersDuring.count"),
            OTHERS_P50,
            OTHERS_P99,
            OTHERS_MAX,
            get("else", "large.othersElse.count"),
            OTHERS_ELSE_P99,
            TRANSFER_TIME,
            TRANSFER_BPS);

    private TrialValues() {}

    private static ResultValue get(String label, String name) {
        return new ResultValue(Objects.requireNonNull(TABLE.find(name), name), label);
    }

    /** The write latency is included only if the run has no stream. */
    public static Map<String, Double> of(RunResult run) {
        Map<String, Double> numbers = of(run, TRIAL_VALUES);
        if (run.summary().cdc() != null) {
            ResultValues.LATENCY.percentiles().values().forEach(value -> numbers.remove(value.name()));
        }
        for (ConsumerResult consumer : run.consumers()) {
            numbers.putAll(of(run, ofConsumer(consumer.name())));
        }
        run.summary().probes().forEach(probe -> numbers.put("probes." + probe.series(), probe.mean()));
        return numbers;
    }

    /** Returns true if a trial is complete, but completed no transaction in its measured part. */
    public static boolean committedNothing(Trial trial) {
        return trial.status() == Status.DONE && isZero(trial.values().get(ResultValues.WRITE_QPS.name()));
    }

    /** Returns true if a run completed no transaction in its measured part. */
    public static boolean committedNothing(RunResult run) {
        return isZero(ResultValues.WRITE_QPS.valueIn(run));
    }

    private static boolean isZero(@Nullable Double queriesPerSecond) {
        return queriesPerSecond == null || queriesPerSecond <= 0;
    }

    private static List<ResultValue> ofConsumer(String name) {
        String prefix = "consumers." + name + ".";
        return Stream.of("transactionsPerSecond", "delay.count", "delay.p50Millis", "delay.p99Millis")
                .map(value ->
                        new ResultValue(Objects.requireNonNull(ValueRows.RUN.find(prefix + value), prefix), value))
                .toList();
    }

    /** Combines the numbers of each value over all trials that measured it. */
    public static <V> Map<String, V> combine(List<Trial> trials, Function<List<Double>, V> combination) {
        Map<String, List<Double>> numbersByName = new LinkedHashMap<>();
        trials.forEach(trial -> trial.values()
                .forEach((name, value) -> numbersByName
                        .computeIfAbsent(name, any -> new ArrayList<>())
                        .add(value)));
        Map<String, V> values = new LinkedHashMap<>();
        numbersByName.forEach((name, numbers) -> values.put(name, combination.apply(numbers)));
        return values;
    }

    public static Map<String, Double> of(RunResult run, List<ResultValue> values) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (ResultValue value : values) {
            Double number = value.valueIn(run);
            if (number != null) {
                numbers.put(value.name(), number);
            }
        }
        return numbers;
    }

    /** Returns the totals of the run's own transactions or, if unknown, of all transactions except heartbeats. */
    private static @Nullable Own own(MeasuredRun run) {
        CdcSummary cdc = run.summary().cdc();
        if (cdc == null || cdc.own() != null) {
            return cdc == null ? null : cdc.own();
        }
        CdcSummary.Heartbeats heartbeats = cdc.heartbeats();
        return Own.of(
                cdc.transactions() - heartbeats.transactions(),
                cdc.events() - heartbeats.events(),
                cdc.bytes() - heartbeats.bytes());
    }

    private static <V> @Nullable V ofLargeTransactions(
            MeasuredRun run, Function<LargeTransactions, @Nullable V> value) {
        CdcSummary cdc = run.summary().cdc();
        LargeTransactions largeTransactions = cdc == null ? null : cdc.largeTransactions();
        return largeTransactions == null ? null : value.apply(largeTransactions);
    }

    /** Returns {@code null} if the run has only one load, or no large transactions. */
    private static <V> @Nullable V withOtherLoad(MeasuredRun run, Function<LargeTransactions, @Nullable V> value) {
        return run.plan().loads().size() > 1 ? ofLargeTransactions(run, value) : null;
    }

    /** Returns {@code null} unless the only load of the run writes large transactions. */
    private static <V> @Nullable V withoutOtherLoad(MeasuredRun run, Function<CdcSummary, @Nullable V> value) {
        CdcSummary cdc = run.summary().cdc();
        return cdc == null
                        || cdc.largeTransactions() == null
                        || run.plan().loads().size() > 1
                ? null
                : value.apply(cdc);
    }

    private static @Nullable Double transactionBytes(MeasuredRun run) {
        Double bytes = withOtherLoad(
                run, large -> Own.of(large.transactions(), 0, large.bytes()).bytesPerTransaction());
        return bytes != null
                ? bytes
                : withoutOtherLoad(run, cdc -> Objects.requireNonNull(own(run)).bytesPerTransaction());
    }

    private static @Nullable Double typicalDelay(
            MeasuredRun run,
            Function<LargeTransactions, DurationSummary> delayOfLarge,
            Function<CdcSummary, DurationSummary> delayOfAll) {
        DurationSummary delay = withOtherLoad(run, delayOfLarge);
        return delay != null
                ? delay.p50Millis()
                : withoutOtherLoad(
                        run, cdc -> isDelayOfHeartbeats(cdc) ? null : typicalDelay(delayOfAll.apply(cdc), own(run)));
    }

    /** The longest delay replaces the median if the delays include heartbeats. */
    private static @Nullable Double typicalDelay(DurationSummary delay, @Nullable Own own) {
        return own != null && delay.count() <= own.transactions() ? delay.p50Millis() : delay.maxMillis();
    }

    /** Without another load, the other transactions are heartbeats. */
    private static @Nullable DurationSummary othersDuring(MeasuredRun run) {
        DurationSummary delays = withOtherLoad(run, LargeTransactions::othersDuring);
        return delays != null
                ? delays
                : withoutOtherLoad(
                        run,
                        cdc -> isDelayOfHeartbeats(cdc)
                                ? cdc.delay()
                                : cdc.delays().get(DelaySource.HEARTBEAT));
    }

    private static boolean isDelayOfHeartbeats(CdcSummary cdc) {
        return DelaySource.HEARTBEAT.name().equals(cdc.delay().source());
    }
}
