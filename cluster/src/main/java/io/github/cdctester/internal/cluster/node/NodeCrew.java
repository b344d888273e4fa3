// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.cluster.message.CommitBuffer;
import io.github.cdctester.internal.cluster.message.LoadAssignment;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.message.WriteUpdate;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteDurations;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.run.load.LocalWorkerPool;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The workers of a load on this node, and their work since the last report. */
final class NodeCrew implements AutoCloseable {

    private final WriteTarget target;
    private final LocalWorkerPool crew;
    private final WriteMeter meter;
    private final CommitBuffer commits = new CommitBuffer();
    private final @Nullable CommitTracking tracking;
    private final NanoClock clock;
    private WriteCounts told = WriteCounts.ZERO;
    private Distribution latency = Distribution.EMPTY;
    private Distribution startDelay = Distribution.EMPTY;
    private boolean open;
    private @Nullable Long stoppedNanos;

    /** Connects the first worker. */
    NodeCrew(LoadAssignment assignment, WorkloadCache workloads, NanoClock clock) {
        this.clock = clock;
        Plan plan = assignment.plan().plan();
        NamedLoad load = SharedPlan.load(plan, assignment.load());
        Workload workload = workloads.of(load.workload(), assignment.numbers());
        meter = new WriteMeter(workload.transactionKinds(), load.load() instanceof LoadSpec.OpenLoop);
        if (assignment.countsRows()) {
            meter.countRows();
        }
        tracking = assignment.tracksCommits() ? new CommitTracking(commits) : null;
        target = WriteTarget.open(assignment.plan().endpoint(plan.endpoint()));
        try {
            crew = LocalWorkerPool.of(
                    target,
                    new WorkerPool.Spec(
                            load, workload, assignment.firstWorker(), plan.ignoredErrors(), meter, tracking),
                    withThreads(load.load(), assignment.threads()),
                    new LoadShare(assignment.index(), assignment.nodes()),
                    clock);
        } catch (RuntimeException | Error e) {
            target.close();
            throw e;
        }
    }

    private static LoadSpec withThreads(LoadSpec whole, int threads) {
        return whole instanceof LoadSpec.OpenLoop open
                ? LoadSpec.openLoop(threads, open.rate(), open.arrivals())
                : LoadSpec.closedLoop(threads);
    }

    Optional<String> refusal() {
        return tracking == null ? Optional.empty() : tracking.refusal();
    }

    boolean isMariaDb() {
        return tracking != null && tracking.isMariaDb();
    }

    void start() throws InterruptedException {
        crew.start();
    }

    String driver() {
        return target.driver();
    }

    /** The schedule goes on from its time, also where the workers go a little later. */
    void open(long atNanos) {
        latency = Distribution.EMPTY;
        startDelay = Distribution.EMPTY;
        crew.open(atNanos);
        open = true;
    }

    void endScheduleAt(long nanos) {
        crew.endScheduleAt(nanos);
    }

    void limitTo(long transactions) {
        crew.limitTo(transactions);
    }

    void pause() throws InterruptedException {
        if (open) {
            crew.pause();
        }
    }

    void stop() throws InterruptedException {
        if (stoppedNanos == null) {
            stoppedNanos = clock.nanoTime();
            crew.stop(Duration.ZERO);
        }
    }

    void cancel() {
        crew.cancel();
    }

    boolean hasEnded() throws InterruptedException {
        return crew.awaitEnd(0);
    }

    Optional<Throwable> failure() {
        return crew.failure();
    }

    /** The last message; once no worker is active. */
    Ended ended(int number) {
        long stopped = stoppedNanos == null ? clock.nanoTime() : stoppedNanos;
        WriteUpdate last = finalUpdate();
        return new Ended(
                number,
                last,
                crew.scheduled(stopped),
                crew.waiting(stopped).packed(),
                latency.packed(),
                startDelay.packed(),
                WorkerNode.usage(clock));
    }

    /** The work since the last call, while workers are active. */
    WriteUpdate update() {
        return update(Map.of());
    }

    /** The same with counts of rows; while no worker is active. */
    WriteUpdate finalUpdate() {
        WriteUpdate all = update(meter.windowRows());
        meter.openRowWindow();
        return all;
    }

    private WriteUpdate update(Map<String, Map<RowKind, Long>> rows) {
        WriteCounts now = meter.counts();
        WriteCounts since = now.minus(told);
        told = now;
        WriteDurations durations = meter.takeDurations();
        latency = latency.plus(durations.latency());
        startDelay = startDelay.plus(durations.startDelay());
        return WriteUpdate.of(since, durations, rows, commits.drain());
    }

    @Override
    public void close() {
        try {
            crew.close();
        } finally {
            target.close();
        }
    }
}
