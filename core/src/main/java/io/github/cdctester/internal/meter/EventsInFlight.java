// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Arrays;

/**
 * The event types of the open transaction: a list of the last events, and counts by type of earlier ones. Clearing the
 * list at the end of each transaction costs nothing.
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
     * Subtracts the events in flight from counts by type.
     *
     * @param kinds index of the count of type 0
     */
    void subtractFrom(long[] counts, int kinds) {
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
