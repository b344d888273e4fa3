// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.Preparation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Nodes that fill a load's tables: of each step each takes a range of pieces, with its part of the threads. */
record RemoteFillers(Coordinator coordinator, Plan plan, NamedLoad load) implements TableFilling.Fillers {

    /** Longer than a node takes to give up a server that hangs. */
    private static final Duration ENDING = Duration.ofSeconds(90);

    @Override
    public void fill(TableFilling.Step step, int number, String common, Preparation preparation, LongConsumer rows)
            throws InterruptedException {
        int threads = plan.threadsOn(load);
        List<RemoteNode> present = coordinator.alive();
        int parts = Math.min(Math.min(present.size(), threads), step.pieces());
        SharedPlan shared = SharedPlan.of(plan, plan.endpoint());
        Filling filling = new Filling(coordinator, coordinator.nextNumber());
        Map<RemoteNode, Message> asked = new LinkedHashMap<>();
        for (int i = 0; i < parts; i++) {
            LoadShare share = new LoadShare(i, parts);
            Message part = new Message.Fill(
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
            asked.put(present.get(i), part);
            filling.parts.put(present.get(i), new Part());
        }
        coordinator.begin(filling);
        try {
            asked.forEach(coordinator::send);
            filling.await(preparation, rows);
        } catch (RuntimeException | Error | InterruptedException e) {
            filling.end();
            throw e;
        } finally {
            coordinator.end(filling);
        }
    }

    /** What a node has told of its part of a step. */
    private static final class Part {
        private long rows;
        private boolean ended;
        private @Nullable String failure;
    }

    /** One step on several nodes; all end when one fails. */
    private static final class Filling extends RemoteTask {

        private final Map<RemoteNode, Part> parts = new LinkedHashMap<>();

        Filling(Coordinator coordinator, int number) {
            super(coordinator, number);
        }

        void await(Preparation preparation, LongConsumer rows) throws InterruptedException {
            long reported = 0;
            boolean over;
            do {
                preparation.failIfStopped();
                over = isSoonOver();
                long now = rows();
                if (now > reported) {
                    rows.accept(now - reported);
                    reported = now;
                }
            } while (!over);
        }

        private synchronized boolean isSoonOver() throws InterruptedException {
            if (!haveEnded()) {
                awaitNews(Long.MAX_VALUE);
            }
            parts.forEach((node, part) -> {
                if (part.failure != null) {
                    throw new RunFailedException("worker " + node.address() + " failed: " + part.failure);
                }
                if (!part.ended && node.lost() != null) {
                    throw new WorkerLostException(node.lost() + "; it was filling tables");
                }
            });
            return haveEnded();
        }

        private synchronized long rows() {
            return parts.values().stream().mapToLong(part -> part.rows).sum();
        }

        private boolean haveEnded() {
            return parts.entrySet().stream()
                    .allMatch(one -> one.getValue().ended || one.getKey().lost() != null);
        }

        /** Waits for the nodes, also when interrupted: nothing may be written after the cleanup. */
        void end() {
            parts.keySet().forEach(node -> coordinator.send(node, new Message.StopFilling(number)));
            try (DeferredInterrupt held = DeferredInterrupt.hold()) {
                awaited(ENDING, this::haveEnded);
            } catch (InterruptedException e) { // another one
                Thread.currentThread().interrupt();
            }
            for (RemoteNode node : still()) { // disconnected, they end by themselves
                coordinator.lose(node, "fillingSeconds", ENDING.toSeconds());
            }
        }

        private synchronized List<RemoteNode> still() {
            return parts.keySet().stream()
                    .filter(node -> !parts.get(node).ended)
                    .toList();
        }

        @Override
        synchronized void received(RemoteNode from, Message message) {
            Part part = parts.getOrDefault(from, new Part());
            if (message instanceof Message.FillProgress progress) {
                part.rows = progress.rows();
            } else if (message instanceof Message.FillEnded ended) {
                part.rows = ended.rows();
                part.failure = ended.why();
                part.ended = true;
            }
            notifyAll();
        }
    }
}
