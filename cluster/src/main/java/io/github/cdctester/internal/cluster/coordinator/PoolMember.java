// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.internal.writer.Stamps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A part of a pool on one node: its share of the workers, and the node's replies. Guarded by the pool. */
final class PoolMember {

    private static final long SECOND = 1_000_000_000L;

    final int number;
    final RemoteNode node;
    final Message.LoadPart part;

    /** Previous owner of the part; {@code null} for a part from the start. */
    final @Nullable PoolMember previous;

    /** Its share of the previous owner's part. */
    private final LoadShare among;

    /** Next owners of the part, or present ones. */
    final List<PoolMember> next = new ArrayList<>();

    /** The server's numbers of its connections, or at first of the connections of the lost previous owner. */
    List<Long> connections = List.of();

    /** True if it follows the pool's commands; false before it is ready to take over. */
    boolean settled;

    /** True if its workers have started, or were requested to. */
    boolean begun;

    /** True if it is not to take the part over after all. */
    boolean dropped;

    /** When it was requested to end for the part's next owner. */
    @Nullable
    Long handsOverNanos;

    /** True if no other one is to have its part, as that has failed. */
    boolean stays;

    /** When it last reported its work. */
    long toldNanos;

    /** Since when the starts of the part are counted. */
    long countedNanos;

    /** Its share of a transaction limit when {@link #done} began; {@code null} without a limit. */
    private @Nullable Long limit;

    private long done;
    /** The kinds of messages that its node has answered with. */
    final Set<Class<? extends Message>> replies = new HashSet<>();

    /** Its failure; {@code null} for none. */
    @Nullable
    String failure;

    long scheduled;
    Distribution waiting = Distribution.EMPTY;

    private long openedNanos;
    private long reportDueNanos;

    /** The numbers for its rows; {@code null} if they are not stamped. */
    Stamps.@Nullable Part stamps;

    PoolMember(int number, RemoteNode node, Message.LoadPart part, @Nullable PoolMember previous, LoadShare among) {
        this.number = number;
        this.node = node;
        this.part = part;
        this.previous = previous;
        this.among = among;
        settled = previous == null;
    }

    boolean hasReplied(Class<? extends Message> reply) {
        return replies.contains(reply);
    }

    boolean isLost() {
        return !node.isAlive();
    }

    /** Returns true if nothing is to be expected from it any more. */
    boolean isGone() {
        return dropped || isLost();
    }

    boolean hasHandedOver() {
        return handsOverNanos != null && hasReplied(Message.Ended.class);
    }

    /** Returns true if it does nothing any more for its part. */
    boolean isOver() {
        return isLost() || hasHandedOver();
    }

    /** Returns true if its workers have begun, and have not all been held or ended. */
    boolean writes() {
        return begun && !hasReplied(Message.Ended.class) && !hasReplied(Message.Paused.class);
    }

    /** Returns true if the node is lost and no other node has its part. */
    boolean isLeft() {
        return isLost() && !dropped && next.isEmpty() && !hasReplied(Message.Ended.class);
    }

    /** Returns true if it writes a part that was assigned to another node. */
    boolean isAway() {
        return isActive()
                && !hasReplied(Message.Ended.class)
                && next.isEmpty()
                && !stays
                && !part.home().equals(node.address());
    }

    boolean isActive() {
        return settled && !isGone() && !hasHandedOver();
    }

    /** Returns true if it gets ready to take over. */
    boolean preparesTakeover() {
        return !settled && !isGone();
    }

    /** Returns the number of remaining transactions; {@code null} without a limit. */
    @Nullable
    Long remaining() {
        return limit == null ? null : Long.valueOf(Math.max(0, limit - done));
    }

    void limitTo(@Nullable Long transactions) {
        limit = transactions;
        done = 0;
    }

    /** Continues the part of a node that ended. */
    void inherit(PoolMember from) {
        Long left = from.remaining();
        limitTo(left == null ? null : Long.valueOf(among.part(left)));
        toldNanos = from.reportedUntilNanos();
        countedNanos = from.countedNanos;
    }

    void did(long transactions, long nanos) {
        done += transactions;
        toldNanos = nanos;
    }

    /** Time up to which starts of the part are known to be done. */
    long reportedUntilNanos() {
        return Math.max(handsOverNanos == null ? toldNanos : handsOverNanos, countedNanos);
    }

    /** The first failure counts; {@code null} is none. */
    void fail(@Nullable String why) {
        failure = failure == null ? why : failure;
    }

    /**
     * Creates the message that starts the workers at that moment; they report each second from then on.
     *
     * @param progress progress of their part at its previous owner; {@code null} if it is new
     */
    Message.Open opensAt(long nanos, @Nullable ScheduleProgress progress) {
        node.meter.opens(this, part.threads());
        begun = true;
        replies.remove(Message.Paused.class);
        openedNanos = nanos;
        toldNanos = nanos;
        reportDueNanos = nanos + SECOND - Message.WriteProgress.AHEAD_NANOS;
        return new Message.Open(
                number, node.clock.remoteNanos(nanos), progress == null ? null : progress.by(node.clock::remoteNanos));
    }

    /** The schedule is counted from that moment on; what waited before that, with who has handed over, is not. */
    void opensAnew(long nanos) {
        if (begun) { // also if its node was lost in the warm-up
            node.meter.opens(this, part.threads());
            node.meter.stopped(this);
        }
        countedNanos = nanos;
        waiting = hasHandedOver() ? Distribution.EMPTY : waiting;
    }

    /** Returns a moment in the second that its last report, or its final report, counts for. */
    long reportedUpToNanos() {
        return Math.max(openedNanos, reportDueNanos - SECOND);
    }

    /** Takes a report of one second; returns how late it came. */
    long progressed(long nanos) {
        long late = nanos - reportDueNanos;
        reportDueNanos += SECOND;
        return late;
    }
}
