// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.consumer.feed.SnapshotRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row: the version that a consumer has, and the versions of the log that it neither reported nor replaced by a later one. */
final class RowHistory {

    /**
     * A version of a row, after a transaction.
     *
     * @param id its stamp; {@link SnapshotRows#deletionOf} for a deletion
     * @param existed whether there was a row before
     * @param order the transaction's place in the log
     * @param rows number of the transaction's changes to it
     */
    record Version(long id, boolean existed, long order, long rows) {

        boolean isDeletion() {
            return id < 0;
        }

        long stamp() {
            return isDeletion() ? SnapshotRows.deletionOf(id) : id;
        }
    }

    /** Memory of a row with its share of a table, and of each open version. */
    static final long BYTES = 128;

    static final long VERSION_BYTES = 64;

    private long stamp;
    private long order;
    private boolean inSnapshot;
    private boolean streamed;
    private boolean gone;
    private boolean atServer;
    private long lackedAt;
    private long deletedAt;

    /** The oldest first. */
    private List<Version> open = List.of();

    /** The stamp of the version that was shown last, or that a deleted row had. */
    long stamp() {
        return stamp;
    }

    /** The place in the log of the latest version that was shown. */
    long order() {
        return order;
    }

    boolean isInSnapshot() {
        return inSnapshot;
    }

    /** Returns true if the stream has shown this stamp last. */
    boolean hasStreamed(long shown) {
        return streamed && stamp == shown;
    }

    /** Returns true if the consumer has shown last that the row was deleted. */
    boolean isGone() {
        return gone;
    }

    /** Returns true if the consumer has a row that the server no longer has. */
    boolean isSurplus() {
        return !atServer && !gone && !isUnseen();
    }

    boolean isAtServer() {
        return atServer;
    }

    void setAtServer() {
        atServer = true;
    }

    /** Returns the number of the snapshot's row at which the row was missing although it existed; 0 for none. */
    long lackedAt() {
        return lackedAt;
    }

    void setLackedAt(long row) {
        lackedAt = row;
    }

    /** Log index of the first deletion of the row that the stream reported; 0 if there is none. */
    long deletedAt() {
        return deletedAt;
    }

    List<Version> open() {
        return open;
    }

    /** Returns true if the consumer has shown nothing of it. */
    boolean isUnseen() {
        return !inSnapshot && !streamed;
    }

    /** Returns true if it existed before the run, or before the remaining part of the run. */
    boolean isOld() {
        return open.isEmpty() || open.get(0).existed;
    }

    /** Records a change in the log; returns true if it creates a version: false after one by the same transaction. */
    boolean logged(long id, long before, long place, long count) {
        Version last = open.isEmpty() ? null : open.get(open.size() - 1);
        if (last != null && last.order == place) {
            open.set(open.size() - 1, new Version(id, last.existed, place, last.rows + count));
            return false;
        }
        if (id == before) {
            return false; // another client left the stamp unchanged
        }
        open = open.isEmpty() ? new ArrayList<>(2) : open;
        return open.add(new Version(id, before != SnapshotRows.FRESH, place, count));
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

    /** Returns true if a transaction has written this version and deleted it. */
    boolean isPassing(long written) {
        Version deletion = find(SnapshotRows.deletionOf(written));
        return deletion != null && deletion.rows > 0;
    }

    /** A row of the snapshot has shown it as it was at a place in the log. */
    void ofSnapshot(long shown, long place) {
        stamp = shown;
        order = Math.max(order, place);
        inSnapshot = true;
        gone = false;
        lackedAt = 0;
    }

    /** Returns the deletion of the version that was shown last, if the consumer has shown that and the log has it. */
    @Nullable
    Version deletion() {
        return gone ? find(SnapshotRows.deletionOf(stamp)) : null;
    }

    /** The stream has shown this version. */
    void take(Version version) {
        deletedAt = version.isDeletion() && deletedAt == 0 ? version.order : deletedAt;
        open.remove(version);
        order = Math.max(order, version.order);
    }

    /** The stream has shown a row with this stamp, or that it was deleted. */
    void streamed(long shown, boolean isGone) {
        stamp = shown;
        gone = isGone;
        streamed = true;
    }

    /** Takes out those up to a place in the log, which need not be shown any more. */
    List<Version> cover(long upTo) {
        int count = 0;
        while (count < open.size() && open.get(count).order <= upTo) {
            count++;
        }
        List<Version> covered = List.copyOf(open.subList(0, count));
        open = count == open.size() ? List.of() : new ArrayList<>(open.subList(count, open.size()));
        return covered;
    }

    /** Returns the place of the last deletion before a place in the log; -1 for none. */
    long deletionBefore(long place) {
        long last = -1;
        for (Version version : open) {
            last = version.isDeletion() && version.order < place ? version.order : last;
        }
        return last;
    }
}
