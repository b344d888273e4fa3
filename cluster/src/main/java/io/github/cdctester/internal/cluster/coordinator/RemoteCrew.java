// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.coordinator.CrewPart.Said;
import io.github.cdctester.internal.cluster.message.Commits;
import io.github.cdctester.internal.cluster.message.Done;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Beat;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.Dismiss;
import io.github.cdctester.internal.cluster.message.Message.Dismissed;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Hire;
import io.github.cdctester.internal.cluster.message.Message.Hired;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.WriteDurations;
import io.github.cdctester.internal.run.load.Crew;
import io.github.cdctester.internal.run.load.CrewOrder;
import io.github.cdctester.internal.writer.LoadShare;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The workers of one load on several nodes. What they have done is added to the load's meter as soon as it is heard of. */
final class RemoteCrew implements Crew {

    /** A connection that a server does not answer is given up by its node before. */
    private static final Duration CONNECTING = Duration.ofMinutes(2);

    /** As long as a worker may take here to give up a connection, and a message more. */
    private static final Duration LEAVING = Duration.ofSeconds(25);

    private static final Duration PAUSING = Duration.ofMinutes(10);

    private final Fleet fleet;
    private final int number;
    private final CrewOrder order;
    private final List<CrewPart> parts;
    private boolean stopped;
    private boolean dismissed;

    RemoteCrew(Fleet fleet, int number, CrewOrder order, List<CrewPart> parts) {
        this.fleet = fleet;
        this.number = number;
        this.order = order;
        this.parts = parts;
    }

    /** Connects each node's first worker. */
    void hire(Function<CrewPart, Hire> message) throws InterruptedException {
        ask(Said.HIRED, message::apply);
        await(Said.HIRED, CONNECTING);
    }

    @Override
    public void start() throws InterruptedException {
        ask(Said.READY, part -> new Start(number));
        await(Said.READY, CONNECTING);
    }

    @Override
    public long open(long atNanos) throws InterruptedException {
        long now = fleet.clock().nanoTime();
        long lead = fleet.leadNanos();
        long at = atNanos - now < lead / 2 ? now + lead : atNanos;
        synchronized (this) {
            parts.forEach(part -> part.opensAt(at));
        }
        fleet.told().opens(number);
        ask(Said.OPENED, part -> new Open(number, part.node().there(at)));
        return at;
    }

    @Override
    public void endScheduleAt(long nanos) {
        parts.forEach(part ->
                fleet.send(part.node(), new EndSchedule(number, part.node().there(nanos))));
    }

    @Override
    public void pause() throws InterruptedException {
        synchronized (this) {
            parts.forEach(part -> part.asked(Said.OPENED)); // a node that waits for a long transaction tells nothing
        }
        ask(Said.PAUSED, part -> new Pause(number));
        await(Said.PAUSED, PAUSING);
    }

    @Override
    public void limitTo(long transactions) {
        for (CrewPart part : parts) {
            long own = new LoadShare(part.index(), parts.size()).part(transactions);
            fleet.send(part.node(), own == 0 ? new Stop(number) : new Limit(number, own));
        }
    }

    @Override
    public boolean stop(Duration patience) throws InterruptedException {
        if (!stopped) {
            stopped = true;
            parts.forEach(part -> fleet.send(part.node(), new Stop(number)));
        }
        return awaitEnd(patience.toNanos());
    }

    @Override
    public void cancel() {
        parts.forEach(part -> fleet.send(part.node(), new Cancel(number)));
    }

    @Override
    public boolean awaitEnd(long nanos) throws InterruptedException {
        fleet.tellOfNews();
        return awaited(Said.ENDED, nanos);
    }

    @Override
    public synchronized Optional<Throwable> failure() {
        for (CrewPart part : parts) {
            if (part.failure() != null) {
                return Optional.of(
                        new RunFailedException("worker " + part.node().address() + " failed: " + part.failure()));
            }
        }
        if (!fleet.toleratesLoss() || parts.stream().allMatch(CrewPart::isGone)) {
            for (CrewPart part : parts) {
                String lost = part.node().lost();
                if (lost != null) {
                    return Optional.of(new WorkerLostException(lost));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public synchronized Distribution waiting(long stoppedAtNanos) {
        return Distribution.sum(parts.stream().map(CrewPart::waiting).toList());
    }

    @Override
    public synchronized long scheduled(long stoppedAtNanos) {
        return parts.stream().mapToLong(CrewPart::scheduled).sum();
    }

    @Override
    public void close() {
        if (dismissed) {
            return; // nobody is left who could answer
        }
        dismissed = true;
        ask(Said.DISMISSED, part -> new Dismiss(number));
        try {
            if (!awaited(Said.DISMISSED, LEAVING.toNanos())) {
                throw new RunFailedException("workers did not end within " + LEAVING.toSeconds()
                        + " s after they were dismissed: " + missing(Said.DISMISSED));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            fleet.forget(number);
        }
    }

    /** From a node; for the link's threads. Histograms are unpacked before the lock: of hundreds of nodes that is most of the work. */
    void received(FleetNode from, Message message) {
        if (message instanceof Beat beat) {
            received(from, message, beat.done().durations());
        } else if (message instanceof Paused paused) {
            received(from, message, paused.done().durations());
        } else if (message instanceof Ended ended) {
            received(from, message, ended.done().durations());
        } else {
            received(from, message, WriteDurations.NOTHING);
        }
    }

    private synchronized void received(FleetNode from, Message message, WriteDurations durations) {
        CrewPart part =
                parts.stream().filter(one -> one.node() == from).findFirst().orElse(null);
        if (part == null) {
            return;
        }
        long now = fleet.clock().nanoTime();
        part.heard(now);
        if (message instanceof Beat beat) {
            fleet.told().beat(number, part.beat(now));
            take(part, beat.done(), durations);
        } else if (message instanceof Paused paused) {
            take(part, paused.done(), durations);
            part.node().account().rests(part);
            part.says(Said.PAUSED);
        } else if (message instanceof Ended ended) {
            take(part, ended.done(), durations);
            part.node().account().used(ended.usage());
            part.node().account().ended(part, ended.latency(), ended.startDelay());
            part.leaves(ended.scheduled(), Distribution.unpacked(ended.waiting()));
            part.says(Said.ENDED);
        } else if (message instanceof Hired hired) {
            if (order.tracking() != null) {
                order.tracking().told(hired.mariaDb(), hired.refusal());
            }
            part.node().writesBy(hired.driver());
            part.says(Said.HIRED);
        } else if (message instanceof Ready) {
            part.says(Said.READY);
        } else if (message instanceof Opened opened) {
            part.opened(opened.lateNanos());
            part.node().account().used(opened.usage());
            part.says(Said.OPENED);
            if (parts.stream().allMatch(one -> one.hasSaid(Said.OPENED) || one.isGone())) {
                began();
            }
        } else if (message instanceof Failed failed) {
            part.fail(failed.why());
        } else if (message instanceof Dismissed dismissed) {
            if (dismissed.left() != null) {
                part.fail(dismissed.left());
            }
            part.says(Said.DISMISSED);
        }
        notifyAll();
    }

    private void began() {
        List<CrewPart> there = parts.stream().filter(part -> !part.isGone()).toList();
        long earliest = there.stream()
                .mapToLong(part -> part.lateNanos() - part.node().clockErrorNanos())
                .min()
                .orElse(0);
        long latest = there.stream()
                .mapToLong(part -> part.lateNanos() + part.node().clockErrorNanos())
                .max()
                .orElse(0);
        fleet.told().began(earliest, latest);
    }

    private void take(CrewPart part, Done done, WriteDurations durations) {
        part.node().account().did(part, done.counts().transactions());
        order.meter().add(done.counts(), durations);
        order.meter().addRows(done.rows());
        if (order.tracking() != null) {
            for (Commits commits : done.commits()) {
                commits.tell(order.tracking().sink());
            }
        }
    }

    /** A node was lost. */
    synchronized void changed() {
        notifyAll();
    }

    private void ask(Said answer, Function<CrewPart, Message> message) {
        synchronized (this) {
            parts.forEach(part -> part.asked(answer));
        }
        for (CrewPart part : parts) {
            fleet.send(part.node(), message.apply(part));
        }
    }

    private void await(Said answer, Duration patience) throws InterruptedException {
        boolean all = awaited(answer, patience.toNanos());
        Optional<Throwable> failure = failure();
        if (failure.isPresent() && failure.get() instanceof RunFailedException failed) {
            throw failed;
        }
        if (!all) {
            throw new RunFailedException(
                    "no answer within " + patience.toSeconds() + " s of worker " + missing(answer));
        }
    }

    /** Whether all have said it who still can. */
    private synchronized boolean awaited(Said answer, long nanos) throws InterruptedException {
        long until = fleet.clock().nanoTime() + nanos;
        while (!hasEachSaid(answer)) {
            long left = until - fleet.clock().nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
        return true;
    }

    private boolean hasEachSaid(Said answer) {
        return parts.stream()
                .allMatch(part -> part.hasSaid(answer)
                        || part.isGone()
                        || part.failure() != null && answer != Said.ENDED && answer != Said.DISMISSED);
    }

    private synchronized String missing(Said answer) {
        return String.join(
                ", ",
                parts.stream()
                        .filter(part -> !part.hasSaid(answer) && !part.isGone())
                        .map(part -> part.node().address())
                        .toList());
    }

    /** Who writes and has not told of it since a moment. */
    synchronized List<FleetNode> silentSince(long nanos) {
        return parts.stream()
                .filter(part -> part.hasSaid(Said.OPENED)
                        && !part.hasSaid(Said.ENDED)
                        && !part.hasSaid(Said.PAUSED)
                        && !part.isGone()
                        && part.heardNanos() - nanos < 0)
                .map(CrewPart::node)
                .toList();
    }
}
