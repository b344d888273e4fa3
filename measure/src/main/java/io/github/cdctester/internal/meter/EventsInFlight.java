// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Arrays;

/** Lists up to 1,024 event types of the open transaction, so that clearing costs nothing. Counts earlier events by type. */
final class EventsInFlight {

    private static final int MAX_LISTED = 1_024;

    private final byte[] listedTypes = new byte[MAX_LISTED];
    private final long[] unlistedCounts = new long[EventKind.TYPE_COUNT];
    private int listedCount;
    private long unlistedCount;

    void add(int type) {
        if (listedCount == MAX_LISTED) {
            makeRoom();
        }
        listedTypes[listedCount++] = (byte) type;
    }

    long count() {
        return listedCount + unlistedCount;
    }

    void clear() {
        listedCount = 0;
        if (unlistedCount > 0) {
            unlistedCount = 0;
            Arrays.fill(unlistedCounts, 0);
        }
    }

    void subtractFrom(long[] counts, int firstIndex) {
        for (int i = 0; i < listedCount; i++) {
            counts[firstIndex + (listedTypes[i] & 0xFF)]--;
        }
        if (unlistedCount > 0) {
            for (int type = 0; type < EventKind.TYPE_COUNT; type++) {
                counts[firstIndex + type] -= unlistedCounts[type];
            }
        }
    }

    private void makeRoom() {
        for (byte type : listedTypes) {
            unlistedCounts[type & 0xFF]++;
        }
        unlistedCount += MAX_LISTED;
        listedCount = 0;
    }
}
