// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

/**
 * Estimates the offset of another machine's clock: of several round trips the shortest counts, and half of it is the largest possible
 * error (Cristian, Probabilistic clock synchronization, 1989). Old answers are dropped, as clocks drift. For one thread at a time.
 */
final class ClockEstimator {

    /** Two clocks drift apart by 3 ms a minute at the most that is usual (50 ppm). */
    private static final long AGE_NANOS = 20_000_000_000L;

    private record Best(long sinceNanos, long roundTrip, long offset, long epochOffsetMicros) {}

    private Best now = new Best(0, Long.MAX_VALUE, 0, 0);
    private Best before = now;

    /** Takes one round trip. */
    void take(long askedNanos, long thereNanos, long answeredNanos, long epochAheadMicros) {
        long taken = answeredNanos - askedNanos;
        boolean first = now.roundTrip() == Long.MAX_VALUE;
        if (!first && answeredNanos - now.sinceNanos() > AGE_NANOS) {
            before = now;
            now = new Best(answeredNanos, Long.MAX_VALUE, 0, 0);
        }
        if (taken < now.roundTrip()) {
            now = new Best(
                    first ? answeredNanos : now.sinceNanos(),
                    taken,
                    thereNanos - (askedNanos + taken / 2),
                    epochAheadMicros + taken / 2 / 1_000);
        }
    }

    private Best best() {
        return before.roundTrip() < now.roundTrip() ? before : now;
    }

    long remoteNanos(long nanos) {
        return nanos + best().offset();
    }

    /** The largest possible error. */
    long errorNanos() {
        return best().roundTrip() / 2;
    }

    /** The remote time of day minus the local one. */
    long epochAheadMicros() {
        return best().epochOffsetMicros();
    }
}
