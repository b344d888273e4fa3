// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

/**
 * How far another machine's clock is from this one's: of several questions the one with the shortest way there and back, whose half
 * is the most that the answer can be wrong by (Cristian, Probabilistic clock synchronization, 1989). Old answers are forgotten, as
 * clocks drift. For one thread at a time.
 */
final class ClockOffset {

    /** Two clocks drift apart by 3 ms a minute at the most that is usual (50 ppm). */
    private static final long AGE_NANOS = 20_000_000_000L;

    private record Best(long sinceNanos, long roundTrip, long offset, long epochOffsetMicros) {}

    private Best now = new Best(0, Long.MAX_VALUE, 0, 0);
    private Best before = now;

    /**
     * Takes an answer.
     *
     * @param askedNanos when it was asked, by the clock here
     * @param thereNanos what the clock there said
     * @param answeredNanos when the answer was here, by the clock here
     * @param epochAheadMicros how much later the time of day was there than here when the answer came
     */
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

    /** What the clock there says when the one here says {@code nanos}. */
    long there(long nanos) {
        return nanos + best().offset();
    }

    /** The most that it can be wrong by. */
    long errorNanos() {
        return best().roundTrip() / 2;
    }

    /** How much later the time of day is there. */
    long epochAheadMicros() {
        return best().epochOffsetMicros();
    }
}
