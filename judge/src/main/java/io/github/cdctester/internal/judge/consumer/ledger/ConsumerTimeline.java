// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.DurationRecorder;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Second;
import io.github.cdctester.result.summary.Summary.Drain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Per-second values of one consumer, its delays, and the times when it lagged. Callers hold the judge's lock. */
public final class ConsumerTimeline {

    /** Lag above which a consumer counts as behind. */
    static final long BEHIND_MICROS = 1_000_000;

    private static final int MAX = 1_000;

    private final DurationRecorder delays = new DurationRecorder();
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

    void delay(long micros) {
        delays.record(micros);
    }

    /** Counts a completely reported transaction of this run; {@code micros} is its report time. */
    void transaction(long micros) {
        transactions++;
        inWindow += micros <= windowEndMicros ? 1 : 0;
        lastMicros = Math.max(lastMicros, micros);
    }

    /** Returns the time of the last completely reported transaction of this run, in µs since the epoch; 0 if none. */
    public long lastMicros() {
        return lastMicros;
    }

    /** Counts a transaction that was committed before the measured part, at its first report. */
    void earlier(long micros) {
        carriedOver += micros <= windowEndMicros ? 1 : 0;
    }

    public void windowCloses(long micros) {
        windowEndMicros = micros;
    }

    /** Returns the transactions reported during the measured part, including transactions committed before it. */
    public long arrivedInWindow() {
        return inWindow + carriedOver;
    }

    /**
     * Returns the number of transactions reported after the measured part, and the time until the last of them.
     *
     * @param shown all completely reported transactions of this run
     */
    public Drain drain(long shown) {
        return new Drain(Math.max(0, lastMicros - windowEndMicros) / 1e6, Math.max(0, shown - inWindow));
    }

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
        all = Distribution.EMPTY;
        inWindow = 0;
    }

    /**
     * Values of one second.
     *
     * @param delay delays that became known in this second, also of earlier transactions
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
     * Records the consumer's lag at one time.
     *
     * @param second seconds since the measured part began
     * @param lagMicros age of the oldest transaction after the newest reported transaction, in µs
     * @param behind number of committed transactions that the consumer has not reported completely
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
