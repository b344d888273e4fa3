// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Detects that a stream has received nothing for too long. Uses a monotonic clock, because the wall clock may be set during a run.
 * Confined to the thread that checks the stream, except for {@link #onRead()}.
 */
final class SilenceWatch {

    private final NanoClock clock;
    private volatile long reads;
    private long checkedReads;
    private long silentSinceNanos;
    private boolean wasSilent;

    SilenceWatch(NanoClock clock) {
        this.clock = clock;
        silentSinceNanos = clock.nanoTime();
    }

    /** Call it when bytes have arrived or a connection was opened. Reads no clock. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    void onRead() {
        reads++;
    }

    /**
     * Describes a silence of more than {@link Defaults#STREAM_TIMEOUT}, or returns null. Each report restarts the measurement.
     * Without keep-alives, only the first silence is reported.
     */
    @Nullable
    String check(boolean sendsKeepAlives) {
        long nowNanos = clock.nanoTime();
        long currentReads = reads;
        if (currentReads != checkedReads) {
            checkedReads = currentReads;
            silentSinceNanos = nowNanos;
        }
        long silentNanos = nowNanos - silentSinceNanos;
        if (silentNanos <= Defaults.STREAM_TIMEOUT.toNanos() || (wasSilent && !sendsKeepAlives)) {
            return null;
        }
        wasSilent = true;
        silentSinceNanos = nowNanos;
        return "nothing arrived for " + TimeUnit.NANOSECONDS.toSeconds(silentNanos) + " s, not even a keep-alive";
    }
}
