// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;

/** Tells two watches the same. */
record CompositeWatch(TransactionWatch first, TransactionWatch second) implements TransactionWatch {

    @Override
    public void follows(LogCursor cursor) {
        first.follows(cursor);
        second.follows(cursor);
    }

    @Override
    public void begins() {
        first.begins();
        second.begins();
    }

    @Override
    public void committedAt(long micros) {
        first.committedAt(micros);
        second.committedAt(micros);
    }

    @Override
    public void ended(long high, long low, String tag, long number, long heartbeat) {
        first.ended(high, low, tag, number, heartbeat);
        second.ended(high, low, tag, number, heartbeat);
    }

    @Override
    public void windowOpened() {
        first.windowOpened();
        second.windowOpened();
    }

    @Override
    public void readEnd() {
        first.readEnd();
        second.readEnd();
    }
}
