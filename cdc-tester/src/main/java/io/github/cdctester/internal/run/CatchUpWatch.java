// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.stream.LogProgress;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Forecast;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Watches streams until they have read their backlog, and forecasts the catch-up time. Not thread-safe. */
final class CatchUpWatch {

    /** Time from the first received bytes to the forecast: enough to measure a rate, but short compared to a relevant catch-up. */
    static final long FORECAST_DELAY_NANOS = 1_000_000_000L;

    private final LogProgress startProgress;
    private final @Nullable Double loggedBytesPerSecond;
    private final long fromNanos;
    private LogProgress lastProgress;
    private long nowNanos;
    private boolean hasCaughtUp;

    private @Nullable LogProgress firstProgress;
    private long firstProgressNanos;

    private double forecastAfterSeconds;
    private double readBytesPerSecond;
    private double writtenBytesPerSecond;
    private @Nullable Double forecastSeconds;

    /** @param loggedBytesPerSecond before the catch-up; {@code null} if unknown */
    CatchUpWatch(LogProgress startProgress, @Nullable Double loggedBytesPerSecond, long fromNanos) {
        this.startProgress = startProgress;
        this.loggedBytesPerSecond = loggedBytesPerSecond;
        this.fromNanos = fromNanos;
        lastProgress = startProgress;
        nowNanos = fromNanos;
    }

    /** Returns true if the readers reached a log end that was queried after the start of the catch-up. */
    boolean isDone(LogProgress progress, long timeNanos, boolean loadsWrite) {
        lastProgress = progress;
        nowNanos = timeNanos;
        hasCaughtUp = lastProgress.behindBytes() == 0 && lastProgress.endAgeMicros() < (nowNanos - fromNanos) / 1_000;
        if (firstProgress == null && lastProgress.readBytes() > startProgress.readBytes()) {
            firstProgress = lastProgress;
            firstProgressNanos = nowNanos;
        }
        if (!hasCaughtUp
                && firstProgress != null
                && forecastAfterSeconds == 0
                && nowNanos - firstProgressNanos >= FORECAST_DELAY_NANOS) {
            computeForecast(firstProgress, loadsWrite);
        }
        return hasCaughtUp;
    }

    boolean hasCaughtUp() {
        return hasCaughtUp;
    }

    private void computeForecast(LogProgress earlier, boolean loadsWrite) {
        Double writeRate = loadsWrite ? loggedBytesPerSecond : Double.valueOf(0);
        if (writeRate == null || !lastProgress.isEndKnown()) {
            return;
        }
        writtenBytesPerSecond = writeRate;
        forecastAfterSeconds = seconds();
        readBytesPerSecond = (lastProgress.readBytes() - earlier.readBytes()) / ((nowNanos - firstProgressNanos) / 1e9);
        double readAheadRate = readBytesPerSecond - writeRate;
        forecastSeconds = readAheadRate > 0 ? forecastAfterSeconds + lastProgress.behindBytes() / readAheadRate : null;
    }

    private double seconds() {
        return (nowNanos - fromNanos) / 1e9;
    }

    BacklogResult result(double pausedSeconds, List<Stretch> stretches) {
        long readBytes = lastProgress.readBytes() - startProgress.readBytes();
        return new BacklogResult(
                pausedSeconds,
                startProgress.isEndKnown() ? startProgress.behindBytes() : null,
                hasCaughtUp ? seconds() : null,
                readBytes,
                nowNanos == fromNanos ? 0 : readBytes / seconds(),
                lastProgress.isEndKnown() ? lastProgress.behindBytes() : null,
                forecast(),
                stretches);
    }

    private @Nullable Forecast forecast() {
        if (forecastAfterSeconds == 0) {
            return null;
        }
        Double expected = forecastSeconds;
        Double errorPercent = hasCaughtUp && expected != null ? 100 * (expected - seconds()) / seconds() : null;
        return new Forecast(forecastAfterSeconds, readBytesPerSecond, writtenBytesPerSecond, expected, errorPercent);
    }
}
