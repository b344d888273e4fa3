// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.nio.ByteBuffer;

/** Counts the events that a tracker handles one by one, and optionally disables the fast path. */
public final class SlowPath implements EventHandler {

    private final TransactionTracker tracker;
    private final boolean forcesSlowPath;
    private long events;

    /** @param forcesSlowPath true to never use the fast path */
    public SlowPath(TransactionTracker tracker, boolean forcesSlowPath) {
        this.tracker = tracker;
        this.forcesSlowPath = forcesSlowPath;
    }

    public long events() {
        return events;
    }

    @Override
    public boolean processCompleteEvents(ByteBuffer buffer) throws StreamProtocolException {
        return !forcesSlowPath && tracker.processCompleteEvents(buffer);
    }

    @Override
    public void eventBegin(ByteBuffer buffer, int offset, int prefixBytes, long length) throws StreamProtocolException {
        events++;
        tracker.eventBegin(buffer, offset, prefixBytes, length);
    }

    @Override
    public void eventBody(ByteBuffer buffer, int offset, int count) throws StreamProtocolException {
        tracker.eventBody(buffer, offset, count);
    }

    @Override
    public void eventEnd() throws StreamProtocolException {
        tracker.eventEnd();
    }
}
