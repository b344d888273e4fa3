// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.FillEnded;
import io.github.cdctester.internal.cluster.message.Message.FillProgress;
import io.github.cdctester.internal.cluster.message.Message.StopFilling;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.workload.Preparation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One step of filling tables on several nodes; all end when one fails. */
final class RemoteFilling {

    private static final long LOOK_NANOS = 100_000_000;

    /** Longer than a node takes to give up a server that hangs. */
    private static final Duration ENDING = Duration.ofSeconds(90);

    private final Coordinator coordinator;
    private final int number;
    private final Map<RemoteNode, Part> parts = new LinkedHashMap<>();

    /** Guarded by the filling. */
    private static final class Part {
        private long rows;
        private boolean ended;
        private @Nullable String failure;
    }

    RemoteFilling(Coordinator coordinator, int number) {
        this.coordinator = coordinator;
        this.number = number;
    }

    /** Runs the step, and returns or throws once no node is at work any more. */
    void run(Map<RemoteNode, Fill> asked, Preparation preparation, LongConsumer rows) throws InterruptedException {
        synchronized (this) {
            asked.keySet().forEach(node -> parts.put(node, new Part()));
        }
        try {
            asked.forEach(coordinator::send);
            await(preparation, rows);
        } catch (RuntimeException | Error | InterruptedException e) {
            end();
            throw e;
        }
    }

    private void await(Preparation preparation, LongConsumer rows) throws InterruptedException {
        long reported = 0;
        while (true) {
            boolean ended = failIfBrokenOrTellIfEnded(LOOK_NANOS);
            long now = rows();
            if (now > reported) {
                rows.accept(now - reported);
                reported = now;
            }
            if (ended) {
                return;
            }
            preparation.failIfStopped();
        }
    }

    /** Waits a little where nothing is new. */
    private synchronized boolean failIfBrokenOrTellIfEnded(long nanos) throws InterruptedException {
        if (!hasEnded()) {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        }
        parts.forEach((node, part) -> {
            if (part.failure != null) {
                throw new RunFailedException("worker " + node.address() + " failed: " + part.failure);
            }
            if (!part.ended && node.lost() != null) {
                throw new WorkerLostException(node.lost() + "; it was filling tables");
            }
        });
        return hasEnded();
    }

    private synchronized long rows() {
        return parts.values().stream().mapToLong(part -> part.rows).sum();
    }

    private synchronized boolean hasEnded() {
        return parts.entrySet().stream()
                .allMatch(one -> one.getValue().ended || one.getKey().lost() != null);
    }

    /** Waits for the nodes, also when interrupted: nothing may be written after the cleanup. */
    private void end() {
        parts.keySet().forEach(node -> coordinator.send(node, new StopFilling(number)));
        long until = coordinator.clock().nanoTime() + ENDING.toNanos();
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            awaitEnd(until);
        } catch (InterruptedException e) { // another one
            Thread.currentThread().interrupt();
        }
        for (RemoteNode node : still()) { // disconnected, they end by themselves
            coordinator.lose(node, "fillingSeconds", ENDING.toSeconds());
        }
    }

    private synchronized List<RemoteNode> still() {
        return parts.entrySet().stream()
                .filter(one -> !one.getValue().ended)
                .map(Map.Entry::getKey)
                .toList();
    }

    private synchronized void awaitEnd(long until) throws InterruptedException {
        for (long left = ENDING.toNanos();
                !hasEnded() && left > 0;
                left = until - coordinator.clock().nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_NANOS));
        }
    }

    /** For the transport's threads. */
    synchronized void received(RemoteNode from, Message message) {
        Part part = parts.get(from);
        if (part == null) {
            return;
        }
        if (message instanceof FillProgress progress) {
            part.rows = progress.rows();
        } else if (message instanceof FillEnded ended) {
            part.rows = ended.rows();
            part.failure = ended.why();
            part.ended = true;
        }
        notifyAll();
    }

    /** A node was lost. */
    synchronized void wake() {
        notifyAll();
    }
}
