// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.nio.ByteBuffer;

/** Passes all events to a {@link TransactionTracker}, and events of the log also to an {@link EventTap}. */
final class TappedEvents implements EventHandler {

    /** Packet length (3), sequence number (1), status (1). */
    private static final int BYTES_BEFORE_EVENT = 5;

    private final TransactionTracker tracker;
    private final EventTap tap;
    private boolean isTapped;

    TappedEvents(TransactionTracker tracker, EventTap tap) {
        this.tracker = tracker;
        this.tap = tap;
    }

    @Override
    public boolean processCompleteEvents(ByteBuffer buffer) throws StreamProtocolException {
        int index = buffer.position();
        String file = tracker.cursor().file();
        long offset = tracker.cursor().offset();
        if (!tracker.processCompleteEvents(buffer)) {
            return false;
        }
        while (index < buffer.position()) {
            int length = (buffer.getInt(index) & 0xFFFFFF) - 1;
            index += BYTES_BEFORE_EVENT;
            tap.begin(file, offset, buffer, index, length);
            index += length;
            offset += length;
            tap.end(index == buffer.position());
        }
        return true;
    }

    @Override
    public void eventBegin(ByteBuffer buffer, int index, int prefixBytes, long length) throws StreamProtocolException {
        tracker.eventBegin(buffer, index, prefixBytes, length);
        isTapped = tracker.isLogEvent();
        if (isTapped) {
            tap.begin(tracker.cursor().file(), tracker.cursor().offset(), buffer, index, prefixBytes);
        } else if (buffer.get(index + 4) == EventKind.FORMAT_DESCRIPTION && prefixBytes == length) {
            byte[] event = new byte[prefixBytes];
            buffer.get(index, event);
            tap.formatDescription(event);
        }
    }

    @Override
    public void eventBody(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        tracker.eventBody(buffer, index, count);
        if (isTapped) {
            tap.append(buffer, index, count);
        }
    }

    @Override
    public void eventEnd() throws StreamProtocolException {
        tracker.eventEnd();
        if (isTapped) {
            tap.end(!tracker.isInTransaction());
        }
    }
}
