// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.DurationRecorder;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.ConsumerResult.Second;
import io.github.cdctester.result.summary.Summary.Drain;
import java.util.ArrayList;
import java.util.List;

/** The delays and counts of one consumer, per second and in total. Callers hold the judge's lock. */
public final class ConsumerTimeline {

    private final DurationRecorder delays = new DurationRecorder();
    private final ConsumerLegs legs = new ConsumerLegs();
    private ChangeTimes reportTimes = ChangeTimes.NONE;
    private final List<Second> seconds = new ArrayList<>();
    private Distribution totalDelays = Distribution.EMPTY;
    private long transactions;
    private long takenTransactions;
    private long windowEndMicros = Long.MAX_VALUE;
    private long reportedInWindow;
    private long covered;
    private long earlierReportedInWindow;
    private long lastTransactionMicros;

    void recordDelay(long committed, long reported) {
        delays.record(reported - committed);
        if (!reportTimes.isEmpty()) {
            legs.record(committed, reportTimes, reported);
        }
    }

    /** The caller sets {@link ChangeTimes#NONE} after the report. */
    public void setReportTimes(ChangeTimes times) {
        reportTimes = times;
    }

    public List<Leg> takeLegs() {
        return legs.take();
    }

    void recordTransaction(long micros) {
        transactions++;
        reportedInWindow += micros <= windowEndMicros ? 1 : 0;
        lastTransactionMicros = Math.max(lastTransactionMicros, micros);
    }

    /** Counts a complete transaction whose last change is in a snapshot, so that it has no report time. */
    void recordCovered() {
        covered++;
    }

    /** Returns the time of the last completely reported transaction of this run, in µs since the epoch; 0 if none. */
    public long lastTransactionMicros() {
        return lastTransactionMicros;
    }

    void recordEarlier(long micros) {
        earlierReportedInWindow += micros <= windowEndMicros ? 1 : 0;
    }

    public void windowCloses(long micros) {
        windowEndMicros = micros;
    }

    /** Includes transactions committed before the measured part. */
    public long arrivedInWindow() {
        return reportedInWindow + earlierReportedInWindow;
    }

    /**
     * Returns the number of transactions reported after the measured part, and the seconds from its end to the last report.
     *
     * @param reported number of all completely reported transactions of this run, including covered ones
     */
    public Drain drain(long reported) {
        return new Drain(
                Math.max(0, lastTransactionMicros - windowEndMicros) / 1e6,
                Math.max(0, reported - reportedInWindow - covered));
    }

    public void windowOpens() {
        clearCounts();
        seconds.clear();
        takenTransactions = transactions;
    }

    void clearCounts() {
        earlierReportedInWindow = 0;
        delays.take();
        legs.clear();
        totalDelays = Distribution.EMPTY;
        reportedInWindow = 0;
        covered = 0;
    }

    /** {@code delay} includes delays of earlier reports that became known in this second. */
    public record SecondValues(long transactions, Distribution delay) {}

    public SecondValues takeSecond(long number, long behind) {
        SecondValues values = new SecondValues(transactions - takenTransactions, delays.take());
        takenTransactions = transactions;
        totalDelays = totalDelays.plus(values.delay);
        double p99 = values.delay.percentileMillis(99);
        seconds.add(new Second(number, values.transactions, behind, Double.isNaN(p99) ? null : Double.valueOf(p99)));
        return values;
    }

    public Distribution delays() {
        totalDelays = totalDelays.plus(delays.take());
        return totalDelays;
    }

    public List<Second> seconds() {
        return List.copyOf(seconds);
    }

    public long transactions() {
        return transactions;
    }
}
