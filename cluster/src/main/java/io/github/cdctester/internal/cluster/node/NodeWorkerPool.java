// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.cluster.message.CommitBuffer;
import io.github.cdctester.internal.cluster.message.Message.Connections;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.PoolCreated;
import io.github.cdctester.internal.cluster.message.Message.WriteUpdate;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.message.WorkerCommitBuffer;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteDurations;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.run.load.LocalWorkerPool;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.SharedWorkload;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The workers of a load on this node, and their work since the last report. */
final class NodeWorkerPool implements AutoCloseable {

    private final int number;
    private final WriteTarget target;
    private final LocalWorkerPool pool;
    private final WriteMeter meter;
    private final CommitBuffer commits = new CommitBuffer();
    private final WorkerCommitBuffer each = new WorkerCommitBuffer(EpochMicrosClock.SYSTEM);
    private final CommitTracking tracking;
    private final boolean followed;
    private final NanoClock clock;
    private WriteCounts told = WriteCounts.ZERO;
    private Distribution latency = Distribution.EMPTY;
    private Distribution startDelay = Distribution.EMPTY;
    private List<Long> connections = List.of();
    private boolean open;
    private @Nullable Long stoppedNanos;

    /**
     * Connects the first worker; fails if the server refuses.
     *
     * @param workloads those of the coordinator's loads: loads with the same workload share one instance and its numbers
     */
    NodeWorkerPool(CreatePool part, Map<WorkloadSpec, Workload> workloads, NanoClock clock) {
        number = part.pool();
        this.clock = clock;
        Plan plan = part.plan().plan();
        NamedLoad load = SharedPlan.load(plan, part.load());
        Workload workload = workloads.computeIfAbsent(
                load.workload(),
                spec -> part.numbers() == null ? Workloads.of(spec) : Workloads.of(spec, part.numbers()));
        meter = new WriteMeter(workload.transactionKinds(), load.load() instanceof LoadSpec.OpenLoop);
        if (part.countsRows()) {
            meter.countRows();
        }
        if (part.stamps() != null) {
            meter.stampRows(new Stamps(part.tellsEach() ? each : Stamps.NOBODY, part.stamps()));
        }
        tracking = new CommitTracking(part.tellsEach() ? each : commits);
        followed = part.tracksCommits();
        if (!followed) {
            tracking.told(false, "nobody wants to know");
        }
        if (part.takeover() > 0 && workload instanceof SharedWorkload shared) {
            shared.randoms().takeOver(part.firstWorker(), part.threads(), part.takeover());
        }
        target = WriteTarget.open(part.plan().endpoint(plan.endpoint()));
        try {
            target.endConnections(part.left());
            pool = LocalWorkerPool.of(
                    target,
                    new WorkerPool.Spec(
                            load, workload, part.firstWorker(), plan.ignoredErrors(), meter, tracking, null),
                    withThreads(load.load(), part.threads()),
                    new LoadShare(part.index(), part.nodes()),
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

    LocalWorkerPool pool() {
        return pool;
    }

    PoolCreated created() {
        return new PoolCreated(
                number, followed ? tracking.refusal().orElse(null) : null, tracking.isMariaDb(), target.driver());
    }

    /**
     * The schedule goes on from its time, also where the workers go a little later.
     *
     * @param progress of a part that another node had; {@code null} for any other
     */
    void open(long atNanos, @Nullable ScheduleProgress progress) {
        latency = Distribution.EMPTY;
        startDelay = Distribution.EMPTY;
        if (progress == null) {
            pool.open(atNanos);
        } else {
            pool.open(progress);
        }
        open = true;
    }

    /** The workers' connections, where they are others than at the last call. */
    Optional<Connections> newConnections() {
        List<Long> now = tracking.openIds();
        if (now.equals(connections)) {
            return Optional.empty();
        }
        connections = now;
        return Optional.of(new Connections(number, now));
    }

    void pause() throws InterruptedException {
        if (open) {
            pool.pause();
        }
    }

    void stop() throws InterruptedException {
        if (stoppedNanos == null) {
            stoppedNanos = clock.nanoTime();
            pool.stop(Duration.ZERO);
        }
    }

    /** The last message; once no worker is active. */
    Ended ended() {
        long stopped = stoppedNanos == null ? clock.nanoTime() : stoppedNanos;
        WriteUpdate last = finalUpdate();
        return new Ended(
                number,
                last,
                pool.scheduled(stopped),
                pool.waiting(stopped),
                latency,
                startDelay,
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
        return new WriteUpdate(since, durations, rows, commits.drain(), each.drain());
    }

    @Override
    public void close() {
        try {
            pool.close();
        } finally {
            target.close();
        }
    }
}
