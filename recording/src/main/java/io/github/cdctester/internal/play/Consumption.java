// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.text.PlainText;
import java.util.Locale;

/**
 * The amount of data that one dump sent, and its duration. The thread of the consumer's connection writes the fields. Until
 * {@link #isEnded}, other threads read only the volatile fields.
 */
final class Consumption {

    /** Seconds. A consumer with a longer delay of the last block has not kept up. */
    private static final double LATE_SECONDS = 1;

    private final String consumer;
    private final boolean isPaced;
    private long transactions;
    long events;
    private long bytes;
    private long firstNanos;
    private volatile long lastNanos;
    private long firstMicros;
    private long lastMicros;
    private double lateSeconds;
    private boolean receivedAll;
    volatile boolean isEnded;

    Consumption(String consumer, boolean isPaced) {
        this.consumer = consumer;
        this.isPaced = isPaced;
    }

    void start(long micros) {
        recordBlock(micros, 0);
        firstNanos = lastNanos;
        firstMicros = micros;
    }

    void recordEvent(int type, long length) {
        events++;
        bytes += length;
        transactions += EventKind.opensTransaction(type) ? 1 : 0;
    }

    /** {@code nanosUntilDue} is negative if the block is late. */
    void recordBlock(long micros, long nanosUntilDue) {
        lastNanos = System.nanoTime();
        lastMicros = micros;
        lateSeconds = -nanosUntilDue / 1e9;
    }

    /** Once {@code sentAll} was true, a later false has no effect. */
    void end(boolean sentAll) {
        receivedAll |= sentAll;
        isEnded = true;
    }

    /** Call it only after the end. */
    boolean hasReceivedAll() {
        return receivedAll;
    }

    boolean isIdle(long nanos) {
        return System.nanoTime() - lastNanos > nanos;
    }

    @Override
    public String toString() {
        double recordedSeconds = (lastMicros - firstMicros) / 1e6;
        double elapsedSeconds = (lastNanos - firstNanos) / 1e9;
        String late =
                lateSeconds <= LATE_SECONDS ? ", kept up" : String.format(Locale.ROOT, ", %.1f s late", lateSeconds);
        return String.format(
                        Locale.ROOT,
                        "%s: %s, %s, %.1f MB; %.1f s recorded in %.2f s, playing ratio %.2f",
                        consumer,
                        PlainText.withNoun(transactions, "transaction"),
                        PlainText.withNoun(events, "event"),
                        bytes / 1e6,
                        recordedSeconds,
                        elapsedSeconds,
                        recordedSeconds / Math.max(elapsedSeconds, 1e-3))
                + (isPaced ? late : "")
                + (receivedAll ? "" : ", left before the end");
    }
}
