// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.meter.Distribution;
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
    final Message.Part part;

    /** Who had the part before; {@code null} for one from the beginning. */
    final @Nullable PoolMember previous;

    /** How much it has of the part of who had it before. */
    private final LoadShare among;

    /** Who is to have the part, or has it. */
    final List<PoolMember> next = new ArrayList<>();

    /** The server's numbers of its connections, or at first of those of who is lost and had the part before. */
    List<Long> connections = List.of();

    /** True if it does what the pool is told to; not before it is ready to take over. */
    boolean settled;

    /** True if its workers have begun, or were told to. */
    boolean begun;

    /** True if it is not to take the part over after all. */
    boolean dropped;

    /** When it was told to end for who is to have its part. */
    @Nullable
    Long handsOverNanos;

    /** True if no other one is to have its part, as that has failed. */
    boolean stays;

    /** When it last reported its work. */
    long toldNanos;

    /** Since when the starts of the part are counted. */
    long countedNanos;

    /** How many transactions its part of a limit was when {@link #done} began; {@code null} without one. */
    private @Nullable Long limit;

    private long done;
    /** The kinds of messages that its node has answered with. */
    final Set<Class<? extends Message>> replies = new HashSet<>();

    /** What it has failed of; {@code null} if it has not. */
    @Nullable
    String failure;

    long scheduled;
    Distribution waiting = Distribution.EMPTY;

    private long openedNanos;
    private long reportDueNanos;

    /** The numbers for its rows; {@code null} if they are not stamped. */
    Stamps.@Nullable Part stamps;

    PoolMember(int number, RemoteNode node, Message.Part part, @Nullable PoolMember previous, LoadShare among) {
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

    /** Returns true if it writes what was divided for another node. */
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
    boolean comes() {
        return !settled && !isGone();
    }

    /** How many transactions are left to be made; {@code null} without a limit. */
    @Nullable
    Long remaining() {
        return limit == null ? null : Long.valueOf(Math.max(0, limit - done));
    }

    void limitTo(@Nullable Long transactions) {
        limit = transactions;
        done = 0;
    }

    /** Continues where another one has ended, who had the part before. */
    void inherit(PoolMember from) {
        Long left = from.remaining();
        limitTo(left == null ? null : Long.valueOf(among.part(left)));
        toldNanos = from.heardUntil();
        countedNanos = from.countedNanos;
    }

    void did(long transactions, long nanos) {
        done += transactions;
        toldNanos = nanos;
    }

    /** Until when the starts of the part were made, as far as is known. */
    long heardUntil() {
        return Math.max(handsOverNanos == null ? toldNanos : handsOverNanos, countedNanos);
    }

    /** The first failure counts; {@code null} is none. */
    void fail(@Nullable String why) {
        failure = failure == null ? why : failure;
    }

    /**
     * Has the workers begin at that moment, and report each second from then on.
     *
     * @param progress how far their part has come with somebody else; {@code null} if it begins
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
