// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/**
 * Offset between a server's clock and the tester's.
 *
 * @param offsetMicros the server's clock minus ours, in µs
 * @param uncertaintyMicros the offset is right within plus or minus this many µs: half of the shortest round trip; -1 if the
 *     offset is not known
 */
public record ClockOffset(long offsetMicros, long uncertaintyMicros) {

    /** Two readings of the same clock. */
    public static final ClockOffset NONE = new ClockOffset(0, 0);

    /** The server does not report its time: the clocks are assumed to be equal, and their difference is unknown. */
    public static final ClockOffset UNKNOWN = new ClockOffset(0, -1);

    /** Combines one question and its answer, assuming that the answer was made half-way (Cristian's algorithm). */
    public static ClockOffset ofRoundTrip(long askedMicros, long serverMicros, long answeredMicros) {
        long halfTrip = Math.max(0, answeredMicros - askedMicros + 1) / 2;
        return new ClockOffset(serverMicros - (askedMicros + answeredMicros) / 2, halfTrip);
    }

    /** Chooses the better of two samples: the one with the shorter round trip. */
    public ClockOffset best(ClockOffset other) {
        return other.uncertaintyMicros < uncertaintyMicros ? other : this;
    }
}
