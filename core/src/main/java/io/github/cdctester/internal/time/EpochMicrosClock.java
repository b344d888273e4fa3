// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Clock;
import java.time.Instant;

/** The wall clock, in the unit of MySQL's commit timestamps. */
@FunctionalInterface
public interface EpochMicrosClock {

    /**
     * The machine's wall clock. It is read again each time, not extrapolated from {@link System#nanoTime()}: the servers that it is
     * compared with follow NTP's corrections too.
     */
    EpochMicrosClock SYSTEM = () -> micros(Clock.systemUTC().instant());

    /** Microseconds since 1970-01-01T00:00Z. */
    long epochMicros();

    /** Converts an instant: microseconds since 1970-01-01T00:00Z. */
    static long micros(Instant instant) {
        return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    }
}
