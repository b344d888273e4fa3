// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.time.NanoClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The work of nodes for the coordinator under one number. Its monitor guards it, and is notified of changes. */
abstract class RemoteTask {

    /** A node gives up a server that does not answer earlier than this. */
    static final Duration CONNECTING = Duration.ofMinutes(2);

    /** As long as a node may take to give up a connection, and a message more. */
    static final Duration LEAVING = Duration.ofSeconds(25);

    private static final long LOOK_NANOS = 100_000_000;

    /** If the time between two checks is longer, this process was paused, and no node is late. */
    private static final long STOOD_STILL_NANOS = 10_000_000_000L;

    final Coordinator coordinator;
    final int number;

    final Map<RemoteNode, Message> asked = new LinkedHashMap<>();

    private final Set<RemoteNode> over = new HashSet<>();
    private final String failing;
    private @Nullable String broke;

    /**
     * Creates a task that no node has yet.
     *
     * @param failing what a node does that cannot continue
     */
    RemoteTask(Coordinator coordinator, String failing) {
        this.coordinator = coordinator;
        this.failing = failing;
        number = coordinator.nextNumber();
    }

    final void begin() {
        coordinator.begin(number, this);
        asked.forEach(coordinator::send);
    }

    /** A message of a node; for the transport's threads. */
    synchronized void received(RemoteNode from, Message.TaskMessage message) {
        String why = null;
        if (!asked.containsKey(from)) {
            return; // no request is open
        }
        if (message instanceof Message.Failed failed) {
            why = failed.why();
        } else if (message instanceof Message.Over last) {
            why = last.why();
            over.add(from);
        } else {
            take(from, message);
        }
        if (why != null && broke == null) {
            broke = "worker " + from.address() + " " + failing + ": " + why;
        }
        notifyAll();
    }

    /** A message that is neither of a failure nor of the end. */
    void take(RemoteNode from, Message.TaskMessage message) {}

    /** A node was lost. */
    synchronized void onNodeLost(RemoteNode node) {
        notifyAll();
    }

    /** Fails if a node cannot continue. */
    public synchronized void failIfBroken() {
        if (broke != null) {
            throw new RunFailedException(broke);
        }
    }

    final boolean isBroken() {
        return broke != null;
    }

    /** Nodes that are at work and have not reported since that moment. */
    List<RemoteNode> silentSince(long nanos) {
        return List.of();
    }

    /** Returns the nodes that have not ended: still at work, or lost. */
    final synchronized List<RemoteNode> unfinished(boolean alive) {
        return asked.keySet().stream()
                .filter(node -> node.isAlive() == alive && !over.contains(node))
                .toList();
    }

    /** Ends all nodes, and waits for them, also when interrupted; returns the nodes that have not ended in time. */
    final List<RemoteNode> end(Duration timeout) {
        asked.keySet().forEach(node -> coordinator.send(node, new Message.EndTask(number)));
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            await(timeout, () -> unfinished(true).isEmpty());
        } catch (InterruptedException e) { // another one
            Thread.currentThread().interrupt();
        }
        coordinator.end(this);
        return unfinished(true);
    }

    /** Waits until that is so; returns whether it is. */
    final synchronized boolean await(Duration timeout, BooleanSupplier done) throws InterruptedException {
        return await(this, coordinator.clock, timeout, done);
    }

    /**
     * Waits like {@link #await(Duration, BooleanSupplier)} with another monitor, which is notified of changes; the caller holds
     * it.
     */
    static boolean await(Object monitor, NanoClock clock, Duration timeout, BooleanSupplier done)
            throws InterruptedException {
        long left = timeout.toNanos();
        long looked = clock.nanoTime();
        while (!done.getAsBoolean()) {
            long now = clock.nanoTime();
            left -= Math.min(now - looked, STOOD_STILL_NANOS);
            looked = now;
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(monitor, Math.min(left, LOOK_NANOS));
        }
        return true;
    }
}
