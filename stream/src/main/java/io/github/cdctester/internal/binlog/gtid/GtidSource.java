// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import java.util.UUID;

/**
 * Transaction numbers of one source: a server's UUID and a tag.
 *
 * @param high most significant bits of the UUID
 * @param low least significant bits of the UUID
 * @param tag in lower case; empty for none
 */
record GtidSource(long high, long low, String tag, GtidIntervals numbers) {

    /** Uses the server's order: the bytes of the UUID, then the tag. */
    int compareTo(long otherHigh, long otherLow, String otherTag) {
        int order = Long.compareUnsigned(high, otherHigh);
        if (order == 0) {
            order = Long.compareUnsigned(low, otherLow);
        }
        return order == 0 ? tag.compareTo(otherTag) : order;
    }

    boolean matches(long otherHigh, long otherLow, String otherTag) {
        return high == otherHigh && low == otherLow && tag.equals(otherTag);
    }

    boolean isOfSameServer(GtidSource other) {
        return high == other.high && low == other.low;
    }

    UUID uuid() {
        return new UUID(high, low);
    }

    GtidSource withNumbers(GtidIntervals newNumbers) {
        return new GtidSource(high, low, tag, newNumbers);
    }
}
