// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.commit.CommitSink;

/** Processes the nodes' messages about one load. Guarded by the lock of its {@link RemoteWorkerPool}. */
final class PoolReports {

    private static final CommitSink NO_GTID_SINK = (high, low, tag, number) -> {};

    /** Old connections may still be open while new ones are created. */
    private static final long MAX_CONNECTIONS_PER_THREAD = 4;

    private final Coordinator coordinator;
    private final WorkerPool.Spec spec;
    private final PartMoves moves;
    private final int number;

    PoolReports(Coordinator coordinator, WorkerPool.Spec spec, PartMoves moves, int number) {
        this.coordinator = coordinator;
        this.spec = spec;
        this.moves = moves;
        this.number = number;
    }

    /** @throws IllegalArgumentException if a correct node never sends this message at this time */
    void process(PoolMember member, Message.TaskMessage message) {
        boolean isEnd = message instanceof Message.Ended;
        if (member.hasReplied(Message.Ended.class) && (isEnd || message instanceof Message.WriteProgress)
                || message instanceof Message.Connections reported
                        && reported.ids().size() > MAX_CONNECTIONS_PER_THREAD * (1L + member.part.threads())) {
            throw new IllegalArgumentException("a report after the end, or of more connections than its workers have");
        }
        long now = coordinator.clock.nanoTime();
        member.replies.add(message.getClass());
        if (message instanceof Message.WriteProgress progress) {
            coordinator.notes.recordReportDelay(number, member.recordReport(now));
            take(member, progress.update());
            if (coordinator.takesLateNodes()) {
                moves.returnParts();
            }
        } else if (message instanceof Message.Paused paused) {
            take(member, paused.update());
            member.node.meter.stop(member);
        } else if (message instanceof Message.Ended ended) {
            take(member, ended);
            if (member.handoverNanos != null) {
                coordinator.send(
                        member.node, new Message.EndTask(member.number)); // frees its connections for the next owner
                moves.advance();
            }
        } else if (message instanceof Message.PoolCreated created) {
            if (spec.tracking() != null) {
                spec.tracking().setServer(created.mariaDb(), created.refusal());
            }
            member.node.clients.put(created.client().load(), created.client());
            member.node.driver = created.driver().isEmpty() ? member.node.driver : created.driver();
            if (!member.isOwner) {
                coordinator.send(member.node, new Message.Start(member.number));
            }
        } else if (message instanceof Message.Ready) {
            moves.advance();
        } else if (message instanceof Message.Connections current) {
            member.connectionIds = current.ids();
        } else if (message instanceof Message.Opened opened) {
            member.node.meter.addUsage(opened.usage());
        } else if (message instanceof Message.Failed failed) {
            member.fail(failed.why());
            if (!member.isOwner) {
                moves.onTakeoverFailed(member, failed.why());
            }
        } else if (message instanceof Message.Over last) {
            member.fail(last.why());
        }
    }

    private void take(PoolMember member, Message.Ended ended) {
        take(member, ended.update());
        member.node.meter.addUsage(ended.usage());
        member.node.meter.endPool(member, ended.latency(), ended.startDelay());
        member.scheduledStarts = ended.scheduled();
        member.waitingTimes = ended.waiting();
    }

    private void take(PoolMember member, Message.WriteUpdate update) {
        long transactions = update.counts().get(Metric.WRITE_TRANSACTIONS);
        member.addTransactions(transactions, coordinator.clock.nanoTime());
        member.node.meter.addTransactions(member, transactions);
        coordinator.store(member.node, spec.load().name(), member.reportedSecondNanos(), update);
        Long startDelayNanos = update.firstStartDelayNanos();
        if (member.previousOwner == null && startDelayNanos != null) {
            coordinator.notes.recordStartDelay(number, startDelayNanos + member.node.clock.errorNanos());
        }
        CommitSink gtids =
                spec.tracking() == null ? NO_GTID_SINK : spec.tracking().sink();
        long clockAheadMicros = member.node.clock.epochAheadMicros();
        update.commits().forEach(commits -> commits.reportTo(gtids, spec.remoteCommits(), clockAheadMicros));
        // after the GTIDs: counted commits without any GTID would show that the server reports none
        spec.meter().add(update.counts(), update.durations());
        spec.meter().addRows(update.rows());
    }
}
