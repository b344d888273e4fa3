// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.stream.LogProgress;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Forecast;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Watches streams with a backlog until they caught up, and forecasts the catch-up time. Not thread-safe. */
final class CatchingUp {

    /** Time from the first bytes to the forecast: long enough to measure a rate, short compared to a relevant backlog. */
    static final long MEASURED_NANOS = 1_000_000_000L;

    private final LogProgress begin;
    private final @Nullable Double loggedBytesPerSecond;
    private final long fromNanos;
    private LogProgress now;
    private long nowNanos;
    private boolean done;

    private @Nullable LogProgress first;
    private long firstNanos;

    private double madeAfterSeconds;
    private double readBytesPerSecond;
    private double writtenBytesPerSecond;
    private @Nullable Double forecastSeconds;

    /**
     * Starts the catch-up at a time and a position.
     *
     * @param loggedBytesPerSecond growth of the log before the catch-up; {@code null} if unknown
     */
    CatchingUp(LogProgress begin, @Nullable Double loggedBytesPerSecond, long fromNanos) {
        this.begin = begin;
        this.loggedBytesPerSecond = loggedBytesPerSecond;
        this.fromNanos = fromNanos;
        now = begin;
        nowNanos = fromNanos;
    }

    /** Records the progress; returns true if the readers reached an end of the log that was read after the catch-up started. */
    boolean isDone(LogProgress progress, long timeNanos, boolean loadsWrite) {
        now = progress;
        nowNanos = timeNanos;
        done = now.behindBytes() == 0 && now.seenAgoMicros() < (nowNanos - fromNanos) / 1_000;
        if (first == null && now.readBytes() > begin.readBytes()) {
            first = now;
            firstNanos = nowNanos;
        }
        if (!done && first != null && madeAfterSeconds == 0 && nowNanos - firstNanos >= MEASURED_NANOS) {
            forecast(first, loadsWrite);
        }
        return done;
    }

    private void forecast(LogProgress earlier, boolean loadsWrite) {
        Double written = loadsWrite ? loggedBytesPerSecond : Double.valueOf(0);
        if (written == null || !now.isKnown()) {
            return;
        }
        writtenBytesPerSecond = written;
        madeAfterSeconds = seconds();
        readBytesPerSecond = (now.readBytes() - earlier.readBytes()) / ((nowNanos - firstNanos) / 1e9);
        double gained = readBytesPerSecond - written;
        forecastSeconds = gained > 0 ? madeAfterSeconds + now.behindBytes() / gained : null;
    }

    private double seconds() {
        return (nowNanos - fromNanos) / 1e9;
    }

    BacklogResult result(double pausedSeconds, List<Stretch> stretches) {
        long read = now.readBytes() - begin.readBytes();
        return new BacklogResult(
                pausedSeconds,
                begin.isKnown() ? begin.behindBytes() : null,
                done ? seconds() : null,
                read,
                nowNanos == fromNanos ? 0 : read / seconds(),
                now.isKnown() ? now.behindBytes() : null,
                forecast(),
                stretches);
    }

    private @Nullable Forecast forecast() {
        if (madeAfterSeconds == 0) {
            return null;
        }
        Double expected = forecastSeconds;
        Double error = done && expected != null ? 100 * (expected - seconds()) / seconds() : null;
        return new Forecast(madeAfterSeconds, readBytesPerSecond, writtenBytesPerSecond, expected, error);
    }
}
