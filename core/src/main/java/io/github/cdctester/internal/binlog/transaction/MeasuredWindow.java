// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.position.LogPosition;
import org.jspecify.annotations.Nullable;

/** Opens the measured part of a stream at a mark. Confined to the reader's thread, except for the call that sets the mark. */
public final class MeasuredWindow {

    private final BinlogSink sink;
    private final LogCursor cursor;

    private TransactionWatch watch = TransactionWatch.NONE;
    private volatile @Nullable WindowMark mark;
    private long omittedBefore;
    private int changes;

    MeasuredWindow(BinlogSink sink, LogCursor cursor) {
        this.sink = sink;
        this.cursor = cursor;
    }

    /** Adds a watch that is notified of the start, in addition to the sink. */
    void reportTo(TransactionWatch transactions) {
        watch = transactions;
    }

    /** Thread-safe. */
    void openAt(WindowMark windowMark) {
        mark = windowMark;
    }

    /** Returns true if the measured part has not started, so that any event may start it. */
    boolean isAwaited() {
        return mark != null;
    }

    /** Bytes of the log that the server did not send, since it was opened. */
    long omittedBytes() {
        return cursor.omittedBytes() - omittedBefore;
    }

    /** Handles an event between transactions, or the start of one. */
    void openIfReached() {
        if (mark instanceof WindowMark.AtPosition at) {
            refuseOfAnotherServer(at);
            if (!cursor.file().isEmpty()
                    && new LogPosition(cursor.file(), cursor.offset())
                            .isAtOrAfter(at.position().file(), at.position().offset())) {
                open();
            }
        }
    }

    /** Handles the start of a transaction; returns true if the measured part was waiting for it. */
    boolean openIfAtFirstTransaction() {
        if (mark instanceof WindowMark.AtFirstTransaction) {
            open();
            return true;
        }
        return false;
    }

    /** Handles the end of a heartbeat's transaction. */
    void openIfAfterHeartbeat(long sequence) {
        if (mark instanceof WindowMark.AfterHeartbeat after && sequence >= after.sequence()) {
            open();
        }
    }

    /** Continues at another server, for which the mark's position is meaningless. */
    void serverChanged(LogPosition completed) {
        if (mark instanceof WindowMark.AtPosition at) {
            refuseOfAnotherServer(at);
            if (!completed.isAtOrAfter(at.position().file(), at.position().offset())) {
                throw notReached(at);
            }
            mark = new WindowMark.AtFirstTransaction();
        }
        changes++;
    }

    /** The mark may have been set while the stream switched to another server. */
    private void refuseOfAnotherServer(WindowMark.AtPosition at) {
        if (at.changes() != changes) {
            throw notReached(at);
        }
    }

    private static RunFailedException notReached(WindowMark.AtPosition at) {
        return new RunFailedException("the stream moved to another server before it reached " + at.position()
                + ", where the measured part should have begun: run again");
    }

    private void open() {
        mark = null;
        omittedBefore = cursor.omittedBytes();
        sink.windowOpened(cursor.file(), cursor.offset());
        watch.windowOpened();
    }
}
