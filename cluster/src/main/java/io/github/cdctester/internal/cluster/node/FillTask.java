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

/** Fills this node's share of tables that the coordinator has created. Reports the rows once per second, and at the end. */
final class FillTask extends NodeTask {

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Message.Fill request;
    private final NanoClock clock;
    private final StopSignal stop = new StopSignal();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong nextReportNanos;

    FillTask(Message.Fill request, Consumer<Message> answers, NanoClock clock) {
        super("filling", request.task(), answers);
        this.request = request;
        this.clock = clock;
        nextReportNanos = new AtomicLong(clock.nanoTime() + SECOND_NANOS);
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
        Plan plan = request.plan().plan();
        NamedLoad load = SharedPlan.load(plan, request.load());
        Workload workload = Workloads.workloadOf(load.workload());
        if (!(workload instanceof DividedWorkload divided)) {
            throw new IllegalArgumentException(workload.name() + " cannot be divided");
        }
        TableFilling.Step step =
                divided.filling(request.allThreads()).steps(request.common()).get(request.step());
        LoadShare share = request.share();
        int firstPiece = (int) share.sumBefore(step.pieces());
        int pieces = (int) share.part(step.pieces());
        int threads = (int) share.part(request.allThreads());
        try (WriteTarget target = WriteTarget.open(request.plan().endpoint())) {
            target.fillPieces(workload.name(), step, firstPiece, pieces, threads, stop, this::onRowsInserted);
        }
    }

    private void onRowsInserted(long insertedRows) {
        long total = rows.addAndGet(insertedRows);
        long dueNanos = nextReportNanos.get();
        long now = clock.nanoTime();
        if (now - dueNanos >= 0 && nextReportNanos.compareAndSet(dueNanos, now + SECOND_NANOS)) {
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
