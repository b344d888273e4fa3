// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.nio.ByteBuffer;

/** Shows an {@link EventTap} the events of the log that a {@link TransactionTracker} follows. */
final class TappedEvents implements EventHandler {

    /** Bytes before an event in one packet: its length, its number, and the status byte. */
    private static final int PACKET_BYTES = 5;

    private final TransactionTracker tracker;
    private final EventTap tap;
    private boolean shown;

    TappedEvents(TransactionTracker tracker, EventTap tap) {
        this.tracker = tracker;
        this.tap = tap;
    }

    @Override
    public boolean wholeEvents(ByteBuffer buffer) throws StreamProtocolException {
        int at = buffer.position();
        String file = tracker.place().file();
        long offset = tracker.place().offset();
        if (!tracker.wholeEvents(buffer)) {
            return false;
        }
        while (at < buffer.position()) {
            int length = (buffer.getInt(at) & 0xFFFFFF) - 1;
            at += PACKET_BYTES;
            tap.begin(file, offset, buffer, at, length);
            at += length;
            offset += length;
            tap.end(at == buffer.position());
        }
        return true;
    }

    @Override
    public void eventBegin(ByteBuffer buffer, int at, int prefix, long length) throws StreamProtocolException {
        tracker.eventBegin(buffer, at, prefix, length);
        shown = tracker.isOfLog();
        if (shown) {
            tap.begin(tracker.place().file(), tracker.place().offset(), buffer, at, prefix);
        } else if (buffer.get(at + 4) == EventKind.FORMAT_DESCRIPTION && prefix == length) {
            byte[] event = new byte[prefix];
            buffer.get(at, event);
            tap.described(event);
        }
    }

    @Override
    public void eventBody(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        tracker.eventBody(buffer, at, count);
        if (shown) {
            tap.more(buffer, at, count);
        }
    }

    @Override
    public void eventEnd() throws StreamProtocolException {
        tracker.eventEnd();
        if (shown) {
            tap.end(!tracker.isInTransaction());
        }
    }
}
