// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;

/** Hands over the transactions that the run's own stream reads. In the reader's thread. */
public final class LogFeed implements TransactionWatch {

    private static final int TRANSACTION = 0;
    private static final int HEARTBEAT = 1;
    private static final int WINDOW = 2;

    private final HandoffBuffer lane = new HandoffBuffer();
    private final Runnable onFull;
    private LogCursor cursor = new LogCursor();
    private long committedMicros = CommitTimes.UNKNOWN;

    /** {@code onFull} is called when many entries wait. */
    public LogFeed(Runnable onFull) {
        this.onFull = onFull;
    }

    /** Moves all entries to the log; by one thread at a time. */
    public void empty(LogReference log) {
        lane.empty((kind, numbers, at, tag, file) -> {
            if (kind == WINDOW) {
                log.windowOpened();
            } else {
                log.logged(
                        numbers[at],
                        numbers[at + 1],
                        String.valueOf(tag),
                        numbers[at + 2],
                        kind == HEARTBEAT,
                        numbers[at + 3],
                        String.valueOf(file),
                        numbers[at + 4]);
            }
        });
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
            onFull.run();
        }
    }

    @Override
    public void windowOpened() {
        lane.put(WINDOW, 0, 0, 0, 0, 0, null, null);
    }
}
