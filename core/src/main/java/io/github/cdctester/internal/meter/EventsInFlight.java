// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Arrays;

/**
 * The kinds of the events of open transactions: a list of the last ones, and counts of the rest. Clearing it, which every end of a
 * transaction does, then costs nothing.
 */
final class EventsInFlight {

    private static final int LISTED = 1_024;

    private final byte[] listed = new byte[LISTED];
    private final long[] unlisted = new long[EventKind.COUNT];
    private int listedCount;
    private long unlistedCount;

    void add(int type) {
        if (listedCount == LISTED) {
            makeRoom();
        }
        listed[listedCount++] = (byte) type;
    }

    long count() {
        return listedCount + unlistedCount;
    }

    void clear() {
        listedCount = 0;
        if (unlistedCount > 0) {
            unlistedCount = 0;
            Arrays.fill(unlisted, 0);
        }
    }

    /**
     * Subtracts these events from counts by kind.
     *
     * @param kinds index of the count of kind 0
     */
    void takeFrom(long[] counts, int kinds) {
        for (int i = 0; i < listedCount; i++) {
            counts[kinds + (listed[i] & 0xFF)]--;
        }
        if (unlistedCount > 0) {
            for (int type = 0; type < EventKind.COUNT; type++) {
                counts[kinds + type] -= unlisted[type];
            }
        }
    }

    private void makeRoom() {
        for (byte type : listed) {
            unlisted[type & 0xFF]++;
        }
        unlistedCount += LISTED;
        listedCount = 0;
    }
}
