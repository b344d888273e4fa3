// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.position.LogPosition;
import org.jspecify.annotations.Nullable;

/** Starts the measured part of a stream at a mark. Confined to the reader's thread, except for methods that are thread-safe. */
public final class MeasuredWindow {

    private final BinlogSink sink;
    private final LogCursor cursor;

    private TransactionWatch watch = TransactionWatch.NONE;
    private volatile @Nullable WindowMark mark;
    private volatile long omittedBefore;
    private volatile long incompleteTransactions;
    private volatile String incident = "";
    private int serverChanges;

    MeasuredWindow(BinlogSink sink, LogCursor cursor) {
        this.sink = sink;
        this.cursor = cursor;
    }

    /** Notifies the watch in addition to the sink. */
    void reportTo(TransactionWatch transactions) {
        watch = transactions;
    }

    /** Thread-safe. */
    void openAt(WindowMark windowMark) {
        mark = windowMark;
    }

    /** Returns true if a mark is set that the stream has not reached. */
    boolean hasPendingMark() {
        return mark != null;
    }

    /** Returns the number of log bytes since the start of the measured part that the server did not send. Thread-safe. */
    long omittedBytes() {
        long before = omittedBefore; // read first: if the measured part starts now, the difference is not negative
        return cursor.omittedBytes() - before;
    }

    /** Counts from the start of the measured part. Thread-safe. */
    long incompleteTransactions() {
        return incompleteTransactions;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the reader's thread writes this field
    void addIncompleteTransaction() {
        incompleteTransactions++;
    }

    /** Returns the first INCIDENT event of the measured part, as {@code file:offset}; empty for none. Thread-safe. */
    String incident() {
        return incident;
    }

    void recordIncident() {
        if (incident.isEmpty()) {
            incident = cursor.file() + ":" + cursor.offset();
        }
    }

    /** Called between transactions, and when one starts. */
    void openIfReached() {
        if (mark instanceof WindowMark.AtPosition target) {
            rejectMarkOfOtherServer(target);
            if (!cursor.file().isEmpty()
                    && new LogPosition(cursor.file(), cursor.offset())
                            .isAtOrAfter(
                                    target.position().file(), target.position().offset())) {
                open();
            }
        }
    }

    /** Called at the start of a transaction, which the measured part includes if this returns true. */
    boolean openIfAtFirstTransaction() {
        if (mark instanceof WindowMark.AtFirstTransaction) {
            open();
            return true;
        }
        return false;
    }

    void openIfAfterHeartbeat(long sequence) {
        if (mark instanceof WindowMark.AfterHeartbeat heartbeatMark && sequence >= heartbeatMark.sequence()) {
            open();
        }
    }

    /** Throws if the mark's position on the previous server was not reached. */
    void serverChanged(LogPosition completedPosition) {
        if (mark instanceof WindowMark.AtPosition target) {
            rejectMarkOfOtherServer(target);
            if (!completedPosition.isAtOrAfter(
                    target.position().file(), target.position().offset())) {
                throw notReachedFailure(target);
            }
            mark = new WindowMark.AtFirstTransaction();
        }
        serverChanges++;
    }

    /** The mark may have been set while the stream changed servers. */
    private void rejectMarkOfOtherServer(WindowMark.AtPosition target) {
        if (target.changes() != serverChanges) {
            throw notReachedFailure(target);
        }
    }

    private static RunFailedException notReachedFailure(WindowMark.AtPosition target) {
        return new RunFailedException("the stream moved to another server before it reached " + target.position()
                + ", where the measured part should have begun: run again");
    }

    private void open() {
        mark = null;
        omittedBefore = cursor.omittedBytes();
        incompleteTransactions = 0;
        incident = "";
        cursor.forgetGaps(); // otherwise late bytes of earlier gaps would reduce the count of the measured part
        sink.windowOpened(cursor.file(), cursor.offset());
        watch.onWindowOpened();
    }
}
