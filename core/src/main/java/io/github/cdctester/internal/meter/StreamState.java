// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/** Shows whether a stream moves, and whether it should. */
public enum StreamState {
    FLOWING,
    /** Nothing arrived, and the source has nothing more. */
    IDLE,
    /** Nothing arrived, although the source has more. */
    STUCK,
    /** Nothing arrived, and the source cannot be queried for unread data. */
    UNKNOWN;

    public static StreamState of(double value) {
        return values()[(int) value];
    }

    /** State of two streams: {@link #STUCK} if one of them is stuck, else {@link #UNKNOWN}, {@link #FLOWING}, {@link #IDLE} in this order. */
    public StreamState with(StreamState other) {
        for (StreamState state : new StreamState[] {STUCK, UNKNOWN, FLOWING}) {
            if (this == state || other == state) {
                return state;
            }
        }
        return IDLE;
    }
}
