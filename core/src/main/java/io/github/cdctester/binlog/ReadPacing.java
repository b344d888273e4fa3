// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import java.util.concurrent.locks.LockSupport;

/**
 * Fewer, larger reads while catching up: the server sends in small pieces, and a read for each costs three times the CPU.
 * Pausing is allowed only where the delay is so long already that the pause cannot be seen in it.
 */
final class ReadPacing {

    private static final int FULL_READ_BYTES = 12_000;
    private static final long PAUSE_NANOS = 500_000;

    /** A hundred times the pause. Seconds, the resolution of event headers, are beyond it. */
    private static final long BEHIND_MICROS = 100 * PAUSE_NANOS / 1_000;

    private ReadPacing() {}

    static void afterRead(int bytes, long behindMicros) {
        if (bytes >= FULL_READ_BYTES && behindMicros > BEHIND_MICROS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
