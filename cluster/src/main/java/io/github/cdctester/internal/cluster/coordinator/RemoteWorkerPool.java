// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.coordinator.PartMoves.Schedule;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.LoadPart;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.run.load.LocalWorkerPool;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.summary.LoadClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

/** The workers of one load on several nodes. */
final class RemoteWorkerPool extends RemoteTask implements WorkerPool {

    final WorkerPool.Spec spec;
    private final List<PoolMember> members = new CopyOnWriteArrayList<>();
    private final Schedule schedule = new Schedule();
    private final PartMoves moves;
    private final PoolReports reports;
    private boolean isClosed;

    RemoteWorkerPool(Coordinator coordinator, WorkerPool.Spec spec, List<RemoteNode> nodes) {
        super(coordinator, "failed");
        this.spec = spec;
        for (RemoteNode node : nodes) {
            LoadShare share = new LoadShare(members.size(), nodes.size());
            int firstWorker = spec.firstWorker() + (int) share.sumBefore(threads());
            LoadPart part = new LoadPart(node.home, share, firstWorker, (int) share.part(threads()), 0);
            members.add(new PoolMember(number, node, part, null, LoadShare.ALL));
        }
        moves = new PartMoves(coordinator, this, members, schedule);
        reports = new PoolReports(coordinator, spec, moves, number);
    }

    private int threads() {
        return spec.load().load().threads();
    }

    /** Creates the pool on each node. Each node then connects its first worker. */
    void create() throws InterruptedException {
        send(this::createPoolRequest);
        members.stream().filter(PoolMember::isLost).forEach(member -> onNodeLost(member.node));
        await(Message.PoolCreated.class, CONNECT_TIMEOUT);
    }

    /**
     * Registers a part's task and returns its request. The node first closes the connections of a lost previous owner.
     *
     * @throws RunFailedException if no stamps are left for the part's workers
     */
    Message.CreatePool createPoolRequest(PoolMember member) {
        Plan plan = coordinator.plan;
        coordinator.register(member.number, this);
        Stamps stamps = spec.meter().stamps();
        member.stamps = stamps == null ? null : stamps.reserve(member.part.threads());
        return new Message.CreatePool(
                member.number,
                SharedPlan.of(plan, plan.endpoint()),
                spec.load().name(),
                member.part,
                spec.meter().countsRows(),
                spec.tracking() != null,
                spec.remoteCommits() != null,
                coordinator.partOfNumbers(spec.workload(), member.node),
                member.stamps,
                member.connectionIds);
    }

    /** All nodes choose the same client, because they have the same plan. */
    @Override
    public Optional<LoadClient> client() {
        String load = spec.load().name();
        return members.stream()
                .flatMap(member -> Stream.ofNullable(member.node.clients.get(load)))
                .findFirst();
    }

    private List<PoolMember> activeMembers() {
        return members.stream().filter(PoolMember::isActive).toList();
    }

    @Override
    synchronized void onNodeLost(RemoteNode node) {
        RemoteCommits remoteCommits = spec.remoteCommits();
        for (PoolMember member : members) {
            if (member.node == node && member.stamps != null && remoteCommits != null) {
                remoteCommits.onWritersLost(member.stamps.firstWriter(), member.part.threads());
            }
            if (member.node == node && member.isWriting()) {
                coordinator.notes.addWorkNotCounted(node);
            }
        }
        if (!isClosed && coordinator.toleratesLoss()) {
            moves.onNodeLost(node);
        }
        notifyAll();
    }

    @Override
    public void start() throws InterruptedException {
        members.stream()
                .filter(member -> member.isActive() && !member.hasReplied(Message.Ready.class))
                .forEach(member -> coordinator.send(member.node, new Message.Start(member.number)));
        await(Message.Ready.class, CONNECT_TIMEOUT);
    }

    @Override
    public long open(long atNanos) throws InterruptedException {
        long now = coordinator.clock.nanoTime();
        long leadNanos = coordinator.leadNanos();
        long openNanos = atNanos - now < leadNanos / 2 ? now + leadNanos : atNanos;
        coordinator.notes.resetDelays(number);
        synchronized (this) {
            boolean isResumed = schedule.hasBegun();
            schedule.recordOpening(openNanos);
            ScheduleProgress progress = new ScheduleProgress(schedule.originNanos, openNanos, openNanos, openNanos);
            members.forEach(member -> member.restartCounts(openNanos));
            request(
                    Message.Opened.class,
                    member -> member.createOpen(openNanos, isResumed && !member.isStartRequested ? progress : null));
        }
        return openNanos;
    }

    @Override
    public void endScheduleAt(long nanos) {
        synchronized (this) {
            schedule.endNanos = nanos;
            send(member -> new Message.EndSchedule(member.number, member.node.clock.remoteNanos(nanos)));
        }
    }

    private void send(Function<PoolMember, Message> message) {
        activeMembers().forEach(member -> coordinator.send(member.node, message.apply(member)));
    }

    @Override
    public boolean pause(long nanos) throws InterruptedException {
        synchronized (this) {
            if (schedule.isOpen) {
                schedule.isOpen = false;
                members.forEach(member ->
                        member.replies.remove(Message.Opened.class)); // no reports are expected until the pause
                request(Message.Paused.class, member -> new Message.Pause(member.number));
            }
        }
        boolean isPaused = await(Duration.ofNanos(nanos), () -> allReplied(Message.Paused.class));
        synchronized (this) {
            schedule.pauseStartNanos = coordinator.clock.nanoTime();
        }
        return isPaused;
    }

    @Override
    public void limitTo(long transactions) {
        synchronized (this) {
            members.forEach(member -> member.limitTo(member.part.share().part(transactions)));
            send(moves::createLimit);
        }
    }

    @Override
    public boolean stop(Duration timeout) throws InterruptedException {
        synchronized (this) {
            if (!schedule.isStopped) {
                moves.onStop(coordinator.clock.nanoTime());
                send(member -> new Message.Stop(member.number));
            }
        }
        return awaitEnd(timeout.toNanos());
    }

    @Override
    public void cancel() {
        send(member -> new Message.Cancel(member.number));
    }

    @Override
    public boolean awaitEnd(long nanos) throws InterruptedException {
        coordinator.notifyListener();
        return await(Duration.ofNanos(nanos), () -> allReplied(Message.Ended.class));
    }

    @Override
    public synchronized Optional<Throwable> failure() {
        if (coordinator.storageFailure().isPresent()) {
            return Optional.of(coordinator.storageFailure().get());
        }
        Stream<String> failureTexts = members.stream()
                .filter(member -> member.failure != null && !member.isDropped)
                .map(member -> "worker " + member.node.address + " failed: " + member.failure);
        boolean canContinue = coordinator.toleratesLoss()
                && members.stream().anyMatch(member -> member.isActive() || member.preparesTakeover());
        Stream<String> lossReasons = members.stream()
                .filter(member -> !canContinue)
                .flatMap(member -> Stream.ofNullable(member.node.lossReason()));
        return Stream.concat(failureTexts, lossReasons).findFirst().map(RunFailedException::new);
    }

    @Override
    public synchronized Distribution waitingTimes(long stoppedAtNanos) {
        return Distribution.sum(Stream.concat(
                        members.stream().map(member -> member.waitingTimes),
                        poolsOfLostParts().map(part -> part.waitingTimes(stoppedAtNanos)))
                .toList());
    }

    @Override
    public synchronized long scheduledStarts(long stoppedAtNanos) {
        return members.stream().mapToLong(member -> member.scheduledStarts).sum()
                + poolsOfLostParts()
                        .mapToLong(part -> part.scheduledStarts(stoppedAtNanos))
                        .sum();
    }

    /** Returns an unconnected pool for each lost part without a new owner. It counts starts after the last report as waiting. */
    private Stream<LocalWorkerPool> poolsOfLostParts() {
        return members.stream().filter(PoolMember::isLostWithoutSuccessor).map(member -> {
            LocalWorkerPool localPool = LocalWorkerPool.notConnected(spec, member.part.share(), coordinator.clock);
            Optional.ofNullable(schedule.endNanos).ifPresent(localPool::endScheduleAt);
            long reportedUntil = member.executedUntilNanos();
            localPool.open(
                    new ScheduleProgress(schedule.originNanos, member.countedFromNanos, reportedUntil, reportedUntil));
            return localPool;
        });
    }

    @Override
    public void close() {
        if (isClosed) {
            return; // no node would reply again
        }
        isClosed = true;
        members.stream()
                .filter(member -> !member.isDroppedOrLost() && !member.hasReplied(Message.Over.class))
                .forEach(member -> coordinator.send(member.node, new Message.EndTask(member.number)));
        try {
            if (!await(END_TIMEOUT, () -> allReplied(Message.Over.class))) {
                throw new RunFailedException("workers did not end within " + END_TIMEOUT.toSeconds()
                        + " s after the request: " + missingReplies(Message.Over.class));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            coordinator.unregister(this);
        }
    }

    @Override
    synchronized void received(RemoteNode from, Message.TaskMessage message) {
        PoolMember member = members.stream()
                .filter(candidate -> candidate.node == from && candidate.number == message.task())
                .findFirst()
                .orElse(null);
        if (member == null) {
            return;
        }
        reports.process(member, message);
        notifyAll();
    }

    private void request(Class<? extends Message> reply, Function<PoolMember, Message> message) {
        members.forEach(member -> member.replies.remove(reply));
        send(message);
    }

    private void await(Class<? extends Message> reply, Duration timeout) throws InterruptedException {
        boolean isComplete = await(timeout, () -> allReplied(reply));
        Optional<Throwable> failure = failure();
        if (failure.isPresent() && failure.get() instanceof RunFailedException failed) {
            throw failed;
        }
        if (!isComplete) {
            throw new RunFailedException(
                    "no answer within " + timeout.toSeconds() + " s from worker " + missingReplies(reply));
        }
    }

    private boolean allReplied(Class<? extends Message> reply) {
        return members.stream()
                .allMatch(member -> member.hasReplied(reply)
                        || member.isDroppedOrLost()
                        || member.hasHandedOver() && reply != Message.Over.class
                        || !member.isOwner && (reply == Message.Paused.class || reply == Message.Opened.class)
                        || member.failure != null && reply != Message.Ended.class && reply != Message.Over.class);
    }

    private synchronized String missingReplies(Class<? extends Message> reply) {
        return String.join(
                ", ",
                members.stream()
                        .filter(member -> !member.hasReplied(reply) && !member.isDroppedOrLost())
                        .map(member -> member.node.address)
                        .toList());
    }

    @Override
    synchronized List<RemoteNode> silentSince(long nanos) {
        return members.stream()
                .filter(member -> member.hasReplied(Message.Opened.class)
                        && member.isWriting()
                        && !member.isDroppedOrLost()
                        && member.lastReportNanos - nanos < 0)
                .map(member -> member.node)
                .toList();
    }
}
