// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.cluster.message.FillAssignment;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.FillEnded;
import io.github.cdctester.internal.cluster.message.Message.FillProgress;
import io.github.cdctester.internal.cluster.message.Message.StopFilling;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.FillStep;
import io.github.cdctester.workload.Workload;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fills a part of tables that the coordinator has made, and reports the rows once a second. */
final class FillTask implements NodeTask {

    private static final long SECOND = 1_000_000_000L;

    private final int number;
    private final FillAssignment assignment;
    private final Consumer<Message> answers;
    private final NanoClock clock;
    private final StopSignal stop = new StopSignal();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong nextReport;
    private final Thread thread;
    private volatile boolean closed;

    FillTask(int number, FillAssignment assignment, Consumer<Message> answers, NanoClock clock) {
        this.number = number;
        this.assignment = assignment;
        this.answers = answers;
        this.clock = clock;
        nextReport = new AtomicLong(clock.nanoTime() + SECOND);
        thread = new Thread(this::run, "cdc-tester-filling-" + number);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        @Nullable String why = null;
        try {
            fill();
        } catch (InterruptedException e) {
            why = "it was stopped";
        } catch (RuntimeException | Error e) {
            why = NodeTask.words(e);
        }
        if (!closed) { // else the process ends, which the coordinator notices by its connection
            answers.accept(new FillEnded(number, rows.get(), why));
        }
    }

    private void fill() throws InterruptedException {
        Plan plan = assignment.plan().plan();
        NamedLoad load = SharedPlan.load(plan, assignment.load());
        Workload workload = Workloads.of(load.workload());
        if (!(workload instanceof DividedWorkload divided)) {
            throw new IllegalArgumentException(workload.name() + " cannot be divided");
        }
        FillStep step = divided.filling(assignment.allThreads())
                .steps(assignment.common())
                .get(assignment.step());
        try (WriteTarget target = WriteTarget.open(assignment.plan().endpoint(plan.endpoint()))) {
            target.fillPart(
                    workload.name(),
                    step,
                    assignment.firstPiece(),
                    assignment.pieces(),
                    assignment.threads(),
                    stop,
                    this::added);
        }
    }

    private void added(long more) {
        long sofar = rows.addAndGet(more);
        long due = nextReport.get();
        long now = clock.nanoTime();
        if (now - due >= 0 && nextReport.compareAndSet(due, now + SECOND) && !closed) {
            answers.accept(new FillProgress(number, sofar));
        }
    }

    /** Ends it as soon as may be, and says so. */
    @Override
    public void ask(Message message) {
        if (message instanceof StopFilling) {
            stop.raise();
        }
    }

    @Override
    public void close() {
        closed = true;
        stop.raise();
    }

    @Override
    public boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void join() throws InterruptedException {
        thread.join();
    }
}
