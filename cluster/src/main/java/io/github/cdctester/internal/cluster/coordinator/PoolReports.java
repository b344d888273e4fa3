// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.GtidBatch;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.List;

/** Adds what nodes report of a pool's work to the load's meter. Guarded by the pool. */
record PoolReports(Coordinator coordinator, WorkerPool.Spec order, List<PoolMember> members) {

    private static final CommitSink NOBODY = (high, low, tag, number) -> {};

    void opened(PoolMember member, Message.Opened opened) {
        member.lateNanos = opened.lateNanos();
        member.replies.remove(Message.Paused.class);
        member.node.meter.used(opened.usage());
        if (member.previous == null
                && members.stream().noneMatch(one -> one.isActive() && !one.hasReplied(Message.Opened.class))) {
            began();
        }
    }

    void ended(PoolMember member, Message.Ended ended) {
        take(member, ended.update());
        member.node.meter.used(ended.usage());
        member.node.meter.ended(member, ended.latency(), ended.startDelay());
        member.scheduled = ended.scheduled();
        member.waiting = ended.waiting();
    }

    private void began() {
        List<PoolMember> there = members.stream().filter(PoolMember::isActive).toList();
        long earliest = there.stream()
                .mapToLong(member -> member.lateNanos - member.node.clock.errorNanos())
                .min()
                .orElse(0);
        long latest = there.stream()
                .mapToLong(member -> member.lateNanos + member.node.clock.errorNanos())
                .max()
                .orElse(0);
        coordinator.notes.began(earliest, latest);
    }

    void take(PoolMember member, Message.WriteUpdate update) {
        long transactions = update.counts().get(Metric.WRITE_TRANSACTIONS);
        member.did(transactions, coordinator.clock.nanoTime());
        member.node.meter.wrote(member, transactions);
        coordinator.keep(member.node, order.load().name(), member.toldUpToNanos(), update);
        order.meter().add(update.counts(), update.durations());
        order.meter().addRows(update.rows());
        if (order.tracking() != null) {
            for (GtidBatch commits : update.commits()) {
                commits.forEach(order.tracking().sink());
            }
        }
        if (order.elsewhere() != null) {
            member.tell(
                    update.each(),
                    order.tracking() == null ? NOBODY : order.tracking().sink(),
                    order.elsewhere());
        }
    }

    /** Tells who judges consumers of the nodes that are lost. */
    void tellLost() {
        if (order.elsewhere() != null) {
            members.forEach(member -> member.tellLost(order.elsewhere()));
        }
    }
}
