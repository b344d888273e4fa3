// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/**
 * @param offsetMicros the server's clock minus the tester's clock, in µs
 * @param uncertaintyMicros maximum error in µs: half of the shortest round trip; -1 if the offset is unknown
 */
public record ClockOffset(long offsetMicros, long uncertaintyMicros) {

    /** Used if both clocks are the same clock. */
    public static final ClockOffset NONE = new ClockOffset(0, 0);

    /** The server does not report its time. The clocks are assumed to be equal. */
    public static final ClockOffset UNKNOWN = new ClockOffset(0, -1);

    /** Assumes that the server read its clock halfway between request and response (Cristian's algorithm). */
    public static ClockOffset ofRoundTrip(long requestMicros, long serverMicros, long responseMicros) {
        long halfTrip = Math.max(0, responseMicros - requestMicros + 1) / 2;
        return new ClockOffset(serverMicros - (requestMicros + responseMicros) / 2, halfTrip);
    }

    public ClockOffset moreCertain(ClockOffset other) {
        return other.uncertaintyMicros < uncertaintyMicros ? other : this;
    }
}
