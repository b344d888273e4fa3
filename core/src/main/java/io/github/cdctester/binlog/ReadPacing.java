// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import java.util.concurrent.locks.LockSupport;

/**
 * Fewer, larger reads while catching up: the server sends in small pieces, and a read for each costs three times the CPU.
 * Pausing is allowed only where the delay is so long already that the pause cannot be seen in it, and where a read has
 * taken all that there was: a server that fills the buffer during a pause would be kept waiting (docs/adr/0002).
 */
final class ReadPacing {

    private static final int FULL_READ_BYTES = 12_000;
    private static final long PAUSE_NANOS = 500_000;

    /** A hundred times the pause. Seconds, the resolution of event headers, are beyond it. */
    private static final long BEHIND_MICROS = 100 * PAUSE_NANOS / 1_000;

    private ReadPacing() {}

    static void afterRead(int bytes, boolean filledTheBuffer, long behindMicros) {
        if (isPauseAfter(bytes, filledTheBuffer, behindMicros)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    static boolean isPauseAfter(int bytes, boolean filledTheBuffer, long behindMicros) {
        return bytes >= FULL_READ_BYTES && !filledTheBuffer && behindMicros > BEHIND_MICROS;
    }
}
