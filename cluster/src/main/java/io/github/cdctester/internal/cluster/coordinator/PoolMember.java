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

/** One node's part of a pool, its progress and the node's replies. Guarded by the pool. */
final class PoolMember {

    private static final long SECOND_NANOS = 1_000_000_000L;

    final int number;
    final RemoteNode node;
    final Message.LoadPart part;

    /** {@code null} for the original owner. */
    final @Nullable PoolMember previousOwner;

    private final LoadShare shareOfPrevious;

    /** Members that prepare to take over this part, or have taken it over. */
    final List<PoolMember> nextOwners = new ArrayList<>();

    /** Before the first report, contains the ids of a lost previous owner's workers. */
    List<Long> connectionIds = List.of();

    /** False while the node prepares a takeover. */
    boolean isOwner;

    boolean isStartRequested;

    boolean isDropped;

    /** {@code null} before the handover is requested. */
    @Nullable
    Long handoverNanos;

    boolean hasTakeoverFailed;

    long lastReportNanos;

    long countedFromNanos;

    /** Limits {@link #doneTransactions}; {@code null} for no limit. */
    private @Nullable Long limit;

    private long doneTransactions;
    /** Types of received messages. A new request removes the type of its reply. */
    final Set<Class<? extends Message>> replies = new HashSet<>();

    @Nullable
    String failure;

    long scheduledStarts;
    Distribution waitingTimes = Distribution.EMPTY;

    private long openedNanos;
    private long reportDueNanos;

    /** {@code null} if rows are not stamped. */
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

    boolean isDroppedOrLost() {
        return isDropped || isLost();
    }

    boolean hasHandedOver() {
        return handoverNanos != null && hasReplied(Message.Ended.class);
    }

    boolean isOver() {
        return isLost() || hasHandedOver();
    }

    boolean isWriting() {
        return isStartRequested && !hasReplied(Message.Ended.class) && !hasReplied(Message.Paused.class);
    }

    boolean isLostWithoutSuccessor() {
        return isLost() && !isDropped && nextOwners.isEmpty() && !hasReplied(Message.Ended.class);
    }

    /** Returns true if the part was assigned to another address and can move back there. */
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

    /** Returns {@code null} if there is no limit. */
    @Nullable
    Long remaining() {
        return limit == null ? null : Long.valueOf(Math.max(0, limit - doneTransactions));
    }

    void limitTo(@Nullable Long transactions) {
        limit = transactions;
        doneTransactions = 0;
    }

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

    /** All starts of the part before this time are known to have been executed. */
    long executedUntilNanos() {
        return Math.max(handoverNanos == null ? lastReportNanos : handoverNanos, countedFromNanos);
    }

    void fail(@Nullable String why) {
        failure = failure == null ? why : failure;
    }

    /** {@code progress} is the previous owner's progress; {@code null} if there is none. */
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

    void restartCounts(long nanos) {
        if (isStartRequested) { // even if the node was lost in the warm-up
            node.meter.startPool(this, part.threads());
            node.meter.stop(this);
        }
        countedFromNanos = nanos;
        waitingTimes = hasHandedOver() ? Distribution.EMPTY : waitingTimes;
    }

    /** Returns a time within the last reported second. */
    long reportedSecondNanos() {
        return Math.max(openedNanos, reportDueNanos - SECOND_NANOS);
    }

    long recordReport(long nanos) {
        long delayNanos = nanos - reportDueNanos;
        reportDueNanos += SECOND_NANOS;
        return delayNanos;
    }
}
