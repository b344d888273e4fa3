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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

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
        Filling filling = new Filling(coordinator);
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
            filling.asked.put(present.get(i), part);
        }
        coordinator.begin(filling.number, filling);
        try {
            filling.asked.forEach(coordinator::send);
            filling.await(preparation, rows);
        } catch (RuntimeException | Error | InterruptedException e) {
            filling.end();
            throw e;
        } finally {
            coordinator.end(filling);
        }
    }

    /** One step on several nodes; all end when one fails. */
    private static final class Filling extends RemoteTask {

        private final Map<RemoteNode, Message> asked = new LinkedHashMap<>();
        private final Map<RemoteNode, Long> rows = new HashMap<>();
        private final Map<RemoteNode, Message.FillEnded> ended = new HashMap<>();

        Filling(Coordinator coordinator) {
            super(coordinator);
        }

        void await(Preparation preparation, LongConsumer more) throws InterruptedException {
            long reported = 0;
            for (boolean over = false; !over; ) {
                preparation.failIfStopped();
                over = isSoonOver();
                long now = rows();
                if (now > reported) {
                    more.accept(now - reported);
                    reported = now;
                }
            }
        }

        private synchronized boolean isSoonOver() throws InterruptedException {
            if (!isOver()) {
                awaitNews(Long.MAX_VALUE);
            }
            ended.forEach((node, end) -> {
                if (end.why() != null) {
                    throw new RunFailedException("worker " + node.address() + " failed: " + end.why());
                }
            });
            still().filter(node -> !node.isAlive()).forEach(node -> {
                throw new RunFailedException(node.lost() + "; it was filling tables");
            });
            return isOver();
        }

        private boolean isOver() {
            return still().noneMatch(RemoteNode::isAlive);
        }

        private synchronized long rows() {
            return rows.values().stream().mapToLong(Long::longValue).sum();
        }

        private Stream<RemoteNode> still() {
            return asked.keySet().stream().filter(node -> !ended.containsKey(node));
        }

        /** Waits for the nodes, also when interrupted: nothing may be written after the cleanup. */
        void end() {
            asked.keySet().forEach(node -> coordinator.send(node, new Message.StopFilling(number)));
            try (DeferredInterrupt held = DeferredInterrupt.hold()) {
                awaited(ENDING, this::isOver);
            } catch (InterruptedException e) { // another one
                Thread.currentThread().interrupt();
            }
            List<RemoteNode> late;
            synchronized (this) {
                late = still().toList();
            }
            for (RemoteNode node : late) { // disconnected, they end by themselves
                coordinator.lose(node, "fillingSeconds", ENDING.toSeconds());
            }
        }

        @Override
        synchronized void received(RemoteNode from, Message.TaskMessage message) {
            if (message instanceof Message.FillProgress progress) {
                rows.put(from, progress.rows());
            } else if (message instanceof Message.FillEnded end) {
                rows.put(from, end.rows());
                ended.put(from, end);
            }
            notifyAll();
        }
    }
}
