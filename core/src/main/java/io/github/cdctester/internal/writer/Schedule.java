// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec.Arrivals;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out the places of an open loop's starts, on an axis on which one start is expected in each unit; {@link RateCurve}
 * says what time that is. All workers draw from the same schedule, so that whoever is free takes the next start.
 */
interface Schedule {

    /** Takes the next start; for any thread. */
    double next();

    /** Where the first start is, or is to be expected, that nobody has taken; one more comes each unit after it. */
    double firstLeft();

    /**
     * Counts the starts before a place.
     *
     * @param place where to count to
     * @param notDue how many starts were taken that come at that place or behind it
     */
    long before(double place, long notDue);

    static Schedule of(Arrivals arrivals) {
        return switch (arrivals) {
            case CONSTANT -> new Even();
            case POISSON -> new Poisson();
        };
    }

    /** Starts at 0, 1, 2, … */
    final class Even implements Schedule {

        private final AtomicLong taken = new AtomicLong();

        @Override
        public double next() {
            return taken.getAndIncrement();
        }

        @Override
        public double firstLeft() {
            return taken.get();
        }

        @Override
        public long before(double place, long notDue) {
            return Math.max(0, (long) Math.ceil(place));
        }
    }

    /**
     * A Poisson process of rate one, mapped to time by the rate's integral: that makes one of the changing rate (Çınlar,
     * Introduction to Stochastic Processes, 1975, 4.7).
     */
    final class Poisson implements Schedule {

        /** Σ of the gaps so far, the bits of a double. */
        private final AtomicLong lastPlace = new AtomicLong();

        private final AtomicLong taken = new AtomicLong();

        @Override
        public double next() {
            double gap = ThreadLocalRandom.current().nextExponential();
            while (true) {
                long before = lastPlace.get();
                double place = Double.longBitsToDouble(before) + gap;
                if (lastPlace.compareAndSet(before, Double.doubleToRawLongBits(place))) {
                    taken.incrementAndGet();
                    return place;
                }
            }
        }

        /** Half a unit on, so that as many are left before a place as {@link #before} counts. */
        @Override
        public double firstLeft() {
            return Double.longBitsToDouble(lastPlace.get()) + 0.5;
        }

        /** Exact for the starts that were taken; of those that nobody was free to take, the expected number. */
        @Override
        public long before(double place, long notDue) {
            double notTaken = place - Double.longBitsToDouble(lastPlace.get());
            return taken.get() - notDue + Math.max(0, Math.round(notTaken));
        }
    }
}
