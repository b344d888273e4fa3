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

/** A part of a pool on one node: its share of the workers, its progress, and the node's replies. Guarded by the pool. */
final class PoolMember {

    private static final long SECOND_NANOS = 1_000_000_000L;

    final int number;
    final RemoteNode node;
    final Message.LoadPart part;

    /** Previous owner of the part; {@code null} for the original owner. */
    final @Nullable PoolMember previousOwner;

    /** This member's share of the previous owner's part. */
    private final LoadShare shareOfPrevious;

    /** Members that prepare to take over this part, or have taken it over. */
    final List<PoolMember> nextOwners = new ArrayList<>();

    /**
     * Server connection ids of this member's workers. Before the first report, the ids of the previous owner's workers if that
     * owner is lost.
     */
    List<Long> connectionIds = List.of();

    /** True if the node owns the part; false while the node prepares a takeover. */
    boolean isOwner;

    boolean isStartRequested;

    boolean isDropped;

    /** Time at which the coordinator requested the handover to the next owner; {@code null} before the request. */
    @Nullable
    Long handoverNanos;

    /** True if a takeover of the part has failed, so that no further takeover is tried. */
    boolean hasTakeoverFailed;

    long lastReportNanos;

    /** Time from which the starts of the part are counted. */
    long countedFromNanos;

    /** Maximum of {@link #doneTransactions}; {@code null} if there is no limit. */
    private @Nullable Long limit;

    /** Number of executed transactions since the limit was set. */
    private long doneTransactions;
    /** The types of messages that the node has sent. A new request removes the type of its reply. */
    final Set<Class<? extends Message>> replies = new HashSet<>();

    /** The node's first failure; {@code null} if there is none. */
    @Nullable
    String failure;

    long scheduledStarts;
    Distribution waitingTimes = Distribution.EMPTY;

    private long openedNanos;
    private long reportDueNanos;

    /** Reserved stamps (sequence numbers) for the workers' rows; {@code null} if rows are not stamped. */
    Stamps.@Nullable ReservedNumbers stamps;

    PoolMember(
            int number,
            RemoteNode node,
            Message.LoadPart part,
            @Nullable PoolMember previous,
            LoadShare shareOfPrevious) {
        this.number = number;
        this.node = node;
        this.part = part;
        this.previousOwner = previous;
        this.shareOfPrevious = shareOfPrevious;
        isOwner = previous == null;
    }

    boolean hasReplied(Class<? extends Message> reply) {
        return replies.contains(reply);
    }

    boolean isLost() {
        return !node.isAlive();
    }

    /** Returns true if no more messages are expected from the node. */
    boolean isDroppedOrLost() {
        return isDropped || isLost();
    }

    boolean hasHandedOver() {
        return handoverNanos != null && hasReplied(Message.Ended.class);
    }

    /** Returns true if the node is lost or has handed over the part. */
    boolean isOver() {
        return isLost() || hasHandedOver();
    }

    /** Returns true if the start was requested, and the workers are neither paused nor ended. */
    boolean isWriting() {
        return isStartRequested && !hasReplied(Message.Ended.class) && !hasReplied(Message.Paused.class);
    }

    /** Returns true if the node was lost before the end of its part, and no other node takes over the part. */
    boolean isLostWithoutSuccessor() {
        return isLost() && !isDropped && nextOwners.isEmpty() && !hasReplied(Message.Ended.class);
    }

    /** Returns true if the node works on a part that was assigned to another address, and that can move back there. */
    boolean isAwayFromHome() {
        return isActive()
                && !hasReplied(Message.Ended.class)
                && nextOwners.isEmpty()
                && !hasTakeoverFailed
                && !part.home().equals(node.home);
    }

    boolean isActive() {
        return isOwner && !isDroppedOrLost() && !hasHandedOver();
    }

    boolean preparesTakeover() {
        return !isOwner && !isDroppedOrLost();
    }

    /** Returns the number of remaining transactions; {@code null} without a limit. */
    @Nullable
    Long remaining() {
        return limit == null ? null : Long.valueOf(Math.max(0, limit - doneTransactions));
    }

    void limitTo(@Nullable Long transactions) {
        limit = transactions;
        doneTransactions = 0;
    }

    /** Copies the previous owner's progress, and this member's share of the previous owner's limit. */
    void inherit(PoolMember from) {
        Long remaining = from.remaining();
        limitTo(remaining == null ? null : Long.valueOf(shareOfPrevious.part(remaining)));
        lastReportNanos = from.executedUntilNanos();
        countedFromNanos = from.countedFromNanos;
    }

    void addTransactions(long transactions, long nanos) {
        doneTransactions += transactions;
        lastReportNanos = nanos;
    }

    /** Returns the time until which all starts of the part are known to have been executed. */
    long executedUntilNanos() {
        return Math.max(handoverNanos == null ? lastReportNanos : handoverNanos, countedFromNanos);
    }

    /** Records the first failure; {@code null} is ignored. */
    void fail(@Nullable String why) {
        failure = failure == null ? why : failure;
    }

    /**
     * Creates the message that starts the workers at {@code nanos}. One report per second is expected after that time.
     *
     * @param progress progress of the part at its previous owner; {@code null} if there is none
     */
    Message.Open createOpen(long nanos, @Nullable ScheduleProgress progress) {
        node.meter.startPool(this, part.threads());
        isStartRequested = true;
        replies.remove(Message.Paused.class);
        openedNanos = nanos;
        lastReportNanos = nanos;
        reportDueNanos = nanos + SECOND_NANOS - Message.WriteProgress.AHEAD_NANOS;
        return new Message.Open(
                number,
                node.clock.remoteNanos(nanos),
                progress == null ? null : progress.convertedTo(node.clock::remoteNanos));
    }

    /**
     * Restarts the counts of scheduled starts at {@code nanos}. Discards the waiting starts if this member has handed over its
     * part.
     */
    void restartCounts(long nanos) {
        if (isStartRequested) { // even if the node was lost in the warm-up
            node.meter.startPool(this, part.threads());
            node.meter.stop(this);
        }
        countedFromNanos = nanos;
        waitingTimes = hasHandedOver() ? Distribution.EMPTY : waitingTimes;
    }

    /** Returns a time within the second that the last report covers. */
    long reportedSecondNanos() {
        return Math.max(openedNanos, reportDueNanos - SECOND_NANOS);
    }

    /** Records the report of one second; returns its delay in ns. */
    long recordReport(long nanos) {
        long delayNanos = nanos - reportDueNanos;
        reportDueNanos += SECOND_NANOS;
        return delayNanos;
    }
}
