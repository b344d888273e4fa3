// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.LogProgress;

/** The binlog grows at a fixed rate. The stream reads it at another rate or pauses. */
final class FakeLog {

    private static final long END_REPORT_AGE_MICROS = 100_000;

    private final FakeClock clock;
    private long lastAdvanceNanos;
    private double writtenBytes;
    private double readBytes;
    private boolean isReading = true;

    double writtenBytesPerSecond;
    double readBytesPerSecond = Double.POSITIVE_INFINITY;

    boolean reportsEnd = true;

    FakeLog(FakeClock clock) {
        this.clock = clock;
        lastAdvanceNanos = clock.nanoTime();
    }

    void setReading(boolean reads) {
        advance();
        isReading = reads;
    }

    LogProgress progress() {
        advance();
        long received = Math.round(readBytes);
        return reportsEnd
                ? new LogProgress(received, received, Math.round(writtenBytes) - received, END_REPORT_AGE_MICROS)
                : new LogProgress(received, received, Goal.UNKNOWN, Long.MAX_VALUE);
    }

    private void advance() {
        double seconds = (clock.nanoTime() - lastAdvanceNanos) / 1e9;
        lastAdvanceNanos = clock.nanoTime();
        writtenBytes += writtenBytesPerSecond * seconds;
        if (isReading && seconds > 0) {
            readBytes = Math.min(writtenBytes, readBytes + readBytesPerSecond * seconds);
        }
    }
}
