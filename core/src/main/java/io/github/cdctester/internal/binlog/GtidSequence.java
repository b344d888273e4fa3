// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import io.github.cdctester.internal.binlog.gtid.GtidReader;
import java.nio.ByteBuffer;

/**
 * Transactions of one source, each with the next number. What is to be known of them was known of the first: they are told
 * as a count, since telling each costs as much as walking over its events. For MySQL's GTIDs without a tag.
 */
final class GtidSequence {

    private long sourceHigh;
    private long sourceLow;
    private long nextNumber;

    /** Whatever comes next is not part of a run. */
    void end() {
        nextNumber = 0;
    }

    /** What comes next may follow this transaction. */
    void begin(ByteBuffer buffer, int at) {
        sourceHigh = GtidReader.rawHigh(buffer, at);
        sourceLow = GtidReader.rawLow(buffer, at);
        nextNumber = GtidReader.rawNumber(buffer, at) + 1;
    }

    /**
     * Takes a transaction into the run, if it goes on with it.
     *
     * @param at the index of the first byte of the event that opens it
     */
    boolean goesOnWith(ByteBuffer buffer, int at, int bytes, int type) {
        if (nextNumber > 0
                && nextNumber <= GtidIntervals.MAX_NUMBER
                && type == EventKind.GTID
                && bytes >= GtidReader.RAW_BYTES
                && GtidReader.rawNumber(buffer, at) == nextNumber
                && GtidReader.rawHigh(buffer, at) == sourceHigh
                && GtidReader.rawLow(buffer, at) == sourceLow) {
            nextNumber++;
            return true;
        }
        return false;
    }
}
