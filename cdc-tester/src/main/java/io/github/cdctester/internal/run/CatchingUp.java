// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.stream.LogProgress;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Forecast;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Watches streams until they have read their backlog, and forecasts the catch-up time. Not thread-safe. */
final class CatchingUp {

    /** Time from the first bytes to the forecast: long enough to measure a rate, short compared to a relevant backlog. */
    static final long MEASURED_NANOS = 1_000_000_000L;

    private final LogProgress begin;
    private final @Nullable Double loggedBytesPerSecond;
    private final long fromNanos;
    private LogProgress now;
    private long nowNanos;
    private boolean done;

    private @Nullable LogProgress firstProgress;
    private long firstNanos;

    private double forecastAfterSeconds;
    private double readBytesPerSecond;
    private double writtenBytesPerSecond;
    private @Nullable Double forecastSeconds;

    /** @param loggedBytesPerSecond growth of the log before the catch-up; {@code null} if unknown */
    CatchingUp(LogProgress begin, @Nullable Double loggedBytesPerSecond, long fromNanos) {
        this.begin = begin;
        this.loggedBytesPerSecond = loggedBytesPerSecond;
        this.fromNanos = fromNanos;
        now = begin;
        nowNanos = fromNanos;
    }

    /** Records the progress; returns true if the readers reached the log's end. Only an end queried after the start counts. */
    boolean isDone(LogProgress progress, long timeNanos, boolean loadsWrite) {
        now = progress;
        nowNanos = timeNanos;
        done = now.behindBytes() == 0 && now.seenAgoMicros() < (nowNanos - fromNanos) / 1_000;
        if (firstProgress == null && now.readBytes() > begin.readBytes()) {
            firstProgress = now;
            firstNanos = nowNanos;
        }
        if (!done && firstProgress != null && forecastAfterSeconds == 0 && nowNanos - firstNanos >= MEASURED_NANOS) {
            computeForecast(firstProgress, loadsWrite);
        }
        return done;
    }

    private void computeForecast(LogProgress earlier, boolean loadsWrite) {
        Double writeRate = loadsWrite ? loggedBytesPerSecond : Double.valueOf(0);
        if (writeRate == null || !now.isKnown()) {
            return;
        }
        writtenBytesPerSecond = writeRate;
        forecastAfterSeconds = seconds();
        readBytesPerSecond = (now.readBytes() - earlier.readBytes()) / ((nowNanos - firstNanos) / 1e9);
        double gained = readBytesPerSecond - writeRate;
        forecastSeconds = gained > 0 ? forecastAfterSeconds + now.behindBytes() / gained : null;
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
        if (forecastAfterSeconds == 0) {
            return null;
        }
        Double expected = forecastSeconds;
        Double error = done && expected != null ? 100 * (expected - seconds()) / seconds() : null;
        return new Forecast(forecastAfterSeconds, readBytesPerSecond, writtenBytesPerSecond, expected, error);
    }
}
