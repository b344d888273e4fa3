// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.cluster.message.CommitBuffer;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.run.load.ConnectedClient;
import io.github.cdctester.internal.run.load.LocalWorkerPool;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the workers of a load on this node and reports once per second. Executes a cancellation before queued requests. */
final class WorkerPoolTask extends NodeTask {

    private static final long CHECK_MILLIS = 20;
    private static final long PAUSE_POLL_NANOS = 20_000_000;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Map<WorkloadSpec, Workload> workloads;
    private final NanoClock clock;
    private final BiFunction<Message.CreatePool, WorkerPool.Spec, ConnectedClient> clientConnector;
    private volatile @Nullable Workers workers;

    /** First ends connections of a lost previous owner. Opens few connections, because they may be scarce after a loss. */
    static ConnectedClient connect(Message.CreatePool pool, WorkerPool.Spec spec) {
        Endpoint endpoint = pool.plan().endpoint();
        boolean tls;
        try (ServerConnection first = ServerConnection.open(endpoint)) {
            first.killConnections(pool.connectionsToEnd());
            tls = first.security().tls();
        } catch (IOException e) {
            throw new RunFailedException(
                    "ending connections of a lost node at " + endpoint.address() + " failed: " + e.getMessage(), e);
        }
        return ConnectedClient.openOnNode(endpoint, tls, spec, pool.part().threads());
    }

    private final class Workers {

        private final LocalWorkerPool pool;
        private final boolean hasSchedule;
        private final WriteMeter meter;
        private final CommitBuffer commits;
        private final CommitTracking tracking;
        private WriteCounts reportedCounts = WriteCounts.ZERO;
        private Distribution latency = Distribution.EMPTY;
        private Distribution startDelay = Distribution.EMPTY;
        private List<Long> reportedIds = List.of();
        private @Nullable Long stoppedNanos;
        private long openedNanos;
        private boolean isOpen;
        private boolean isPausing;
        private long nextReportNanos;
        private boolean hasEnded;

        Workers(Message.CreatePool create) {
            Message.LoadPart part = create.part();
            Plan plan = create.plan().plan();
            NamedLoad load = SharedPlan.load(plan, create.load());
            Workload workload = workloads.computeIfAbsent(
                    load.workload(),
                    spec -> create.numbers() == null
                            ? Workloads.workloadOf(spec)
                            : Workloads.workloadOf(spec, create.numbers()));
            commits = new CommitBuffer(create.reportsEachCommit() ? EpochMicrosClock.SYSTEM : null);
            hasSchedule = load.load() instanceof LoadSpec.OpenLoop;
            meter = new WriteMeter(workload.transactionKinds(), hasSchedule);
            if (create.countsRows()) {
                meter.enableRowCounting();
            }
            if (create.stamps() != null) {
                meter.stampRows(new Stamps(create.reportsEachCommit() ? commits : Stamps.NO_SINK, create.stamps()));
            }
            tracking = new CommitTracking(commits);
            if (!create.tracksCommits()) {
                tracking.setServer(false, "the coordinator does not track commits");
            }
            if (part.takeover() > 0 && workload instanceof TableWorkload shared) {
                shared.randoms().takeOver(part.firstWorker(), part.threads(), part.takeover());
            }
            WorkerPool.Spec spec = new WorkerPool.Spec(
                    load, workload, part.firstWorker(), plan.ignoredErrors(), meter, tracking, null);
            ConnectedClient newClient = clientConnector.apply(create, spec);
            pool = LocalWorkerPool.of(newClient, spec, withThreads(load.load(), part.threads()), part.share(), clock);
            String refusal = create.tracksCommits() ? tracking.refusal().orElse(null) : null;
            answer(new Message.PoolCreated(
                    number, refusal, tracking.isMariaDb(), newClient.client(), newClient.driver()));
        }

        private void reportConnections() {
            List<Long> openIds = tracking.openConnectionIds();
            if (!openIds.equals(reportedIds)) {
                reportedIds = openIds;
                answer(new Message.Connections(number, openIds));
            }
        }

        void execute(Message message) throws InterruptedException {
            if (message instanceof Message.Start) {
                pool.start();
                loadStartClasses();
                if (pool.failure().isEmpty()) {
                    reportConnections();
                    answer(new Message.Ready(number));
                }
            } else if (message instanceof Message.Limit limit) {
                pool.limitTo(limit.transactions());
            } else if (message instanceof Message.EndSchedule end) {
                pool.endScheduleAt(end.atNanos());
            } else if (message instanceof Message.Open open) {
                open(open);
            } else if (message instanceof Message.Pause) {
                isPausing = true;
            } else if (message instanceof Message.Stop && stoppedNanos == null) {
                isPausing = false;
                stoppedNanos = clock.nanoTime();
                pool.stop(Duration.ZERO);
            }
        }

        /** Loading these classes during the start would delay it, especially if many nodes on one machine start at once. */
        private void loadStartClasses() {
            Message.decode(new Message.Open(number, 0, new ScheduleProgress(0, 0, 0, 0)).encode());
            pool.scheduledStarts(0);
        }

        /** In an open loop, the schedule makes the workers wait. It counts from the requested time. */
        private void open(Message.Open request) {
            long atNanos = request.atNanos();
            for (long waitNanos = atNanos - clock.nanoTime();
                    waitNanos > 0 && !hasSchedule;
                    waitNanos = atNanos - clock.nanoTime()) {
                LockSupport.parkNanos(waitNanos);
            }
            latency = Distribution.EMPTY;
            startDelay = Distribution.EMPTY;
            openedNanos = atNanos;
            meter.resetFirstStart();
            if (request.progress() == null) {
                pool.open(atNanos);
            } else {
                pool.open(request.progress());
            }
            answer(new Message.Opened(number, WorkerNode.usage(clock)));
            isOpen = true;
            nextReportNanos = atNanos + SECOND_NANOS - Message.WriteProgress.AHEAD_NANOS;
        }

        void check() throws InterruptedException {
            pool.failure().ifPresent(WorkerPoolTask.this::fail);
            if (isPausing) {
                if (isOpen && !pool.pause(PAUSE_POLL_NANOS)) {
                    return;
                }
                isPausing = false;
                isOpen = false;
                answer(new Message.Paused(number, finalUpdate()));
            }
            if (hasEnded) {
                return;
            }
            if (pool.awaitEnd(0)) {
                hasEnded = true;
                answer(endReport());
                isOpen = false;
            } else if (isOpen && clock.nanoTime() - nextReportNanos >= 0) {
                reportConnections();
                answer(new Message.WriteProgress(number, update(Map.of())));
                nextReportNanos += SECOND_NANOS;
            }
        }

        /** Must be called when no worker is active. */
        private Message.Ended endReport() {
            long endNanos = stoppedNanos == null ? clock.nanoTime() : stoppedNanos;
            Message.WriteUpdate last = finalUpdate();
            return new Message.Ended(
                    number,
                    last,
                    isOpen ? pool.scheduledStarts(endNanos) : 0, // 0 if the pool is paused or was never opened
                    isOpen ? pool.waitingTimes(endNanos) : Distribution.EMPTY,
                    latency,
                    startDelay,
                    WorkerNode.usage(clock));
        }

        /** Adds row counts to the update. Must be called when no worker is active. */
        private Message.WriteUpdate finalUpdate() {
            Message.WriteUpdate lastUpdate = update(meter.windowRows());
            meter.openRowWindow();
            return lastUpdate;
        }

        private Message.WriteUpdate update(Map<String, Map<RowKind, Long>> rows) {
            WriteCounts currentCounts = meter.counts();
            WriteCounts newCounts = currentCounts.minus(reportedCounts);
            reportedCounts = currentCounts;
            WriteDurations durations = meter.takeDurations();
            latency = latency.plus(durations.latency());
            startDelay = startDelay.plus(durations.startDelay());
            return new Message.WriteUpdate(newCounts, durations, rows, commits.drain(), firstStartDelayNanos());
        }

        private @Nullable Long firstStartDelayNanos() {
            WriteMeter.FirstStart first = meter.firstStart();
            return first == null ? null : first.startNanos() - (hasSchedule ? first.intendedNanos() : openedNanos);
        }
    }

    /** Loads with the same workload share an instance in {@code workloads}, and so its number sequences. */
    WorkerPoolTask(
            int number,
            Map<WorkloadSpec, Workload> workloads,
            Consumer<Message> answers,
            NanoClock clock,
            BiFunction<Message.CreatePool, WorkerPool.Spec, ConnectedClient> clientConnector) {
        super("pool", number, answers);
        this.workloads = workloads;
        this.clock = clock;
        this.clientConnector = clientConnector;
    }

    private static LoadSpec withThreads(LoadSpec load, int threads) {
        return load instanceof LoadSpec.OpenLoop open
                ? LoadSpec.openLoop(threads, open.rate(), open.arrivals())
                : LoadSpec.closedLoop(threads);
    }

    @Override
    void onMessage(Message message) {
        Workers current = workers;
        if (message instanceof Message.Cancel && current != null) {
            current.pool.cancel();
        } else {
            super.onMessage(message);
        }
    }

    @Override
    void work() throws InterruptedException {
        try {
            serve(CHECK_MILLIS);
        } finally {
            Workers current = workers;
            if (current != null) {
                current.pool.close();
            }
        }
    }

    /** Sends the report even if this node is closing, because it confirms that the connections are closed. */
    @Override
    void reportEnd(@Nullable String why) {
        markOver();
        send(new Message.Over(number, why));
    }

    @Override
    void execute(Message request) throws InterruptedException {
        Workers current = workers;
        if (request instanceof Message.CreatePool create) {
            workers = new Workers(create);
        } else if (current != null) { // otherwise, the failure was already reported
            current.execute(request);
        }
    }

    @Override
    void check() throws InterruptedException {
        Workers current = workers;
        if (current != null) {
            current.check();
        }
    }

    @Override
    void close() {
        super.close();
        Workers current = workers;
        if (current != null) {
            current.pool.cancel();
        }
    }
}
