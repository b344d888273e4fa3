// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.coordinator.PoolMember.Reply;
import io.github.cdctester.internal.cluster.message.GtidBatch;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.ClosePool;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.PoolClosed;
import io.github.cdctester.internal.cluster.message.Message.PoolCreated;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.Message.WriteUpdate;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.commit.CommitSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The workers of one load on several nodes; their reports are added to the load's meter as they arrive. */
final class RemoteWorkerPool implements WorkerPool {

    /** The node gives up a server that does not answer earlier than this. */
    private static final Duration CONNECTING = Duration.ofMinutes(2);

    /** As long as a worker may take to give up a connection, and a message more. */
    private static final Duration LEAVING = Duration.ofSeconds(25);

    private static final Duration PAUSING = Duration.ofMinutes(10);

    private static final CommitSink NOBODY = (high, low, tag, number) -> {};

    private final Coordinator coordinator;
    private final int number;
    private final WorkerPool.Spec order;
    private final List<PoolMember> members;
    private boolean stopped;
    private boolean closed;

    /** Divides the threads among nodes; nothing is sent yet. */
    RemoteWorkerPool(Coordinator coordinator, int number, WorkerPool.Spec order, List<RemoteNode> nodes) {
        this.coordinator = coordinator;
        this.number = number;
        this.order = order;
        List<PoolMember> all = new ArrayList<>();
        for (RemoteNode node : nodes) {
            int index = all.size();
            long threads = new LoadShare(index, nodes.size()).part(threads());
            all.add(new PoolMember(node, index, (int) threads));
        }
        members = List.copyOf(all);
    }

    private int threads() {
        return order.load().load().threads();
    }

    /** Connects each node's first worker. */
    void create() throws InterruptedException {
        ask(Reply.CREATED, this::part);
        await(Reply.CREATED, CONNECTING);
    }

    private CreatePool part(PoolMember member) {
        Plan plan = coordinator.plan();
        return new CreatePool(
                number,
                SharedPlan.of(plan, plan.endpoint()),
                order.load().name(),
                member.threads,
                order.firstWorker() + (int) new LoadShare(member.index, members.size()).before(threads()),
                member.index,
                members.size(),
                order.meter().countsRows(),
                order.tracking() != null,
                order.elsewhere() != null,
                coordinator.numbers(order.workload(), member.node),
                member.reserve(order.meter().stamps()));
    }

    @Override
    public void start() throws InterruptedException {
        ask(Reply.READY, member -> new Start(number));
        await(Reply.READY, CONNECTING);
    }

    @Override
    public long open(long atNanos) throws InterruptedException {
        long now = coordinator.clock().nanoTime();
        long lead = coordinator.leadNanos();
        long at = atNanos - now < lead / 2 ? now + lead : atNanos;
        synchronized (this) {
            members.forEach(member -> member.opensAt(at));
        }
        coordinator.clusterNotes().opens(number);
        ask(Reply.OPENED, member -> new Open(number, member.node.nodeNanos(at)));
        return at;
    }

    @Override
    public void endScheduleAt(long nanos) {
        members.forEach(member -> coordinator.send(member.node, new EndSchedule(number, member.node.nodeNanos(nanos))));
    }

    @Override
    public boolean pause() throws InterruptedException {
        synchronized (this) {
            members.forEach(
                    member -> member.replies.remove(Reply.OPENED)); // no progress is due while a long transaction ends
        }
        ask(Reply.PAUSED, member -> new Pause(number));
        await(Reply.PAUSED, PAUSING);
        return true;
    }

    @Override
    public void limitTo(long transactions) {
        for (PoolMember member : members) {
            long own = new LoadShare(member.index, members.size()).part(transactions);
            coordinator.send(member.node, own == 0 ? new Stop(number) : new Limit(number, own));
        }
    }

    @Override
    public boolean stop(Duration patience) throws InterruptedException {
        if (!stopped) {
            stopped = true;
            members.forEach(member -> coordinator.send(member.node, new Stop(number)));
        }
        return awaitEnd(patience.toNanos());
    }

    @Override
    public void cancel() {
        members.forEach(member -> coordinator.send(member.node, new Cancel(number)));
    }

    @Override
    public boolean awaitEnd(long nanos) throws InterruptedException {
        coordinator.notifyListener();
        return awaited(Reply.ENDED, nanos);
    }

    @Override
    public synchronized Optional<Throwable> failure() {
        if (coordinator.notKept().isPresent()) {
            return Optional.of(coordinator.notKept().get());
        }
        for (PoolMember member : members) {
            if (member.failure() != null) {
                return Optional.of(
                        new RunFailedException("worker " + member.node.address() + " failed: " + member.failure()));
            }
        }
        if (!coordinator.toleratesLoss() || members.stream().allMatch(PoolMember::isLost)) {
            for (PoolMember member : members) {
                String lost = member.node.lost();
                if (lost != null) {
                    return Optional.of(new WorkerLostException(lost));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public synchronized Distribution waiting(long stoppedAtNanos) {
        return Distribution.sum(members.stream().map(member -> member.waiting).toList());
    }

    @Override
    public synchronized long scheduled(long stoppedAtNanos) {
        return members.stream().mapToLong(member -> member.scheduled).sum();
    }

    @Override
    public void close() {
        if (closed) {
            return; // no node is left to reply
        }
        closed = true;
        ask(Reply.CLOSED, member -> new ClosePool(number));
        try {
            if (!awaited(Reply.CLOSED, LEAVING.toNanos())) {
                throw new RunFailedException("workers did not end within " + LEAVING.toSeconds()
                        + " s after they were told to: " + missing(Reply.CLOSED));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            coordinator.forget(number);
        }
    }

    /** For the transport's threads. */
    synchronized void received(RemoteNode from, Message message) {
        PoolMember member =
                members.stream().filter(one -> one.node == from).findFirst().orElse(null);
        if (member == null) {
            return;
        }
        long now = coordinator.clock().nanoTime();
        member.heardNanos = now;
        if (message instanceof WriteProgress progress) {
            coordinator.clusterNotes().progress(number, member.progressed(now));
            take(member, progress.update());
        } else if (message instanceof Paused paused) {
            take(member, paused.update());
            member.node.meter.stopped(member);
            member.replies.add(Reply.PAUSED);
        } else if (message instanceof Ended ended) {
            take(member, ended.update());
            member.node.meter.used(ended.usage());
            member.node.meter.ended(member, ended.latency(), ended.startDelay());
            member.scheduled = ended.scheduled();
            member.waiting = ended.waiting();
            member.replies.add(Reply.ENDED);
        } else if (message instanceof PoolCreated created) {
            if (order.tracking() != null) {
                order.tracking().told(created.mariaDb(), created.refusal());
            }
            member.node.driver(created.driver());
            member.replies.add(Reply.CREATED);
        } else if (message instanceof Ready) {
            member.replies.add(Reply.READY);
        } else if (message instanceof Opened opened) {
            member.lateNanos = opened.lateNanos();
            member.replies.remove(Reply.PAUSED);
            member.node.meter.used(opened.usage());
            member.replies.add(Reply.OPENED);
            if (members.stream().allMatch(one -> one.hasReplied(Reply.OPENED) || one.isLost())) {
                began();
            }
        } else if (message instanceof Failed failed) {
            member.fail(failed.why());
        } else if (message instanceof PoolClosed closed) {
            if (closed.left() != null) {
                member.fail(closed.left());
            }
            member.replies.add(Reply.CLOSED);
        }
        notifyAll();
    }

    private void began() {
        List<PoolMember> there =
                members.stream().filter(member -> !member.isLost()).toList();
        long earliest = there.stream()
                .mapToLong(member -> member.lateNanos - member.node.clockErrorNanos())
                .min()
                .orElse(0);
        long latest = there.stream()
                .mapToLong(member -> member.lateNanos + member.node.clockErrorNanos())
                .max()
                .orElse(0);
        coordinator.clusterNotes().began(earliest, latest);
    }

    private void take(PoolMember member, WriteUpdate update) {
        member.node.meter.wrote(member, update.counts().get(Metric.WRITE_TRANSACTIONS));
        coordinator.keep(member.node, order.load().name(), member.toldUpToNanos(), update);
        order.meter().add(update.counts(), update.durations());
        order.meter().addRows(update.rows());
        if (order.tracking() != null) {
            for (GtidBatch commits : update.commits()) {
                commits.forEach(order.tracking().sink());
            }
        }
        if (order.elsewhere() != null) {
            member.tell(
                    update.each(),
                    order.tracking() == null ? NOBODY : order.tracking().sink(),
                    order.elsewhere());
        }
    }

    /** A node was lost. */
    synchronized void wake() {
        if (order.elsewhere() != null) {
            members.forEach(member -> member.tellLost(order.elsewhere()));
        }
        notifyAll();
    }

    private void ask(Reply reply, Function<PoolMember, Message> message) {
        synchronized (this) {
            members.forEach(member -> member.replies.remove(reply));
        }
        for (PoolMember member : members) {
            coordinator.send(member.node, message.apply(member));
        }
    }

    private void await(Reply reply, Duration patience) throws InterruptedException {
        boolean all = awaited(reply, patience.toNanos());
        Optional<Throwable> failure = failure();
        if (failure.isPresent() && failure.get() instanceof RunFailedException failed) {
            throw failed;
        }
        if (!all) {
            throw new RunFailedException(
                    "no answer within " + patience.toSeconds() + " s from worker " + missing(reply));
        }
    }

    /** Whether all nodes that are alive have replied. */
    private synchronized boolean awaited(Reply reply, long nanos) throws InterruptedException {
        long until = coordinator.clock().nanoTime() + nanos;
        while (!haveAllReplied(reply)) {
            long left = until - coordinator.clock().nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
        return true;
    }

    private boolean haveAllReplied(Reply reply) {
        return members.stream()
                .allMatch(member -> member.hasReplied(reply)
                        || member.isLost()
                        || member.failure() != null && reply != Reply.ENDED && reply != Reply.CLOSED);
    }

    private synchronized String missing(Reply reply) {
        return String.join(
                ", ",
                members.stream()
                        .filter(member -> !member.hasReplied(reply) && !member.isLost())
                        .map(member -> member.node.address())
                        .toList());
    }

    /** Nodes whose workers write and have not reported since that moment. */
    synchronized List<RemoteNode> silentSince(long nanos) {
        return members.stream()
                .filter(member -> member.hasReplied(Reply.OPENED)
                        && !member.hasReplied(Reply.ENDED)
                        && !member.hasReplied(Reply.PAUSED)
                        && !member.isLost()
                        && member.heardNanos - nanos < 0)
                .map(member -> member.node)
                .toList();
    }
}
