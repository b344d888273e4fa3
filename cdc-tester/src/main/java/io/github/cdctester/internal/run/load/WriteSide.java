// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables and loads of one run. */
public final class WriteSide implements RunLoad {

    private final Plan plan;
    private final TablePolicy tables;
    private final RunListener listener;
    private final StopSignal stop;
    private final WriteTarget target;
    private final WorkerPool.Factory pools;
    private final LoadWorkloads workloads;
    private final List<RunningLoad> loads = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private PhasedLoads phasedLoads = PhasedLoads.NONE;
    private boolean areTablesCreated;
    private String jdbcDriver = "";

    public WriteSide(
            Plan plan,
            LoadWorkloads workloads,
            TablePolicy tables,
            WriteTarget target,
            WorkerPool.Factory pools,
            RunListener listener,
            StopSignal stop,
            NanoClock clock) {
        this.plan = plan;
        this.workloads = workloads;
        this.tables = tables;
        this.target = target;
        this.pools = pools;
        this.listener = listener;
        this.stop = stop;
        Map<WorkloadSpec, Integer> workerCounts = new HashMap<>();
        for (NamedLoad load : plan.loads()) {
            int firstWorker = workerCounts.getOrDefault(load.workload(), 0);
            workerCounts.put(load.workload(), firstWorker + load.load().threads());
            // if the window limits the transactions, its limit replaces the limit of the first load
            long maxTransactions = loads.isEmpty() && plan.window().events() > 0
                    ? plan.window().events()
                    : load.transactions();
            loads.add(new RunningLoad(
                    load,
                    workloads.of(load.workload()),
                    firstWorker,
                    maxTransactions,
                    plan.endpoint().address(),
                    clock));
        }
    }

    /** Called before connecting. */
    public void countRows() {
        loads.forEach(RunningLoad::countRows);
    }

    /**
     * Called before connecting.
     *
     * @param remoteCommits receives each commit of workers in other processes; may be {@code null}
     */
    public void stampRows(@Nullable Stamps stamps, @Nullable RemoteCommits remoteCommits) {
        loads.forEach(load -> load.setRemoteCommits(remoteCommits));
        if (stamps != null) {
            loads.forEach(load -> load.stampRows(stamps));
        }
    }

    public void prepareAndCheck(int streamCount, int probeConnections, List<List<String>> loadGroups) {
        plan.loads().forEach(pools::check);
        target.capacity()
                .check(
                        loadGroups.stream()
                                .map(names -> plan.loads().stream()
                                        .filter(load -> names.contains(load.name()))
                                        .toList())
                                .toList(),
                        workloads,
                        streamCount,
                        probeConnections);
        if (tables.prepare()) {
            prepare();
            check(Condition.Moment.AFTER_LOAD);
        }
        for (RunningLoad load : loads) {
            jdbcDriver = target.check(load.workload());
            if (tables.cleanup() && !tables.dropForeign() && !tables.prepare()) {
                target.refuseToDropForeign(load.workload());
            }
        }
    }

    private List<RunningLoad> loadsNamed(List<String> names) {
        return loads.stream().filter(load -> names.contains(load.load().name())).toList();
    }

    private void prepare() {
        target.prepareAll(
                tables.filling().of(plan),
                workloads,
                pools,
                stop,
                listener,
                load -> listener.step("preparing tables for "
                        + plan.loads().stream()
                                .filter(other -> other.name().equals(load.name()) || other.sharesTablesWith(load))
                                .map(NamedLoad::name)
                                .collect(Collectors.joining(", "))));
        areTablesCreated = true;
        workloads.onTablesCreated();
    }

    /**
     * The workers wait for {@link #warmUp()} or {@link #openWindow}.
     *
     * @param names {@link #phasedLoads()} connects all other loads
     * @param tracking {@code null} for no tracking
     */
    public void connect(List<String> names, @Nullable CommitTracking tracking, Runnable onFirstConnected)
            throws InterruptedException {
        PhasedLoads.Connector connector = load -> load.connect(pools, plan.ignoredErrors(), tracking, onFirstConnected);
        phasedLoads = new PhasedLoads(loads, connector);
        List<RunningLoad> initialLoads = loadsNamed(names);
        int threads = initialLoads.stream().mapToInt(RunningLoad::threads).sum();
        if (threads > 0) {
            listener.step("connecting " + threads + (threads == 1 ? " worker" : " workers"));
        }
        for (RunningLoad load : initialLoads) {
            connector.connect(load);
        }
    }

    /** Must be called after {@link #connect}. */
    public PhasedLoads phasedLoads() {
        return phasedLoads;
    }

    public List<RunningLoad> loads() {
        return loads;
    }

    public List<MeteredLoad> metered() {
        return loads.stream().map(RunningLoad::metered).toList();
    }

    public String jdbcDriver() {
        return jdbcDriver;
    }

    public List<LoadClient> clients() {
        return loads.stream().flatMap(load -> load.client().stream()).toList();
    }

    @Override
    public void warmUp() throws InterruptedException {
        for (RunningLoad load : loads) {
            load.warmUp();
        }
    }

    @Override
    public long leadNanos() {
        return pools.leadNanos();
    }

    /** Returns false after the loss of a node with unreported work. */
    public boolean isAllCounted() {
        return pools.isAllCounted();
    }

    public List<Note> notes() {
        return Stream.concat(
                        loads.stream()
                                .map(RunningLoad::workload)
                                .filter(TableWorkload.class::isInstance)
                                .flatMap(workload -> ((TableWorkload) workload).sizeMismatch().stream())
                                .distinct()
                                .map(mismatch -> Note.of(Code.TABLES_DIFFER_FROM_OPTIONS)
                                        .with("setting", Setting.TABLE_SIZE)
                                        .with("asked", mismatch.requestedRows())
                                        .with("table", mismatch.table())
                                        .with("madeWith", mismatch.initialRows())
                                        .with("highestId", mismatch.highestId())),
                        pools.notes().stream())
                .toList();
    }

    @Override
    public void announceWindow(long atNanos) {
        pools.announceWindow(atNanos);
    }

    @Override
    public void openWindow(long nowNanos) throws InterruptedException {
        long measureNanos = plan.window().measure().toNanos();
        long endNanos = measureNanos == 0 ? LoadInterval.OPEN : nowNanos + measureNanos;
        boolean hasBackground = loads.stream().anyMatch(load -> load.load().background());
        for (RunningLoad load : loads) {
            // the other loads continue until the background loads have finished
            boolean outlastsWindow = hasBackground && !load.load().background();
            load.openWindow(nowNanos, outlastsWindow ? LoadInterval.OPEN : endNanos);
        }
    }

    @Override
    public long advance(long nowNanos) throws InterruptedException {
        long nanosToNext = Long.MAX_VALUE;
        for (RunningLoad load : loads) {
            nanosToNext = Math.min(nanosToNext, load.advance(nowNanos));
        }
        return nanosToNext;
    }

    @Override
    public void pause() throws InterruptedException {
        for (RunningLoad load : loads) {
            load.pause(stop);
        }
    }

    @Override
    public boolean hasReachedLimits() throws InterruptedException {
        boolean haveAllEnded = true;
        for (RunningLoad load : loads) {
            haveAllEnded &= load.load().background() || load.hasReachedLimit();
        }
        return haveAllEnded;
    }

    @Override
    public boolean finishBackground() throws InterruptedException {
        for (RunningLoad load : loads) {
            if (load.load().background()) {
                load.stop();
            }
        }
        return !hasBackgroundEnded();
    }

    @Override
    public boolean hasBackgroundEnded() throws InterruptedException {
        boolean haveAllEnded = true;
        for (RunningLoad load : loads) {
            haveAllEnded &= !load.load().background() || load.isOver();
        }
        return haveAllEnded;
    }

    @Override
    public void end() throws InterruptedException {
        phasedLoads.end();
        RunningLoad.end(loads.stream().filter(RunningLoad::wasConnected).toList(), stop);
    }

    @Override
    public void abandon() throws InterruptedException {
        phasedLoads.abandon();
        for (RunningLoad load : loads) {
            load.abandon();
        }
    }

    @Override
    public void checkAfterRun() {
        if (tables.checkConsistency()) {
            loads.forEach(RunningLoad::close);
            check(Condition.Moment.AFTER_RUN);
        }
    }

    public List<Check> checks() {
        return List.copyOf(checks);
    }

    @Override
    public void failIfBroken() {
        loads.forEach(RunningLoad::failIfBroken);
    }

    @Override
    public void close(RunLoad.End end, FirstFailure failures) {
        failures.runRemoval(phasedLoads::end);
        loads.forEach(load -> failures.runRemoval(load::close));
        if (tables.cleanup() && (areTablesCreated || end != RunLoad.End.NOT_BEGUN)) {
            if (end != RunLoad.End.NOT_BEGUN) {
                failures.run(() -> listener.step("cleaning up"));
            }
            for (NamedLoad load : plan.tableOwners()) {
                failures.runRemoval(() -> drop(workloads.of(load.workload()), end));
            }
        }
    }

    private void drop(Workload workload, RunLoad.End end) {
        try (DeferredInterrupt deferred =
                DeferredInterrupt.begin()) { // the pool gives no connection to an interrupted thread
            if (end == RunLoad.End.ORDERLY) {
                target.cleanup(workload);
            } else {
                target.cleanupAfterFailure(workload);
            }
        }
    }

    private void check(Condition.Moment moment) {
        if (tables.checkConsistency()) {
            listener.step("checking the consistency conditions");
            checks.addAll(ConsistencyCheck.of(plan.loads(), workloads).check(target, plan.maxThreads(), stop, moment));
        }
    }
}
