// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec.Arrivals;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The starts of an open loop. The position of a start is the expected number of starts before it; {@link RateCurve} converts
 * positions to times. Any free worker takes the next start. If n machines share a schedule, each machine takes every n-th start.
 */
interface Schedule {

    double nextPosition();

    /** Skips only starts that no worker has taken. Call it while no worker takes starts. */
    void skipTo(double position);

    /** Expected position of the first start that no worker has taken. Later starts follow at distances of {@link #stride}. */
    double firstFreePosition();

    double stride();

    /** {@code takenLater} counts taken starts at or after the position. */
    long startsBefore(double position, long takenLater);

    static Schedule of(Arrivals arrivals, LoadShare share) {
        return switch (arrivals) {
            case CONSTANT -> new EvenSchedule(share);
            case POISSON -> new PoissonSchedule(share);
        };
    }

    /** Starts at positions 0, 1, 2, …. With n machines, machine i takes the starts at i, i + n, i + 2n, …. */
    final class EvenSchedule implements Schedule {

        private final LoadShare share;
        private final AtomicLong takenCount = new AtomicLong();

        EvenSchedule(LoadShare share) {
            this.share = share;
        }

        @Override
        public double nextPosition() {
            return position(takenCount.getAndIncrement());
        }

        @Override
        public void skipTo(double position) {
            takenCount.accumulateAndGet(startsBefore(position, 0), Math::max);
        }

        @Override
        public double firstFreePosition() {
            return position(takenCount.get());
        }

        @Override
        public double stride() {
            return share.of();
        }

        @Override
        public long startsBefore(double position, long takenLater) {
            return Math.max(0, (long) Math.ceil((position - share.index()) / share.of()));
        }

        private double position(long number) {
            return share.index() + (double) number * share.of();
        }
    }

    /**
     * A Poisson process of rate one. The integral of the rate maps it to a Poisson process in time with the changing rate
     * (Çınlar, Introduction to Stochastic Processes, 1975, 4.7). The processes of several machines, each with a fraction of the
     * rate, form one process with the total rate (4.3).
     */
    final class PoissonSchedule implements Schedule {

        private final double stride;

        /** Bits of a double: the position of the last taken start, or of a later {@link #skipTo}. */
        private final AtomicLong lastPosition = new AtomicLong();

        private final AtomicLong takenCount = new AtomicLong();

        PoissonSchedule(LoadShare share) {
            stride = share.of();
        }

        @Override
        public double nextPosition() {
            double gap = stride * ThreadLocalRandom.current().nextExponential();
            while (true) {
                long before = lastPosition.get();
                double position = Double.longBitsToDouble(before) + gap;
                if (lastPosition.compareAndSet(before, Double.doubleToRawLongBits(position))) {
                    takenCount.incrementAndGet();
                    return position;
                }
            }
        }

        /** In a Poisson process, later starts do not depend on earlier starts. */
        @Override
        public void skipTo(double position) {
            lastPosition.accumulateAndGet(
                    Double.doubleToRawLongBits(position),
                    (last, to) -> Double.longBitsToDouble(last) >= Double.longBitsToDouble(to) ? last : to);
        }

        /** Adds half a stride, so that the count of waiting starts matches {@link #startsBefore}. */
        @Override
        public double firstFreePosition() {
            return Double.longBitsToDouble(lastPosition.get()) + 0.5 * stride;
        }

        @Override
        public double stride() {
            return stride;
        }

        /** Exact for taken starts; adds the expected number of further starts. */
        @Override
        public long startsBefore(double position, long takenLater) {
            double notTaken = position - Double.longBitsToDouble(lastPosition.get());
            return takenCount.get() - takenLater + Math.max(0, Math.round(notTaken / stride));
        }
    }
}
