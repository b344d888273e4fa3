// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.util.concurrent.locks.LockSupport;

/**
 * Makes reads larger while the stream catches up: one read per small piece costs three times as much CPU time. Each pause lets one
 * to two MiB arrive. Longer pauses stall the server, because the socket buffer fills up (docs/dev/adr/0035). Confined to the
 * reader's thread.
 */
final class ReadPacing {

    static final long MIN_PAUSE_NANOS = 500_000;
    static final long MAX_PAUSE_NANOS = 2_000_000;

    private static final int MIN_LARGE_READ_BYTES = 12_000;
    private static final int MIN_BYTES_PER_PAUSE = 1 << 20;
    private static final int MAX_BYTES_PER_PAUSE = 2 << 20;

    /** A pause is at most 1/100 of the delay. Event headers have a resolution of 1 s. */
    private static final int MIN_DELAY_PER_PAUSE = 100;

    private long pauseNanos = MIN_PAUSE_NANOS;
    private long bytesSincePause;

    void afterRead(int bytes, boolean isBufferFull, long behindMicros) {
        long nanos = pauseNanos(bytes, isBufferFull, behindMicros);
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
    }

    /** Returns ns; 0 for no pause. */
    long pauseNanos(int bytes, boolean isBufferFull, long behindMicros) {
        bytesSincePause += bytes;
        long maxPauseNanos = behindMicros * 1_000 / MIN_DELAY_PER_PAUSE;
        if (isBufferFull || bytes < MIN_LARGE_READ_BYTES || maxPauseNanos < MIN_PAUSE_NANOS) {
            return 0;
        }
        if (bytesSincePause > MAX_BYTES_PER_PAUSE) {
            pauseNanos = Math.max(pauseNanos / 2, MIN_PAUSE_NANOS);
        } else if (bytesSincePause < MIN_BYTES_PER_PAUSE) {
            pauseNanos = Math.min(pauseNanos * 2, MAX_PAUSE_NANOS);
        }
        bytesSincePause = 0;
        return Math.min(pauseNanos, maxPauseNanos);
    }
}
