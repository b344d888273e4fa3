// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.Preparation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Fills a load's tables on several nodes. */
record RemoteFillers(Coordinator coordinator, Plan plan, NamedLoad load) implements TableFilling.Fillers {

    /** Longer than a node waits for a server that hangs. */
    private static final Duration FILLING_END_TIMEOUT = Duration.ofSeconds(90);

    @Override
    public void fill(TableFilling.Step step, int number, String common, Preparation preparation, LongConsumer rows)
            throws InterruptedException {
        int threads = plan.fillThreads(load);
        List<RemoteNode> presentNodes = coordinator.requireAliveWriters();
        int nodeCount = Math.min(Math.min(presentNodes.size(), threads), step.pieces());
        SharedPlan shared = SharedPlan.of(plan, plan.endpoint());
        Filling filling = new Filling(coordinator);
        for (int i = 0; i < nodeCount; i++) {
            Message request = new Message.Fill(
                    filling.number,
                    shared,
                    load.name(),
                    threads,
                    number,
                    step.pieces(),
                    common,
                    new LoadShare(i, nodeCount));
            filling.requests.put(presentNodes.get(i), request);
        }
        try {
            filling.begin();
            filling.await(preparation, rows);
            coordinator.unregister(filling);
        } catch (RuntimeException
                | Error
                | InterruptedException e) { // waits for the nodes, because no row may be inserted after the cleanup
            for (RemoteNode node : filling.end(FILLING_END_TIMEOUT)) { // disconnecting a node ends its tasks
                coordinator.giveUp(node, "fillingSeconds", FILLING_END_TIMEOUT.toSeconds());
            }
            throw e;
        }
    }

    private static final class Filling extends RemoteTask {

        private static final Duration NO_TIMEOUT = Duration.ofDays(365);

        private final Map<RemoteNode, Long> rowsByNode = new HashMap<>();

        Filling(Coordinator coordinator) {
            super(coordinator, "failed");
        }

        /** Calls the listener without this task's lock, so that a slow listener does not delay messages. */
        void await(Preparation preparation, LongConsumer rowListener) throws InterruptedException {
            long reportedRows = 0;
            for (boolean isComplete = false; !isComplete; ) {
                long rowsBeforeWait = reportedRows;
                await(NO_TIMEOUT, () -> {
                    preparation.failIfStopped();
                    return isComplete() || rows() > rowsBeforeWait;
                });
                isComplete = isComplete();
                long insertedRows = rows();
                if (insertedRows > reportedRows) {
                    rowListener.accept(insertedRows - reportedRows);
                    reportedRows = insertedRows;
                }
            }
        }

        private boolean isComplete() {
            failIfBroken();
            for (RemoteNode lost : unfinishedNodes(false)) {
                throw new RunFailedException(lost.lossReason() + "; it was filling tables");
            }
            return unfinishedNodes(true).isEmpty();
        }

        private synchronized long rows() {
            return rowsByNode.values().stream().mapToLong(Long::longValue).sum();
        }

        @Override
        void handle(RemoteNode from, Message.TaskMessage message) {
            if (message instanceof Message.FillProgress progress) {
                rowsByNode.put(from, progress.rows());
            }
        }
    }
}
