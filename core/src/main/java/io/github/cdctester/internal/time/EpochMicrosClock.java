// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Clock;
import java.time.Instant;

/** A wall clock in µs, the unit of MySQL's commit timestamps. */
@FunctionalInterface
public interface EpochMicrosClock {

    /**
     * Reads the wall clock instead of extrapolating from {@link System#nanoTime()}, because the compared servers' clocks also
     * follow NTP corrections.
     */
    EpochMicrosClock SYSTEM = () -> micros(Clock.systemUTC().instant());

    long epochMicros();

    static long micros(Instant instant) {
        return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    }
}
