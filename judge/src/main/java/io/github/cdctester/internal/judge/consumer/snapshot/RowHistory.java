// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.consumer.feed.SnapshotRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of a consumer. A version of the log is open until the consumer reports it, or a snapshot row covers it. */
final class RowHistory {

    /**
     * A version of a row, written by one transaction.
     *
     * @param id the row's stamp; {@link SnapshotRows#deletionOf} the last stamp if the row was deleted
     * @param existed true if the row existed before
     * @param order ordinal of the transaction in the log
     * @param writes the transaction's inserts and updates of the row
     */
    record Version(long id, boolean existed, long order, long writes) {

        boolean isDeletion() {
            return id < 0;
        }

        long stamp() {
            return isDeletion() ? SnapshotRows.deletionOf(id) : id;
        }
    }

    /** Estimated bytes per row, including its entry in the hash table. */
    static final long BYTES = 128;

    static final long VERSION_BYTES = 64;

    private long stamp;
    private long order;
    private boolean inSnapshot;
    private boolean streamed;
    private boolean isStampStreamed;
    private boolean deleteReported;
    private boolean atServer;
    private long missingSince;
    private long deletedAt;
    private long rowsBeforeDelete;

    /** Oldest first. */
    private List<Version> open = List.of();

    /** Stamp of the last reported version; for a deleted row, its stamp before the delete. */
    long stamp() {
        return stamp;
    }

    /** Highest transaction ordinal of the reported versions. */
    long order() {
        return order;
    }

    boolean isInSnapshot() {
        return inSnapshot;
    }

    /** Returns true if the last report by the stream has this stamp, and no snapshot row with another stamp followed. */
    boolean hasStreamed(long reportedStamp) {
        return isStampStreamed && stamp == reportedStamp;
    }

    boolean isDeleteReported() {
        return deleteReported;
    }

    boolean isSurplus() {
        return !atServer && !deleteReported && !isUnseen();
    }

    boolean isAtServer() {
        return atServer;
    }

    void setAtServer() {
        atServer = true;
    }

    /**
     * If the stream reported this row before the snapshot did, returns the ordinal of the next snapshot row at that time. Returns
     * 0 if the snapshot contains the row or need not contain it.
     */
    long missingSince() {
        return missingSince;
    }

    void setMissingSince(long row) {
        missingSince = row;
    }

    /** Transaction ordinal of the first reported delete; 0 if there is none. */
    long deletedAt() {
        return deletedAt;
    }

    /** Returns the number of snapshot rows that preceded the first reported delete of the row; 0 if there is none. */
    long rowsBeforeDelete() {
        return rowsBeforeDelete;
    }

    /** Records a delete. Only {@link #close} shows if it was the end of a transaction that replaced the row. */
    void setRowsBeforeDelete(long snapshotRows) {
        rowsBeforeDelete = deletedAt == 0 ? snapshotRows : rowsBeforeDelete;
    }

    List<Version> open() {
        return open;
    }

    boolean isUnseen() {
        return !inSnapshot && !streamed;
    }

    boolean existedBefore() {
        return open.isEmpty() || open.get(0).existed;
    }

    /** Returns true if the change adds a version. A transaction adds at most one version per row. */
    boolean addChange(long id, long previousId, long transactionOrder, long count) {
        Version last = open.isEmpty() ? null : open.get(open.size() - 1);
        if (last != null && last.order == transactionOrder) {
            open.set(open.size() - 1, new Version(id, last.existed, transactionOrder, last.writes + count));
            return false;
        }
        if (id == previousId) {
            return false; // another client changed the row, but not its stamp
        }
        open = open.isEmpty() ? new ArrayList<>(2) : open;
        return open.add(new Version(id, previousId != SnapshotRows.NO_ROW, transactionOrder, count));
    }

    @Nullable
    Version find(long id) {
        for (Version version : open) {
            if (version.id == id) {
                return version;
            }
        }
        return null;
    }

    /** Returns true if one transaction wrote this version and then deleted the row. */
    boolean isWrittenAndDeleted(long writtenStamp) {
        Version deletion = find(SnapshotRows.deletionOf(writtenStamp));
        return deletion != null && deletion.writes > 0;
    }

    void recordSnapshotRow(long reportedStamp, long transactionOrder) {
        isStampStreamed &= stamp == reportedStamp;
        stamp = reportedStamp;
        order = Math.max(order, transactionOrder);
        inSnapshot = true;
        deleteReported = false;
        missingSince = 0;
    }

    @Nullable
    Version deletion() {
        return deleteReported ? find(SnapshotRows.deletionOf(stamp)) : null;
    }

    void close(Version version) {
        deletedAt = version.isDeletion() && deletedAt == 0 ? version.order : deletedAt;
        open.remove(version);
        order = Math.max(order, version.order);
    }

    void recordStreamed(long reportedStamp, boolean isDelete) {
        stamp = reportedStamp;
        deleteReported = isDelete;
        streamed = true;
        isStampStreamed = true;
    }

    /** Removes and returns the open versions up to a transaction ordinal. They need not be reported any more. */
    List<Version> cover(long upTo) {
        int count = 0;
        while (count < open.size() && open.get(count).order <= upTo) {
            count++;
        }
        List<Version> covered = List.copyOf(open.subList(0, count));
        open = count == open.size() ? List.of() : new ArrayList<>(open.subList(count, open.size()));
        return covered;
    }

    /** Returns the ordinal of the last open delete before {@code transactionOrder}; -1 if there is none. */
    long deletionBefore(long transactionOrder) {
        long last = -1;
        for (Version version : open) {
            last = version.isDeletion() && version.order < transactionOrder ? version.order : last;
        }
        return last;
    }
}
