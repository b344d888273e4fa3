// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.cluster.message.FillPart;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.FillBeat;
import io.github.cdctester.internal.cluster.message.Message.FillEnded;
import io.github.cdctester.internal.cluster.message.Message.StopFilling;
import io.github.cdctester.internal.report.PlanText;
import io.github.cdctester.internal.run.load.TablePart;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.FillStep;
import io.github.cdctester.workload.Workload;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fills a part of tables that the coordinator has made, and tells once a second how far it is. */
final class NodeFilling implements NodeTask {

    private static final long SECOND = 1_000_000_000L;

    private final int number;
    private final FillPart part;
    private final Consumer<Message> answers;
    private final NanoClock clock;
    private final StopSignal stop = new StopSignal();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong nextBeat;
    private final Thread thread;
    private volatile boolean unheard;

    NodeFilling(int number, FillPart part, Consumer<Message> answers, NanoClock clock) {
        this.number = number;
        this.part = part;
        this.answers = answers;
        this.clock = clock;
        nextBeat = new AtomicLong(clock.nanoTime() + SECOND);
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
            why = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        if (!unheard) { // else this process ends, which the coordinator is told by the end of its call
            answers.accept(new FillEnded(number, rows.get(), why));
        }
    }

    private void fill() throws InterruptedException {
        Plan plan = PlanText.read(part.plan());
        NamedLoad load = NodeCrew.load(plan, part.load());
        Workload workload = Workloads.of(load.workload());
        if (!(workload instanceof DividedWorkload divided)) {
            throw new IllegalArgumentException(workload.name() + " cannot be divided");
        }
        FillStep step = divided.filling(part.allThreads()).steps(part.common()).get(part.step());
        new TablePart(workload.name(), step, part.firstPiece(), part.pieces())
                .fill(
                        NodeEndpoint.of(plan.endpoint(), part.password(), part.driverProperties()),
                        part.threads(),
                        stop,
                        this::added);
    }

    private void added(long more) {
        long sofar = rows.addAndGet(more);
        long due = nextBeat.get();
        long now = clock.nanoTime();
        if (now - due >= 0 && nextBeat.compareAndSet(due, now + SECOND) && !unheard) {
            answers.accept(new FillBeat(number, sofar));
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
        unheard = true;
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
