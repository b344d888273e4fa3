// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec.Arrivals;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The starts of an open loop, as places on an axis with one expected start per unit; {@link RateCurve} maps places to
 * times. All workers take starts from the same schedule, so that a free worker takes the next start. If n machines
 * share a schedule, each has every n-th start.
 */
interface Schedule {

    double next();

    /** Skips the free starts before a place. Call it while no worker takes starts. */
    void skipTo(double place);

    /** Returns the expected place of the first free start; the others follow at distances of {@link #stride}. */
    double firstFree();

    /** Returns the mean distance between two starts of this schedule. */
    double stride();

    /**
     * Returns the number of starts before a place.
     *
     * @param notDue number of taken starts at or after the place
     */
    long before(double place, long notDue);

    static Schedule of(Arrivals arrivals, LoadShare share) {
        return switch (arrivals) {
            case CONSTANT -> new EvenSchedule(share);
            case POISSON -> new PoissonSchedule(share);
        };
    }

    /** Starts at places 0, 1, 2, …; with several machines, the second one's starts begin at 1, and so on. */
    final class EvenSchedule implements Schedule {

        private final LoadShare share;
        private final AtomicLong taken = new AtomicLong();

        EvenSchedule(LoadShare share) {
            this.share = share;
        }

        @Override
        public double next() {
            return place(taken.getAndIncrement());
        }

        @Override
        public void skipTo(double place) {
            taken.accumulateAndGet(before(place, 0), Math::max);
        }

        @Override
        public double firstFree() {
            return place(taken.get());
        }

        @Override
        public double stride() {
            return share.of();
        }

        @Override
        public long before(double place, long notDue) {
            return Math.max(0, (long) Math.ceil((place - share.index()) / share.of()));
        }

        private double place(long number) {
            return share.index() + (double) number * share.of();
        }
    }

    /**
     * A Poisson process of rate one. Mapped to time by the integral of the rate, it is a Poisson process with the
     * changing rate (Çınlar, Introduction to Stochastic Processes, 1975, 4.7). The processes of several machines, each
     * with a part of the rate, together form one process with the whole rate (4.3).
     */
    final class PoissonSchedule implements Schedule {

        private final double stride;

        /** Sum of the gaps so far, as the bits of a double. */
        private final AtomicLong lastPlace = new AtomicLong();

        private final AtomicLong taken = new AtomicLong();

        PoissonSchedule(LoadShare share) {
            stride = share.of();
        }

        @Override
        public double next() {
            double gap = stride * ThreadLocalRandom.current().nextExponential();
            while (true) {
                long before = lastPlace.get();
                double place = Double.longBitsToDouble(before) + gap;
                if (lastPlace.compareAndSet(before, Double.doubleToRawLongBits(place))) {
                    taken.incrementAndGet();
                    return place;
                }
            }
        }

        /** Needs no history: starts after a place do not depend on earlier ones. */
        @Override
        public void skipTo(double place) {
            lastPlace.accumulateAndGet(
                    Double.doubleToRawLongBits(place),
                    (last, to) -> Double.longBitsToDouble(last) >= Double.longBitsToDouble(to) ? last : to);
        }

        /** Returns half a stride after the last place, so that counts of starts match {@link #before}. */
        @Override
        public double firstFree() {
            return Double.longBitsToDouble(lastPlace.get()) + 0.5 * stride;
        }

        @Override
        public double stride() {
            return stride;
        }

        /** Exact for taken starts; the expected number for free starts. */
        @Override
        public long before(double place, long notDue) {
            double notTaken = place - Double.longBitsToDouble(lastPlace.get());
            return taken.get() - notDue + Math.max(0, Math.round(notTaken / stride));
        }
    }
}
