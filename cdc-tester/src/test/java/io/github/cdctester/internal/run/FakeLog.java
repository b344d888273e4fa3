// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.LogProgress;

/** A log that grows at a fixed rate, and a stream that reads it at another rate or not at all. */
final class FakeLog {

    private static final long SEEN_AGO_MICROS = 100_000;

    private final FakeClock clock;
    private long atNanos;
    private double written;
    private double complete;
    private boolean isRead = true;

    double writtenPerSecond;
    double readPerSecond = Double.POSITIVE_INFINITY;

    /** True if the server reports the end of its log. */
    boolean reportsEnd = true;

    FakeLog(FakeClock clock) {
        this.clock = clock;
        atNanos = clock.nanoTime();
    }

    void read(boolean reads) {
        advance();
        isRead = reads;
    }

    LogProgress progress() {
        advance();
        long received = Math.round(complete);
        return reportsEnd
                ? new LogProgress(received, received, Math.round(written) - received, SEEN_AGO_MICROS)
                : new LogProgress(received, received, Goal.UNKNOWN, Long.MAX_VALUE);
    }

    private void advance() {
        double seconds = (clock.nanoTime() - atNanos) / 1e9;
        atNanos = clock.nanoTime();
        written += writtenPerSecond * seconds;
        if (isRead && seconds > 0) {
            complete = Math.min(written, complete + readPerSecond * seconds);
        }
    }
}
