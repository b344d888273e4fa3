// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.time.DeferredInterrupt;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A task that one or more nodes execute for the coordinator. Guarded by the task's monitor. */
abstract class RemoteTask {

    /** Longer than a node tries to connect to a server. */
    static final Duration CONNECT_TIMEOUT = Duration.ofMinutes(2);

    /** Longer than a node needs to give up a connection. */
    static final Duration END_TIMEOUT = Duration.ofSeconds(25);

    private static final long CHECK_NANOS = 100_000_000;

    /** Limits the time between two checks that counts toward a timeout. A longer gap means that this process was paused. */
    private static final long MAX_CHECK_GAP_NANOS = 10_000_000_000L;

    interface Condition {
        boolean isMet() throws InterruptedException;
    }

    final Coordinator coordinator;
    final int number;

    final Map<RemoteNode, Message> requests = new LinkedHashMap<>();

    private final Set<RemoteNode> endedNodes = new HashSet<>();
    private final String failurePhrase;
    private @Nullable String failure;

    /** {@code failurePhrase} is a verb phrase, such as {@code cannot read the topics}. */
    RemoteTask(Coordinator coordinator, String failurePhrase) {
        this.coordinator = coordinator;
        this.failurePhrase = failurePhrase;
        number = coordinator.nextTaskNumber();
    }

    final void begin() {
        coordinator.register(number, this);
        requests.forEach(coordinator::send);
    }

    /** Called in the transport's threads. */
    synchronized void received(RemoteNode from, Message.TaskMessage message) {
        String why = null;
        if (!requests.containsKey(from)) {
            return; // the node does not execute this task
        }
        if (message instanceof Message.Failed failed) {
            why = failed.why();
        } else if (message instanceof Message.Over last) {
            why = last.why();
            endedNodes.add(from);
        } else {
            handle(from, message);
        }
        if (why != null && failure == null) {
            failure = "worker " + from.address + " " + failurePhrase + ": " + why;
        }
        notifyAll();
    }

    void handle(RemoteNode from, Message.TaskMessage message) {}

    synchronized void onNodeLost(RemoteNode node) {
        notifyAll();
    }

    /** Does not check for lost nodes. */
    public synchronized void failIfBroken() {
        if (failure != null) {
            throw new RunFailedException(failure);
        }
    }

    final boolean isBroken() {
        return failure != null;
    }

    /** Returns the nodes that are working but have not reported since {@code nanos}. */
    List<RemoteNode> silentSince(long nanos) {
        return List.of();
    }

    /** Returns live nodes if {@code alive} is true, otherwise lost nodes. */
    final synchronized List<RemoteNode> unfinishedNodes(boolean alive) {
        return requests.keySet().stream()
                .filter(node -> node.isAlive() == alive && !endedNodes.contains(node))
                .toList();
    }

    /** Waits until a second interrupt. Returns the live nodes that have not ended in time. */
    final List<RemoteNode> end(Duration timeout) {
        requests.keySet().forEach(node -> coordinator.send(node, new Message.EndTask(number)));
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            await(timeout, () -> unfinishedNodes(true).isEmpty());
        } catch (InterruptedException e) { // a second interrupt
            Thread.currentThread().interrupt();
        }
        coordinator.unregister(this);
        return unfinishedNodes(true);
    }

    /** Returns false on timeout. Counts a pause of this process as at most 10 s. */
    final synchronized boolean await(Duration timeout, Condition done) throws InterruptedException {
        long remainingNanos = timeout.toNanos();
        long checkedNanos = coordinator.clock.nanoTime();
        while (!done.isMet()) {
            long now = coordinator.clock.nanoTime();
            remainingNanos -= Math.min(now - checkedNanos, MAX_CHECK_GAP_NANOS);
            checkedNanos = now;
            if (remainingNanos <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(remainingNanos, CHECK_NANOS));
        }
        return true;
    }
}
