// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.coordinator.PartMoves.Schedule;
import io.github.cdctester.internal.cluster.coordinator.PoolMember.Part;
import io.github.cdctester.internal.cluster.coordinator.PoolMember.Reply;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.ClosePool;
import io.github.cdctester.internal.cluster.message.Message.Connections;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.PoolClosed;
import io.github.cdctester.internal.cluster.message.Message.PoolCreated;
import io.github.cdctester.internal.cluster.message.Message.PoolMessage;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/** The workers of one load on several nodes; their reports are added to the load's meter as they arrive. */
final class RemoteWorkerPool implements WorkerPool {

    /** The node gives up a server that does not answer earlier than this. */
    private static final Duration CONNECTING = Duration.ofMinutes(2);

    /** As long as a worker may take to give up a connection, and a message more. */
    private static final Duration LEAVING = Duration.ofSeconds(25);

    private static final Duration PAUSING = Duration.ofMinutes(10);

    private final Coordinator coordinator;
    private final int number;
    final WorkerPool.Spec order;
    private final List<PoolMember> members = new CopyOnWriteArrayList<>();
    private final Schedule schedule = new Schedule();
    private final PartMoves moves;
    private final PoolReports reports;
    private boolean stopped;
    private boolean closed;

    /** Divides the threads among nodes; nothing is sent yet. */
    RemoteWorkerPool(Coordinator coordinator, int number, WorkerPool.Spec order, List<RemoteNode> nodes) {
        this.coordinator = coordinator;
        this.number = number;
        this.order = order;
        for (RemoteNode node : nodes) {
            LoadShare share = new LoadShare(members.size(), nodes.size());
            int first = order.firstWorker() + (int) share.before(threads());
            members.add(new PoolMember(
                    number, node, new Part(node.address(), share, first, (int) share.part(threads()), 0), null));
        }
        moves = new PartMoves(coordinator, this, members, schedule);
        reports = new PoolReports(coordinator, order, members);
    }

    private int threads() {
        return order.load().load().threads();
    }

    /** Connects each node's first worker. */
    void create() throws InterruptedException {
        tell(member -> creation(member, List.of()));
        members.stream().filter(PoolMember::isLost).forEach(member -> lost(member.node));
        await(Reply.CREATED, CONNECTING);
    }

    /** Asks a node for its part, before which it is to end connections. */
    CreatePool creation(PoolMember member, List<Long> left) {
        Plan plan = coordinator.plan();
        if (member.number != number) {
            coordinator.register(member.number, this);
        }
        return new CreatePool(
                member.number,
                SharedPlan.of(plan, plan.endpoint()),
                order.load().name(),
                member.part.threads(),
                member.part.firstWorker(),
                member.part.share().index(),
                member.part.share().of(),
                order.meter().countsRows(),
                order.tracking() != null,
                order.elsewhere() != null,
                coordinator.numbers(order.workload(), member.node),
                member.reserve(order.meter().stamps()),
                member.part.takeover(),
                left);
    }

    private List<PoolMember> active() {
        return members.stream().filter(PoolMember::isActive).toList();
    }

    /** A node was lost: others go on with its parts. */
    synchronized void lost(RemoteNode node) {
        if (!closed && coordinator.toleratesLoss()) {
            moves.lost(node);
        }
        notifyAll();
    }

    @Override
    public void start() throws InterruptedException {
        members.stream()
                .filter(member -> member.isActive() && !member.hasReplied(Reply.READY))
                .forEach(member -> coordinator.send(member.node, new Start(member.number)));
        await(Reply.READY, CONNECTING);
    }

    @Override
    public long open(long atNanos) throws InterruptedException {
        long now = coordinator.clock().nanoTime();
        long lead = coordinator.leadNanos();
        long at = atNanos - now < lead / 2 ? now + lead : atNanos;
        coordinator.clusterNotes().opens(number);
        synchronized (this) {
            boolean goesOn = schedule.begun;
            schedule.opens(at);
            ScheduleProgress progress = new ScheduleProgress(schedule.originNanos, at, at, at);
            members.forEach(member -> member.opensAnew(at));
            ask(Reply.OPENED, member -> {
                boolean late = goesOn && !member.begun;
                member.opensAt(at);
                LongUnaryOperator clock = member.node::nodeNanos;
                return new Open(member.number, clock.applyAsLong(at), late ? progress.by(clock) : null);
            });
        }
        return at;
    }

    @Override
    public void endScheduleAt(long nanos) {
        synchronized (this) {
            schedule.endNanos = nanos;
            tell(member -> new EndSchedule(member.number, member.node.nodeNanos(nanos)));
        }
    }

    private void tell(Function<PoolMember, Message> message) {
        active().forEach(member -> coordinator.send(member.node, message.apply(member)));
    }

    @Override
    public boolean pause() throws InterruptedException {
        synchronized (this) {
            schedule.open = false;
            members.forEach(
                    member -> member.replies.remove(Reply.OPENED)); // no progress is due while a long transaction ends
            ask(Reply.PAUSED, member -> new Pause(member.number));
        }
        await(Reply.PAUSED, PAUSING);
        synchronized (this) {
            schedule.pausedNanos = coordinator.clock().nanoTime();
        }
        return true;
    }

    @Override
    public void limitTo(long transactions) {
        synchronized (this) {
            members.forEach(member -> member.limitTo(member.part.share().part(transactions)));
            tell(moves::limit);
        }
    }

    @Override
    public boolean stop(Duration patience) throws InterruptedException {
        if (!stopped) {
            stopped = true;
            synchronized (this) {
                moves.stopped(coordinator.clock().nanoTime());
                tell(member -> new Stop(member.number));
            }
        }
        return awaitEnd(patience.toNanos());
    }

    @Override
    public void cancel() {
        tell(member -> new Cancel(member.number));
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
            if (member.failure() != null && !member.dropped) {
                return Optional.of(
                        new RunFailedException("worker " + member.node.address() + " failed: " + member.failure()));
            }
        }
        if (!coordinator.toleratesLoss()
                || active().isEmpty() && members.stream().noneMatch(PoolMember::comes)) {
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
        members.stream()
                .filter(member -> !member.isGone() && !member.hasReplied(Reply.CLOSED))
                .forEach(member -> coordinator.send(member.node, new ClosePool(member.number)));
        try {
            if (!awaited(Reply.CLOSED, LEAVING.toNanos())) {
                throw new RunFailedException("workers did not end within " + LEAVING.toSeconds()
                        + " s after they were told to: " + missing(Reply.CLOSED));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            coordinator.forget(this);
        }
    }

    /** For the transport's threads. */
    synchronized void received(RemoteNode from, PoolMessage message) {
        PoolMember member = members.stream()
                .filter(one -> one.node == from && one.number == message.pool())
                .findFirst()
                .orElse(null);
        if (member == null) {
            return;
        }
        long now = coordinator.clock().nanoTime();
        member.heardNanos = now;
        if (message instanceof WriteProgress progress) {
            coordinator.clusterNotes().progress(number, member.progressed(now));
            reports.take(member, progress.update());
            if (coordinator.late.areExpected()) {
                moves.giveBack();
            }
        } else if (message instanceof Paused paused) {
            reports.take(member, paused.update());
            member.node.meter.stopped(member);
            member.replies.add(Reply.PAUSED);
        } else if (message instanceof Ended ended) {
            reports.ended(member, ended);
            if (member.handsOverNanos != null) {
                coordinator.send(from, new ClosePool(member.number)); // its connections are needed by others
                moves.advance();
            }
        } else if (message instanceof PoolCreated created) {
            if (order.tracking() != null) {
                order.tracking().told(created.mariaDb(), created.refusal());
            }
            member.node.driver(created.driver());
            member.replies.add(Reply.CREATED);
            if (!member.settled) {
                coordinator.send(from, new Start(member.number));
            }
        } else if (message instanceof Ready) {
            member.replies.add(Reply.READY);
            moves.advance();
        } else if (message instanceof Connections told) {
            member.connections = told.ids();
        } else if (message instanceof Opened opened) {
            reports.opened(member, opened);
        } else if (message instanceof Failed failed) {
            member.fail(failed.why());
            if (!member.settled) {
                moves.failed(member, failed.why());
            }
        } else if (message instanceof PoolClosed closed) {
            if (closed.left() != null) {
                member.fail(closed.left());
            }
            member.replies.add(Reply.CLOSED);
        }
        notifyAll();
    }

    /** Something has changed. */
    synchronized void wake() {
        reports.tellLost();
        notifyAll();
    }

    private void ask(Reply reply, Function<PoolMember, Message> message) {
        members.forEach(member -> member.replies.remove(reply));
        tell(message);
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
                        || member.isGone()
                        || member.hasHandedOver() && reply != Reply.CLOSED
                        || !member.settled && (reply == Reply.PAUSED || reply == Reply.OPENED)
                        || member.failure() != null && reply != Reply.ENDED && reply != Reply.CLOSED);
    }

    private synchronized String missing(Reply reply) {
        return String.join(
                ", ",
                members.stream()
                        .filter(member -> !member.hasReplied(reply) && !member.isGone())
                        .map(member -> member.node.address())
                        .toList());
    }

    /** Nodes whose workers write and have not reported since that moment. */
    synchronized List<RemoteNode> silentSince(long nanos) {
        return members.stream()
                .filter(member -> member.hasReplied(Reply.OPENED)
                        && !member.hasReplied(Reply.ENDED)
                        && !member.hasReplied(Reply.PAUSED)
                        && !member.isGone()
                        && member.heardNanos - nanos < 0)
                .map(member -> member.node)
                .toList();
    }
}
