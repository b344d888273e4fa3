// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.WorkerCommits;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One node of a pool: its share of the workers, and its replies. Guarded by the pool. */
final class PoolMember {

    /** The answer of a node that has carried out a request. */
    enum Reply {
        CREATED,
        READY,
        OPENED,
        PAUSED,
        ENDED,
        CLOSED
    }

    private static final long SECOND = 1_000_000_000L;

    final RemoteNode node;
    final int index;
    final int threads;
    final Set<Reply> replies = EnumSet.noneOf(Reply.class);
    private @Nullable String failure;
    long scheduled;
    Distribution waiting = Distribution.EMPTY;

    /** When it reported last. */
    long heardNanos;

    /** How much later than asked its workers began. */
    long lateNanos;

    private long openedNanos;
    private long reportDueNanos;

    /** The numbers for its rows; {@code null} where they are not stamped. */
    private Stamps.@Nullable Part stamps;

    private boolean toldLost;

    PoolMember(RemoteNode node, int index, int threads) {
        this.node = node;
        this.index = index;
        this.threads = threads;
    }

    boolean hasReplied(Reply reply) {
        return replies.contains(reply);
    }

    boolean isLost() {
        return node.lost() != null;
    }

    @Nullable
    String failure() {
        return failure;
    }

    /** The first failure counts. */
    void fail(String why) {
        failure = failure == null ? why : failure;
    }

    /** The workers begin at that moment, and are to report each second from then on. */
    void opensAt(long nanos) {
        node.meter.opens(this, threads);
        heardNanos = nanos;
        openedNanos = nanos;
        reportDueNanos = nanos + SECOND - WriteProgress.AHEAD_NANOS;
    }

    /** Sets numbers aside for the rows of its workers; {@code null} where rows are not stamped. */
    Stamps.@Nullable Part reserve(@Nullable Stamps all) {
        stamps = all == null ? null : all.reserve(threads);
        return stamps;
    }

    /** Tells who judges consumers what it has committed, by this process's clock. */
    void tell(List<WorkerCommits> commits, CommitSink gtids, RemoteCommits judged) {
        long ahead = node.epochAheadMicros();
        commits.forEach(worker -> worker.tell(gtids, judged, ahead));
    }

    /** Tells once, where it is lost, whose commits nobody will tell. */
    void tellLost(RemoteCommits judged) {
        if (isLost() && !toldLost && stamps != null) {
            toldLost = true;
            judged.lost(stamps.firstWriter(), threads);
        }
    }

    /** A moment of the second that its last report, or what it tells at its end, counts for. */
    long toldUpToNanos() {
        return Math.max(openedNanos, reportDueNanos - SECOND);
    }

    /** Takes a report of one second; returns how late it came. */
    long progressed(long nanos) {
        long late = nanos - reportDueNanos;
        reportDueNanos += SECOND;
        return late;
    }
}
