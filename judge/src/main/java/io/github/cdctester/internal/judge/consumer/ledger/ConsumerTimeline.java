// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.DurationRecorder;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.ConsumerResult.Second;
import io.github.cdctester.result.summary.Summary.Drain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The course of one consumer, second by second, and when it was behind. Callers hold the judge's lock. */
public final class ConsumerTimeline {

    /** A consumer that is further behind has to catch up. */
    static final long BEHIND_MICROS = 1_000_000;

    private static final int MAX = 1_000;

    private final DurationRecorder delays = new DurationRecorder();
    private final ConsumerLegs legs = new ConsumerLegs();
    private ChangeTimes reportTimes = ChangeTimes.NONE;
    private final List<Second> seconds = new ArrayList<>();
    private final List<CatchUp> catchUps = new ArrayList<>();
    private Distribution all = Distribution.EMPTY;
    private long transactions;
    private long takenTransactions;
    private long windowEndMicros = Long.MAX_VALUE;
    private long inWindow;
    private long carriedOver;
    private long lastMicros;

    private double behindFrom;
    private boolean isBehind;
    private long mostBehind;

    /** Records the delay of a transaction. Its legs are recorded if its last report is processed at this time. */
    void delay(long committed, long reported) {
        delays.record(reported - committed);
        if (!reportTimes.isEmpty()) {
            legs.record(committed, reportTimes, reported);
        }
    }

    /** Sets the timestamps of the report that is processed next; {@link ChangeTimes#NONE} after it. */
    public void setReportTimes(ChangeTimes times) {
        reportTimes = times;
    }

    public List<Leg> takeLegs() {
        return legs.take();
    }

    /** A transaction of this run was complete at the consumer, at a time. */
    void transaction(long micros) {
        transactions++;
        inWindow += micros <= windowEndMicros ? 1 : 0;
        lastMicros = Math.max(lastMicros, micros);
    }

    /** When the last transaction of this run was complete, in µs since the epoch; 0 for never. */
    public long lastMicros() {
        return lastMicros;
    }

    /** A transaction of before the measured part was complete at the consumer, or a part of it. */
    void earlier(long micros) {
        carriedOver += micros <= windowEndMicros ? 1 : 0;
    }

    /** The measured part is over. */
    public void windowCloses(long micros) {
        windowEndMicros = micros;
    }

    /** Returns all transactions completed during the measured part, including ones already on their way when it began. */
    public long arrivedInWindow() {
        return inWindow + carriedOver;
    }

    /**
     * Returns the drain: transactions after the end of the measured part, out of all completed at the end, until the last of them.
     */
    public Drain drain(long shown) {
        return new Drain(Math.max(0, lastMicros - windowEndMicros) / 1e6, Math.max(0, shown - inWindow));
    }

    /** The measured part begins. */
    public void windowOpens() {
        recount();
        seconds.clear();
        catchUps.clear();
        takenTransactions = transactions;
    }

    /** Discards the transactions completed so far. */
    void recount() {
        carriedOver = 0;
        delays.take();
        legs.clear();
        all = Distribution.EMPTY;
        inWindow = 0;
    }

    /**
     * A second of a consumer.
     *
     * @param delay their delays, and newly known delays of earlier ones
     */
    public record Taken(long transactions, Distribution delay) {}

    public Taken second(long number, long behind) {
        Taken taken = new Taken(transactions - takenTransactions, delays.take());
        takenTransactions = transactions;
        all = all.plus(taken.delay);
        double p99 = taken.delay.percentileMillis(99);
        seconds.add(new Second(number, taken.transactions, behind, Double.isNaN(p99) ? null : Double.valueOf(p99)));
        return taken;
    }

    /**
     * Records how far the consumer is behind.
     *
     * @param second seconds since the measured part began
     * @param lagMicros age of the oldest transaction after the newest reported one
     */
    public void looked(double second, long lagMicros, long behind) {
        boolean late = lagMicros > BEHIND_MICROS;
        if (late && !isBehind) {
            behindFrom = second;
            mostBehind = 0;
        }
        if (late) {
            mostBehind = Math.max(mostBehind, behind);
        } else if (isBehind && catchUps.size() < MAX) {
            catchUps.add(new CatchUp(behindFrom, second, mostBehind));
        }
        isBehind = late;
    }

    public Distribution delays() {
        all = all.plus(delays.take());
        return all;
    }

    public List<Second> seconds() {
        return List.copyOf(seconds);
    }

    public List<CatchUp> catchUps() {
        List<CatchUp> known = new ArrayList<>(catchUps);
        if (isBehind) {
            @Nullable Double never = null;
            known.add(new CatchUp(behindFrom, never, mostBehind));
        }
        return known;
    }
}
