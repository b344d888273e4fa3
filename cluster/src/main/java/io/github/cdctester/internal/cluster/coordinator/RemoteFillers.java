// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.cluster.message.FillAssignment;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.FillMessage;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.workload.FillStep;
import io.github.cdctester.internal.workload.Fillers;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.Preparation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/** Nodes that fill tables: each takes a range of pieces, with its part of the threads. */
final class RemoteFillers {

    private final Coordinator coordinator;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, RemoteFilling> underWay = new ConcurrentHashMap<>();

    RemoteFillers(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** Who fills a load's tables, with the threads and the workload that the plan has for that. */
    Fillers of(Plan plan, NamedLoad load) {
        return (step, number, common, preparation, rows) -> fill(plan, load, step, number, common, preparation, rows);
    }

    private void fill(
            Plan plan,
            NamedLoad load,
            FillStep step,
            int number,
            String common,
            Preparation preparation,
            LongConsumer rows)
            throws InterruptedException {
        int threads = plan.threadsOn(load);
        List<RemoteNode> present = coordinator.alive();
        int parts = Math.min(Math.min(present.size(), threads), step.pieces());
        int filling = numbers.incrementAndGet();
        SharedPlan shared = SharedPlan.of(plan, plan.endpoint());
        Map<RemoteNode, Fill> asked = new LinkedHashMap<>();
        for (int i = 0; i < parts; i++) {
            LoadShare share = new LoadShare(i, parts);
            FillAssignment part = new FillAssignment(
                    shared,
                    load.name(),
                    threads,
                    number,
                    step.pieces(),
                    common,
                    (int) share.before(step.pieces()),
                    (int) share.part(step.pieces()),
                    (int) share.part(threads));
            asked.put(present.get(i), new Fill(filling, part));
        }
        RemoteFilling remote = new RemoteFilling(coordinator, filling);
        underWay.put(filling, remote);
        try {
            remote.run(asked, preparation, rows);
        } finally {
            underWay.remove(filling);
        }
    }

    void received(RemoteNode from, FillMessage message) {
        RemoteFilling filling = underWay.get(message.filling());
        if (filling != null) {
            filling.received(from, message);
        }
    }

    /** A node was lost. */
    void wake() {
        underWay.values().forEach(RemoteFilling::wake);
    }
}
