// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.LoadPart;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves parts of a load from a lost node to the remaining nodes, and later to a replacement. The next owner of a part connects
 * first, then the current owner ends, then the next owner starts. No method blocks. Guarded by the pool.
 */
final class PartMoves {

    /** Times use the coordinator's clock. */
    static final class Schedule {

        /** Time of the first start plus the length of all pauses. */
        long originNanos;

        long pauseStartNanos;

        private @Nullable Long firstStartNanos;

        boolean isOpen;
        boolean isStopped;

        @Nullable
        Long endNanos;

        void recordOpening(long nanos) {
            originNanos = hasBegun() ? originNanos + nanos - pauseStartNanos : nanos;
            firstStartNanos = hasBegun() ? firstStartNanos : Long.valueOf(nanos);
            isOpen = true;
        }

        boolean hasBegun() {
            return firstStartNanos != null;
        }

        double secondsAt(long nanos) {
            return firstStartNanos == null ? 0 : (nanos - firstStartNanos) / 1e9;
        }
    }

    private final Coordinator coordinator;
    private final RemoteWorkerPool pool;
    private final List<PoolMember> members;
    private final Schedule schedule;

    PartMoves(Coordinator coordinator, RemoteWorkerPool pool, List<PoolMember> members, Schedule schedule) {
        this.coordinator = coordinator;
        this.pool = pool;
        this.members = members;
        this.schedule = schedule;
    }

    void onNodeLost(RemoteNode node) {
        for (PoolMember member : members) {
            if (member.node != node || member.isDropped || member.hasReplied(Message.Ended.class)) {
                continue;
            }
            PoolMember previousOwner = member.previousOwner;
            if (previousOwner != null && !member.isOwner && !previousOwner.isOver()) {
                drop(member); // the current owner keeps the part
                continue;
            }
            if (previousOwner != null && !member.isOwner) {
                member.inherit(previousOwner);
            }
            List.copyOf(member.nextOwners).forEach(this::drop);
            moveToRemainingNodes(member);
        }
    }

    private void drop(PoolMember member) {
        if (!member.isOwner) {
            send(member, new Message.EndTask(member.number));
            member.isDropped = true;
            Objects.requireNonNull(member.previousOwner).nextOwners.remove(member);
        }
    }

    private void moveToRemainingNodes(PoolMember owner) {
        Long remaining = owner.remaining();
        List<RemoteNode> newOwners = coordinator.aliveWriters().stream()
                .sorted(Comparator.comparingInt(this::threadsOn))
                .limit(remaining == null ? owner.part.threads() : Math.min(owner.part.threads(), remaining))
                .toList();
        if (schedule.isStopped || newOwners.isEmpty()) {
            return; // no work remains, or no node is left and the run ends
        }
        if (pool.spec.workload() instanceof TableWorkload shared && shared.canBeTakenOver()) {
            move(owner, newOwners);
        } else {
            addNotTakenOverNote(owner, owner.part.threads(), "other nodes cannot continue this workload");
        }
    }

    private int threadsOn(RemoteNode node) {
        return members.stream()
                .filter(member ->
                        member.node == node && !member.isDroppedOrLost() && !member.hasReplied(Message.Ended.class))
                .mapToInt(member -> member.part.threads())
                .sum();
    }

    private void move(PoolMember owner, List<RemoteNode> newOwners) {
        LoadPart movedPart = owner.part;
        int takeoverNumber = coordinator.nextTaskNumber();
        List<PoolMember> nextMembers = new ArrayList<>();
        for (int i = 0; i < newOwners.size(); i++) {
            LoadShare shareOfPart = new LoadShare(i, newOwners.size());
            int first = movedPart.firstWorker() + (int) shareOfPart.sumBefore(movedPart.threads());
            int threads = (int) shareOfPart.part(movedPart.threads());
            LoadPart newPart = new LoadPart(
                    movedPart.home(), movedPart.share().split(i, newOwners.size()), first, threads, takeoverNumber);
            PoolMember member =
                    new PoolMember(coordinator.nextTaskNumber(), newOwners.get(i), newPart, owner, shareOfPart);
            if (owner.isLost()) {
                member.connectionIds = owner.connectionIds; // the new owner closes these connections
            }
            nextMembers.add(member);
        }
        List<Message.CreatePool> requests;
        try {
            requests = nextMembers.stream().map(pool::createPoolRequest).toList();
        } catch (RunFailedException e) { // no stamps are left for the workers of another owner
            recordFailedTakeover(owner, movedPart.threads(), e.getMessage());
            return;
        }
        owner.nextOwners.addAll(nextMembers);
        members.addAll(nextMembers);
        for (int i = 0; i < requests.size(); i++) {
            send(nextMembers.get(i), requests.get(i));
        }
    }

    void advance() {
        for (PoolMember owner : members) {
            if (owner.hasHandedOver() && owner.nextOwners.isEmpty() && !owner.hasTakeoverFailed) {
                moveToRemainingNodes(owner); // the next owner was lost
            }
            for (PoolMember member : List.copyOf(owner.nextOwners)) {
                if (member.preparesTakeover() && member.hasReplied(Message.Ready.class)) {
                    if (owner.isOver()) {
                        completeMove(owner, member);
                    } else {
                        handOver(owner);
                    }
                }
            }
        }
    }

    /** Moves each part back to its original address, if a node has joined there. */
    void returnParts() {
        advance();
        for (PoolMember member : members) {
            if (member.isAwayFromHome() && schedule.isOpen && !schedule.isStopped) {
                coordinator.aliveWriters().stream()
                        .filter(node -> node.home.equals(member.part.home()))
                        .findFirst()
                        .ifPresent(node -> move(member, List.of(node)));
            }
        }
    }

    private void handOver(PoolMember owner) {
        if (owner.hasReplied(Message.Ended.class)) {
            List.copyOf(owner.nextOwners).forEach(this::drop); // the part is complete
        } else if (owner.handoverNanos == null
                && schedule.isOpen
                && !schedule.isStopped
                && owner.hasReplied(Message.Opened.class)) {
            long now = coordinator.clock.nanoTime();
            owner.handoverNanos = now;
            send(owner, new Message.EndSchedule(owner.number, owner.node.clock.remoteNanos(now)));
            send(owner, new Message.Stop(owner.number));
        }
    }

    private void completeMove(PoolMember owner, PoolMember member) {
        long startNanos = coordinator.clock.nanoTime() + Coordinator.leadNanos(member.node);
        long executedUntilNanos = owner.executedUntilNanos();
        PoolMember settledOwner = owner;
        while (!settledOwner.isOwner && settledOwner.previousOwner != null) {
            settledOwner = settledOwner.previousOwner;
        }
        settledOwner.scheduledStarts = 0; // the new owner counts all starts of the part
        member.inherit(owner);
        member.isOwner = true;
        begin(
                member,
                startNanos,
                new ScheduleProgress(
                        schedule.originNanos,
                        owner.countedFromNanos,
                        executedUntilNanos,
                        settledOwner.hasHandedOver() ? executedUntilNanos : startNanos));
        coordinator.notes.add(partMovedNote(member, settledOwner.node, startNanos));
    }

    /** Brings a new owner into the state of the pool: open, paused or stopped. */
    private void begin(PoolMember member, long startNanos, ScheduleProgress progress) {
        Long end = schedule.endNanos;
        if (member.remaining() != null) {
            send(member, createLimit(member));
        }
        if (end != null) {
            send(member, new Message.EndSchedule(member.number, member.node.clock.remoteNanos(end)));
        }
        if (schedule.isOpen && !(schedule.isStopped && rate() == null)) {
            member.countedFromNanos = progress.countedNanos();
            send(member, member.createOpen(startNanos, progress));
        } else {
            member.replies.add(Message.Paused.class);
        }
        if (schedule.isStopped) {
            send(
                    member,
                    new Message.Stop(member.number)); // after Open, so that starts that are already due are counted
        }
    }

    Message createLimit(PoolMember member) {
        long remaining = Objects.requireNonNull(member.remaining());
        return remaining == 0 ? new Message.Stop(member.number) : new Message.Limit(member.number, remaining);
    }

    private @Nullable Double rate() {
        return pool.spec.load().load() instanceof LoadSpec.OpenLoop open
                ? open.rate().perSecond()
                : null;
    }

    private Note partMovedNote(PoolMember member, RemoteNode owner, long startNanos) {
        Double rate = rate();
        return Note.of(Code.NODE_PART_TAKEN_OVER)
                .with("node", owner.address)
                .with("to", member.node.address)
                .with(
                        "load",
                        coordinator.plan.loads().size() == 1
                                ? null
                                : pool.spec.load().name())
                .with("second", schedule.secondsAt(startNanos))
                .with("threads", member.part.threads())
                .with(
                        "ratePerSecond",
                        rate == null ? null : rate / member.part.share().of());
    }

    void onTakeoverFailed(PoolMember member, String why) {
        PoolMember owner = Objects.requireNonNull(member.previousOwner);
        drop(member);
        recordFailedTakeover(owner, member.part.threads(), why);
    }

    /** Prevents further moves of the part. Adds a note if its owner does not work on it anymore. */
    private void recordFailedTakeover(PoolMember owner, int threads, @Nullable String why) {
        owner.hasTakeoverFailed = true;
        if (owner.isLost() || owner.handoverNanos != null) {
            addNotTakenOverNote(owner, threads, why);
        }
    }

    private void addNotTakenOverNote(PoolMember owner, int threads, @Nullable String why) {
        coordinator.notes.add(
                Note.of(Code.NODE_PART_NOT_TAKEN_OVER, "node", owner.node.address, "threads", threads, "reason", why));
    }

    /** Cancels each move whose current owner is still writing. */
    void onStop(long nanos) {
        schedule.isStopped = true;
        Long end = schedule.endNanos;
        schedule.endNanos = end == null || end - nanos > 0 ? nanos : end;
        members.stream()
                .filter(owner -> !owner.isLost() && owner.handoverNanos == null)
                .forEach(owner -> List.copyOf(owner.nextOwners).forEach(this::drop));
    }

    private void send(PoolMember member, Message message) {
        coordinator.send(member.node, message);
    }
}
