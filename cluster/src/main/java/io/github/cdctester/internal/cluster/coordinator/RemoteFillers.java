// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.FillEnded;
import io.github.cdctester.internal.cluster.message.Message.FillMessage;
import io.github.cdctester.internal.cluster.message.Message.FillProgress;
import io.github.cdctester.internal.cluster.message.Message.StopFilling;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.Preparation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Nodes that fill tables: each takes a range of pieces, with its part of the threads. */
final class RemoteFillers {

    private static final long LOOK_NANOS = 100_000_000;

    /** Longer than a node takes to give up a server that hangs. */
    private static final Duration ENDING = Duration.ofSeconds(90);

    private final Coordinator coordinator;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Filling> underWay = new ConcurrentHashMap<>();

    RemoteFillers(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** Who fills a load's tables, with the threads and the workload that the plan has for that. */
    TableFilling.Fillers of(Plan plan, NamedLoad load) {
        return (step, number, common, preparation, rows) -> fill(plan, load, step, number, common, preparation, rows);
    }

    private void fill(
            Plan plan,
            NamedLoad load,
            TableFilling.Step step,
            int number,
            String common,
            Preparation preparation,
            LongConsumer rows)
            throws InterruptedException {
        int threads = plan.threadsOn(load);
        List<RemoteNode> present = coordinator.alive();
        int parts = Math.min(Math.min(present.size(), threads), step.pieces());
        SharedPlan shared = SharedPlan.of(plan, plan.endpoint());
        Filling filling = new Filling(numbers.incrementAndGet());
        for (int i = 0; i < parts; i++) {
            LoadShare share = new LoadShare(i, parts);
            Fill part = new Fill(
                    filling.number,
                    shared,
                    load.name(),
                    threads,
                    number,
                    step.pieces(),
                    common,
                    (int) share.before(step.pieces()),
                    (int) share.part(step.pieces()),
                    (int) share.part(threads));
            filling.parts.put(present.get(i), new Part(part));
        }
        underWay.put(filling.number, filling);
        try {
            filling.run(preparation, rows);
        } finally {
            underWay.remove(filling.number);
        }
    }

    void received(RemoteNode from, FillMessage message) {
        Filling filling = underWay.get(message.filling());
        if (filling != null) {
            filling.received(from, message);
        }
    }

    /** A node was lost. */
    void wake() {
        for (Filling filling : underWay.values()) {
            synchronized (filling) {
                filling.notifyAll();
            }
        }
    }

    /** A node's part of a step; guarded by the filling. */
    private static final class Part {
        private final Fill asked;
        private long rows;
        private boolean ended;
        private @Nullable String failure;

        Part(Fill asked) {
            this.asked = asked;
        }
    }

    /** One step on several nodes; all end when one fails. */
    private final class Filling {

        private final int number;
        private final Map<RemoteNode, Part> parts = new LinkedHashMap<>();

        Filling(int number) {
            this.number = number;
        }

        /** Runs the step, and returns or throws once no node is at work any more. */
        void run(Preparation preparation, LongConsumer rows) throws InterruptedException {
            try {
                parts.forEach((node, part) -> coordinator.send(node, part.asked));
                await(preparation, rows);
            } catch (RuntimeException | Error | InterruptedException e) {
                end();
                throw e;
            }
        }

        private void await(Preparation preparation, LongConsumer rows) throws InterruptedException {
            long reported = 0;
            while (true) {
                boolean ended = failIfBrokenOrTellIfEnded();
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
        private synchronized boolean failIfBrokenOrTellIfEnded() throws InterruptedException {
            if (!hasEnded()) {
                TimeUnit.NANOSECONDS.timedWait(this, LOOK_NANOS);
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
        synchronized void received(RemoteNode from, FillMessage message) {
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
    }
}
