// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;

/** Queues the transactions of the run's own stream for the judge. The reader's thread calls it. */
public final class LogFeed implements TransactionWatch {

    private final Lane lane = new Lane();
    private final Runnable onFull;
    private LogCursor cursor = new LogCursor();
    private long committedMicros = CommitTimes.UNKNOWN;

    private static final class Lane extends HandoffBuffer<LogReference> {
        private static final int TRANSACTION = 0;
        private static final int HEARTBEAT = 1;
        private static final int WINDOW = 2;
        private static final int STAMP = 3;

        synchronized boolean addTransaction(
                long high,
                long low,
                String tag,
                long number,
                boolean heartbeat,
                long micros,
                String file,
                long offset) {
            begin(heartbeat ? HEARTBEAT : TRANSACTION)
                    .add(high)
                    .add(low)
                    .add(tag)
                    .add(number)
                    .add(micros)
                    .add(file)
                    .add(offset);
            return isLong();
        }

        synchronized void addStamp(long sequence, long rows) {
            begin(STAMP).add(sequence).add(rows);
        }

        synchronized void addWindowMark() {
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

    public LogFeed(Runnable onFull) {
        this.onFull = onFull;
    }

    public void drainTo(LogReference log) {
        lane.drainTo(log);
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
        boolean isLong = lane.addTransaction(
                high, low, tag, number, heartbeat >= 0, committedMicros, cursor.file(), cursor.offset());
        committedMicros = CommitTimes.UNKNOWN;
        if (isLong) {
            onFull.run();
        }
    }

    /** Adds a stamp of the transaction that ended last, with the number of its rows. */
    void addStamp(long sequence, long rows) {
        lane.addStamp(sequence, rows);
    }

    @Override
    public void onWindowOpened() {
        lane.addWindowMark();
    }
}
