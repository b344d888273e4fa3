// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Locale;

/** What one consumer took of a recording, and how long. Written by its thread; read when that has ended, but for its end. */
final class Consumption {

    /** A consumer that is later at the end has not kept up. */
    private static final double LATE_SECONDS = 1;

    private final String consumer;
    private final boolean paced;
    private long transactions;
    private long events;
    private long bytes;
    private long firstNanos;
    private volatile long lastNanos;
    private long firstMicros;
    private long lastMicros;
    private double lateSeconds;
    private boolean whole;
    private volatile boolean over;

    Consumption(String consumer, boolean paced) {
        this.consumer = consumer;
        this.paced = paced;
    }

    void sent(int type, long length) {
        events++;
        bytes += length;
        transactions += EventKind.opensTransaction(type) ? 1 : 0;
    }

    /** A block was sent, so many ns before its time. */
    void reached(long micros, long nanosUntil) {
        lastNanos = System.nanoTime();
        lastMicros = micros;
        lateSeconds = Math.max(0, -nanosUntil / 1e9);
    }

    void begins(long micros) {
        firstNanos = System.nanoTime();
        firstMicros = micros;
        reached(micros, 0);
    }

    void isWhole() {
        whole = true;
        over = true;
    }

    void hasGone() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Whether it has taken nothing for so long. */
    boolean isIdle(long nanos) {
        return System.nanoTime() - lastNanos > nanos;
    }

    boolean hasRead() {
        return events > 0;
    }

    /** In one line. */
    @Override
    public String toString() {
        double recorded = (lastMicros - firstMicros) / 1e6;
        double took = (lastNanos - firstNanos) / 1e9;
        String pace = !paced
                ? ""
                : lateSeconds <= LATE_SECONDS ? ", kept up" : String.format(Locale.ROOT, ", %.1f s late", lateSeconds);
        return String.format(
                Locale.ROOT,
                "%s: %d transactions, %d events, %.1f MB; %.1f s recorded in %.2f s, playing ratio %.2f%s%s",
                consumer,
                transactions,
                events,
                bytes / 1e6,
                recorded,
                took,
                recorded / Math.max(took, 1e-3),
                pace,
                whole ? "" : ", left before the end");
    }
}
