// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Clock;
import java.time.Instant;

/** A wall clock in microseconds, the unit of MySQL's commit timestamps. */
@FunctionalInterface
public interface EpochMicrosClock {

    /**
     * The machine's wall clock. Each call reads it instead of extrapolating from {@link System#nanoTime()}, because the
     * clocks of the compared servers also follow NTP corrections.
     */
    EpochMicrosClock SYSTEM = () -> micros(Clock.systemUTC().instant());

    long epochMicros();

    static long micros(Instant instant) {
        return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    }
}
