// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.cluster.message.FillPart;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.OfFilling;
import io.github.cdctester.internal.report.PlanText;
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

/** Has the nodes fill tables: each of them takes pieces that follow each other, with its part of the threads. */
final class FleetFillers {

    private final Fleet fleet;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, RemoteFilling> underWay = new ConcurrentHashMap<>();

    FleetFillers(Fleet fleet) {
        this.fleet = fleet;
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
        List<FleetNode> present = fleet.present();
        int parts = Math.min(Math.min(present.size(), threads), step.pieces());
        int filling = numbers.incrementAndGet();
        Map<FleetNode, Fill> asked = new LinkedHashMap<>();
        for (int i = 0; i < parts; i++) {
            LoadShare share = new LoadShare(i, parts);
            FillPart part = new FillPart(
                    PlanText.of(plan),
                    plan.endpoint().password().reveal(),
                    plan.endpoint().driverProperties(),
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
        RemoteFilling remote = new RemoteFilling(fleet, filling);
        underWay.put(filling, remote);
        try {
            remote.run(asked, preparation, rows);
        } finally {
            underWay.remove(filling);
        }
    }

    void received(FleetNode from, OfFilling message) {
        RemoteFilling filling = underWay.get(message.filling());
        if (filling != null) {
            filling.received(from, message);
        }
    }

    /** A node was lost. */
    void changed() {
        underWay.values().forEach(RemoteFilling::changed);
    }
}
