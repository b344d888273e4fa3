// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.result.ConsumerResult.CatchUp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The periods in which one consumer was behind, with or without a preceding fault. Callers hold the judge's lock. */
public final class CatchUps {

    static final long MAX_LAG_MICROS = 1_000_000;

    /** The lag of a consumer whose place in the log is unknown. */
    public static final long UNKNOWN_LAG = -1;

    private static final int MAX_PERIODS = 1_000;
    private static final double MIN_RATE_SECONDS = 0.001;

    /**
     * The consumer's progress at one moment.
     *
     * @param second seconds since the measured part began
     * @param lagMicros age, in µs, of the oldest transaction after the newest reported transaction; 0 if there is none or
     *     its age is unknown, {@link #UNKNOWN_LAG} if the place of the newest one is unknown
     * @param behind number of committed transactions that the consumer has not reported
     * @param bytesBehind bytes of the log after the newest reported transaction; -1 if unknown
     * @param reported number of this run's transactions that the consumer has reported
     * @param newest log index of the newest reported transaction; -1 if none
     * @param logged number of transactions in the log
     * @param newestAgeMicros time, in µs, since the latest acknowledgement of a reported transaction without a log index; {@link
     *     Long#MAX_VALUE} if none
     */
    public record Progress(
            double second,
            long lagMicros,
            long behind,
            long bytesBehind,
            long reported,
            int newest,
            int logged,
            long newestAgeMicros) {

        boolean isLate() {
            return lagMicros > MAX_LAG_MICROS;
        }

        /** Returns true if the consumer has reported a transaction that was committed after {@code fault}, and is not late. */
        private boolean isCurrentSince(Progress fault) {
            // the age of the newest reported transaction is an upper bound of the lag
            return lagMicros == UNKNOWN_LAG
                    ? newestAgeMicros <= MAX_LAG_MICROS && newestAgeMicros < (second - fault.second) * 1e6
                    : newest >= fault.logged && !isLate();
        }
    }

    @FunctionalInterface
    public interface Losses {

        /** Returns the number of lost transactions from log index {@code from} to before {@code to}; {@code null} if unknown. */
        @Nullable
        Long between(int from, int to);
    }

    private static final class Period {
        private final @Nullable String fault;
        private final double startSecond;
        private final int firstUnreported;
        private final long repeatsBefore;
        private long maxBehind;
        private long maxBytes;

        /** Progress at the end of the fault, or at the start of a period without a fault; {@code null} during the fault. */
        private @Nullable Progress catchUpStart;

        private @Nullable Progress end;
        private long repeated;

        Period(@Nullable String fault, double startSecond, Progress begin, long repeatsBefore) {
            this.fault = fault;
            this.startSecond = startSecond;
            this.repeatsBefore = repeatsBefore;
            firstUnreported = begin.newest + 1;
            catchUpStart = fault == null ? begin : null;
        }

        boolean isOpen() {
            return end == null;
        }

        void update(Progress now, LongSupplier repeats) {
            maxBehind = Math.max(maxBehind, now.behind);
            maxBytes = maxBytes < 0 || now.bytesBehind < 0 ? -1 : Math.max(maxBytes, now.bytesBehind);
            Progress from = catchUpStart;
            boolean isCurrent = from != null && (fault == null ? !now.isLate() : now.isCurrentSince(from));
            if (from != null && (isCurrent || now.behind <= 0)) {
                end = now;
                repeated = repeats.getAsLong() - repeatsBefore;
            }
        }

        CatchUp result(LongSupplier repeats, Losses losses) {
            Progress from = catchUpStart;
            Progress to = end;
            Double seconds = from == null || to == null ? null : (Double) Math.max(0, to.second - from.second);
            return new CatchUp(
                    fault,
                    startSecond,
                    to == null ? null : (Double) to.second,
                    seconds,
                    from == null || to == null || seconds == null || seconds < MIN_RATE_SECONDS
                            ? null
                            : (Double) ((to.reported - from.reported) / seconds),
                    maxBehind,
                    maxBytes < 0 ? null : (Long) maxBytes,
                    to == null ? repeats.getAsLong() - repeatsBefore : repeated,
                    losses.between(firstUnreported, to == null ? Integer.MAX_VALUE : to.logged));
        }
    }

    private final List<Period> periods = new ArrayList<>();
    private final LongSupplier repeats;

    public CatchUps(LongSupplier repeats) {
        this.repeats = repeats;
    }

    public void windowOpens() {
        periods.clear();
    }

    public void recordProgress(Progress now) {
        if (now.lagMicros == UNKNOWN_LAG) { // the end of a period without a fault would be unknown
            periods.removeIf(period -> period.fault == null && period.isOpen());
        }
        boolean hasOpenPeriod = false;
        for (Period period : periods) {
            hasOpenPeriod |= period.isOpen();
        }
        if (now.isLate() && now.behind() > 0 && !hasOpenPeriod) {
            begin(null, now.second, now);
        }
        for (Period period : periods) {
            if (period.isOpen()) {
                period.update(now, repeats);
            }
        }
    }

    private void begin(@Nullable String fault, double second, Progress now) {
        if (fault != null || periods.size() < MAX_PERIODS) {
            periods.add(new Period(fault, second, now, repeats.getAsLong()));
        }
    }

    /** {@code second} is the fault's start, in seconds since the measured part began. */
    public void faultBegins(String fault, double second, Progress now) {
        begin(fault, second, now);
    }

    public void faultEnds(String fault, Progress now) {
        periods.stream()
                .filter(period -> fault.equals(period.fault) && period.catchUpStart == null)
                .forEach(period -> period.catchUpStart = now);
    }

    public void faultFails(String fault) {
        for (int i = periods.size() - 1; i >= 0; i--) {
            if (fault.equals(periods.get(i).fault)) {
                periods.remove(i);
                return;
            }
        }
    }

    public List<CatchUp> results(Losses losses) {
        return periods.stream()
                .map(period -> period.result(repeats, losses))
                .sorted(Comparator.comparingDouble(CatchUp::fromSecond))
                .toList();
    }
}
