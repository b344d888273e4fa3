// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/** State of a stream: data arrive, or the reason why no data arrive. */
public enum StreamState {
    FLOWING,
    /** No data arrived, and the source has no unread data. */
    IDLE,
    /** No data arrived, although the source has unread data. */
    STUCK,
    /** No data arrived, and the source cannot be queried for unread data. */
    UNKNOWN;

    public static StreamState ofOrdinal(double ordinal) {
        return values()[(int) ordinal];
    }

    /** Precedence: {@link #STUCK}, {@link #UNKNOWN}, {@link #FLOWING}, {@link #IDLE}. */
    public StreamState with(StreamState other) {
        for (StreamState state : new StreamState[] {STUCK, UNKNOWN, FLOWING}) {
            if (this == state || other == state) {
                return state;
            }
        }
        return IDLE;
    }
}
