// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;

/** Hands over what the run's own stream reads. In the reader's thread. */
final class LogFeed implements TransactionWatch {

    static final int TRANSACTION = 0;
    static final int HEARTBEAT = 1;
    static final int WINDOW = 2;

    private final HandoffBuffer lane;
    private final Runnable empty;
    private LogCursor cursor = new LogCursor();
    private long committedMicros = CommitTimes.UNKNOWN;

    LogFeed(HandoffBuffer lane, Runnable empty) {
        this.lane = lane;
        this.empty = empty;
    }

    @Override
    public void follows(LogCursor reader) {
        cursor = reader;
    }

    @Override
    public void committedAt(long micros) {
        committedMicros = micros;
    }

    @Override
    public void ended(long high, long low, String tag, long number, long heartbeat) {
        boolean isLong = lane.put(
                heartbeat >= 0 ? HEARTBEAT : TRANSACTION,
                high,
                low,
                number,
                committedMicros,
                cursor.offset(),
                tag,
                cursor.file());
        committedMicros = CommitTimes.UNKNOWN;
        if (isLong) {
            empty.run();
        }
    }

    @Override
    public void windowOpened() {
        lane.put(WINDOW, 0, 0, 0, 0, 0, null, null);
    }
}
