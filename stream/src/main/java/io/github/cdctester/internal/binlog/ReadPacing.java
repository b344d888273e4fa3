// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.util.concurrent.locks.LockSupport;

/**
 * Makes reads fewer and larger while the stream catches up. The server sends small pieces, and one read per piece costs three
 * times as much CPU time as large reads. The reader pauses only after a read of all available data, and only if the delay is much
 * longer than the pause. Pauses are adjusted so that one to two MiB arrive per pause. Shorter pauses cost wake-ups; longer pauses
 * stall the server, because the socket buffer fills up (docs/dev/adr/0035). Confined to the reader's thread.
 */
final class ReadPacing {

    static final long MIN_PAUSE_NANOS = 500_000;
    static final long MAX_PAUSE_NANOS = 2_000_000;

    private static final int MIN_LARGE_READ_BYTES = 12_000;
    private static final int MIN_BYTES_PER_PAUSE = 1 << 20;
    private static final int MAX_BYTES_PER_PAUSE = 2 << 20;

    /** A pause is at most 1/100 of the delay. The delay is rounded down by up to 1 s, the resolution of event headers. */
    private static final int MIN_DELAY_PER_PAUSE = 100;

    private long pauseNanos = MIN_PAUSE_NANOS;
    private long bytesSincePause;

    void afterRead(int bytes, boolean isBufferFull, long behindMicros) {
        long nanos = pauseNanos(bytes, isBufferFull, behindMicros);
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
    }

    /** Returns the pause after a read, in ns; 0 for no pause. */
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
