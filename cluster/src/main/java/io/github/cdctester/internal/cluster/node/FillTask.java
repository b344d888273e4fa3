// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.Workload;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Fills a part of the tables that the coordinator has created, and reports the number of rows once per second. */
final class FillTask extends NodeTask {

    private static final long SECOND = 1_000_000_000L;

    private final Message.Fill part;
    private final NanoClock clock;
    private final StopSignal stop = new StopSignal();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong nextReport;

    FillTask(Message.Fill part, Consumer<Message> answers, NanoClock clock) {
        super("filling", part.task(), answers);
        this.part = part;
        this.clock = clock;
        nextReport = new AtomicLong(clock.nanoTime() + SECOND);
    }

    @Override
    void work() throws InterruptedException {
        try {
            fill();
        } finally {
            if (rows.get() > 0) {
                answer(new Message.FillProgress(number, rows.get()));
            }
        }
    }

    private void fill() throws InterruptedException {
        Plan plan = part.plan().plan();
        NamedLoad load = SharedPlan.load(plan, part.load());
        Workload workload = Workloads.workloadOf(load.workload());
        if (!(workload instanceof DividedWorkload divided)) {
            throw new IllegalArgumentException(workload.name() + " cannot be divided");
        }
        TableFilling.Step step =
                divided.filling(part.allThreads()).steps(part.common()).get(part.step());
        LoadShare share = part.share();
        int firstPiece = (int) share.sumBefore(step.pieces());
        int pieces = (int) share.part(step.pieces());
        int threads = (int) share.part(part.allThreads());
        try (WriteTarget target = WriteTarget.open(part.plan().endpoint())) {
            target.fillPart(workload.name(), step, firstPiece, pieces, threads, stop, this::onRowsInserted);
        }
    }

    private void onRowsInserted(long insertedRows) {
        long total = rows.addAndGet(insertedRows);
        long dueNanos = nextReport.get();
        long now = clock.nanoTime();
        if (now - dueNanos >= 0 && nextReport.compareAndSet(dueNanos, now + SECOND)) {
            answer(new Message.FillProgress(number, total));
        }
    }

    @Override
    void onMessage(Message message) {
        if (message instanceof Message.EndTask) {
            stop.raise();
        }
    }

    @Override
    void close() {
        super.close();
        stop.raise();
    }
}
