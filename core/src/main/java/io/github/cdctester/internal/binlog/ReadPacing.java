// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.util.concurrent.locks.LockSupport;

/**
 * Fewer, larger reads while catching up: the server sends in small pieces, and a read for each costs three times the CPU. A pause
 * requires a delay so long that the pause does not show in it, and a read that took all available data. The pause is as long as it takes the server to send one or two megabytes: a waking up costs something too, and a server that
 * fills the socket's buffer would be kept waiting (docs/dev/adr/0035). Confined to the reader's thread.
 */
final class ReadPacing {

    static final long MIN_NANOS = 500_000;
    static final long MAX_NANOS = 2_000_000;

    private static final int FULL_READ_BYTES = 12_000;
    private static final int FEW_BYTES = 1 << 20;
    private static final int MANY_BYTES = 2 << 20;

    /** A pause is at most this part of the delay. Seconds, the resolution of event headers, are beyond it. */
    private static final int PARTS = 100;

    private long pauseNanos = MIN_NANOS;
    private long bytesSincePause;

    /** Pauses, if it is time to. */
    void afterRead(int bytes, boolean filledTheBuffer, long behindMicros) {
        long nanos = pauseNanos(bytes, filledTheBuffer, behindMicros);
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
    }

    /** Returns the pause after a read; 0 for none. */
    long pauseNanos(int bytes, boolean filledTheBuffer, long behindMicros) {
        bytesSincePause += bytes;
        long longest = behindMicros * 1_000 / PARTS;
        if (filledTheBuffer || bytes < FULL_READ_BYTES || longest < MIN_NANOS) {
            return 0;
        }
        if (bytesSincePause > MANY_BYTES) {
            pauseNanos = Math.max(pauseNanos / 2, MIN_NANOS);
        } else if (bytesSincePause < FEW_BYTES) {
            pauseNanos = Math.min(pauseNanos * 2, MAX_NANOS);
        }
        bytesSincePause = 0;
        return Math.min(pauseNanos, longest);
    }
}
