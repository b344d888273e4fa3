// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;

/** Queues the transactions of the run's own stream for the judge. The reader's thread calls it. */
public final class LogFeed extends HandoffBuffer<LogReference> implements TransactionWatch {

    private static final int TRANSACTION = 0;
    private static final int HEARTBEAT = 1;
    private static final int WINDOW = 2;
    private static final int STAMP = 3;

    private final Runnable onFull;
    private LogCursor cursor = new LogCursor();
    private long committedMicros = CommitTimes.UNKNOWN;

    public LogFeed(Runnable onFull) {
        this.onFull = onFull;
    }

    @Override
    public void setCursor(LogCursor reader) {
        cursor = reader;
    }

    @Override
    public void onCommitTime(long micros) {
        committedMicros = micros;
    }

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        boolean isLong;
        synchronized (this) {
            begin(heartbeat >= 0 ? HEARTBEAT : TRANSACTION)
                    .add(high)
                    .add(low)
                    .add(tag)
                    .add(number)
                    .add(committedMicros)
                    .add(cursor.file())
                    .add(cursor.offset());
            isLong = isLong();
        }
        committedMicros = CommitTimes.UNKNOWN;
        if (isLong) {
            onFull.run();
        }
    }

    /** Adds a stamp of the transaction that ended last, with the number of its rows. */
    synchronized void addStamp(long sequence, long rows) {
        begin(STAMP).add(sequence).add(rows);
    }

    @Override
    public synchronized void onWindowOpened() {
        begin(WINDOW);
    }

    @Override
    void deliver(int kind, Entries entry, LogReference log) {
        if (kind == WINDOW) {
            log.windowOpened();
        } else if (kind == STAMP) {
            log.addStamp(entry.number(), entry.number());
        } else {
            log.addTransaction(
                    entry.number(),
                    entry.number(),
                    entry.text(),
                    entry.number(),
                    kind == HEARTBEAT,
                    entry.number(),
                    entry.text(),
                    entry.number());
        }
    }
}
