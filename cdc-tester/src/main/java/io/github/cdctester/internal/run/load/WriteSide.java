// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.BackgroundLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.time.HeldInterrupt;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.result.Check;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.Condition;
import io.github.cdctester.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The write side of one run: its tables, its load, and what runs in the background. */
public final class WriteSide implements RunLoad {

    private final Plan plan;
    private final TableCare tables;
    private final RunListener listener;
    private final StopSignal stop;
    private final WriteTarget target;
    private final RunningLoad main;
    private final @Nullable RunningLoad background;
    private final List<RunningLoad> loads;

    /** Whose tables are made and dropped: of two loads on the same tables, the first. */
    private final List<RunningLoad> tableOwners;

    private final List<Check> checks = new ArrayList<>();
    private boolean prepared;
    private String jdbcDriver = "";

    /**
     * Creates the write side; nothing is connected yet.
     *
     * @param plan what to do; with a workload
     * @param tables what to do with the tables
     * @param countsRows whether the rows of commits are counted, where a workload can tell them
     * @param target the server
     * @param listener who is told how it goes
     * @param stop raised when somebody wants the run to end early
     * @param clock the clock of intended starts and latencies
     */
    public WriteSide(
            Plan plan,
            TableCare tables,
            boolean countsRows,
            WriteTarget target,
            RunListener listener,
            StopSignal stop,
            NanoClock clock) {
        this.plan = plan;
        this.tables = tables;
        this.target = target;
        this.listener = listener;
        this.stop = stop;
        String address = plan.endpoint().address();
        main = new RunningLoad(
                plan.workload().orElseThrow(), plan.load(), plan.window().events(), address, clock);
        BackgroundLoad beside = plan.background().orElse(null);
        background = beside == null
                ? null
                : new RunningLoad(
                        beside.workload(), beside.load(), beside.workload().transactions(), address, clock);
        loads = background == null ? List.of(main) : List.of(main, background);
        tableOwners = plan.ownTablesBeside().isPresent() ? loads : List.of(main);
        if (countsRows) {
            loads.forEach(RunningLoad::countRows);
        }
    }

    /** Makes the tables if that is wanted, and checks that all is there. */
    public void makeReady(int streamsThere) {
        int threads = loads.stream().mapToInt(RunningLoad::threads).sum();
        ServerCapacity capacity = target.capacity();
        capacity.checkConnections(threads, streamsThere);
        capacity.checkPreparedStatements(
                loads.stream()
                        .mapToLong(
                                load -> (long) load.threads() * load.workload().preparedStatements())
                        .sum(),
                threads);
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

    /** All tables or none: those of the first load go again where those of the second cannot be made. */
    private void prepare() {
        List<Workload> before = new ArrayList<>();
        for (RunningLoad load : tableOwners) {
            listener.step("preparing " + load.workload().name());
            target.prepareBeside(before, load.workload(), load.threads(), stop, listener);
            before.add(load.workload());
        }
        prepared = true;
    }

    /**
     * Connects the workers; they wait for {@link #warmUp()}.
     *
     * @param tracking follows their commits; {@code null} for nobody
     * @param firstConnected is run when the first connection of a load is there, so that it is known what its driver can do
     */
    public void connect(@Nullable CommitTracking tracking, Runnable firstConnected) throws InterruptedException {
        int threads = loads.stream().mapToInt(RunningLoad::threads).sum();
        listener.step("connecting " + threads + (threads == 1 ? " worker" : " workers"));
        for (RunningLoad load : loads) {
            load.connect(target, plan.ignoredErrors(), tracking, firstConnected);
        }
    }

    /** The loads, the plan's own first. */
    public List<RunningLoad> loads() {
        return loads;
    }

    public List<MeteredLoad> metered() {
        return loads.stream().map(RunningLoad::metered).toList();
    }

    public String jdbcDriver() {
        return jdbcDriver;
    }

    /** Which is the plan's own load alone. */
    @Override
    public void warmUp() {
        main.open();
    }

    @Override
    public void openWindow() {
        loads.forEach(RunningLoad::openWindow);
    }

    @Override
    public void pause() throws InterruptedException {
        main.pause();
    }

    @Override
    public boolean hasEnded() throws InterruptedException {
        return main.hasEnded();
    }

    @Override
    public boolean finishBackground() throws InterruptedException {
        if (background == null) {
            return false;
        }
        background.stop();
        return !background.hasEnded();
    }

    @Override
    public boolean hasBackgroundEnded() throws InterruptedException {
        return background == null || background.hasEnded();
    }

    @Override
    public void end() throws InterruptedException {
        for (RunningLoad load : loads) {
            load.stop();
        }
        for (RunningLoad load : loads) {
            load.end(stop);
        }
    }

    @Override
    public void abandon() throws InterruptedException {
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

    /** What was asked for, and what was found. */
    public List<Check> checks() {
        return List.copyOf(checks);
    }

    @Override
    public void failIfBroken() {
        loads.forEach(RunningLoad::failIfBroken);
    }

    @Override
    public void close(RunEnd end, FirstFailure failures) {
        loads.forEach(load -> failures.removing(load::close));
        if (tables.cleanup() && (prepared || end != RunEnd.NOT_BEGUN)) {
            if (end != RunEnd.NOT_BEGUN) {
                failures.doing(() -> listener.step("cleaning up"));
            }
            for (RunningLoad load : tableOwners) {
                failures.removing(() -> drop(load.workload(), end));
            }
        }
    }

    private void drop(Workload workload, RunEnd end) {
        try (HeldInterrupt held = HeldInterrupt.hold()) { // the pool gives none to who is interrupted
            if (end == RunEnd.ORDERLY) {
                target.cleanup(workload);
            } else {
                target.cleanupAfterFailure(workload);
            }
        }
    }

    private void check(Condition.Moment moment) {
        if (tables.checkConsistency()) {
            listener.step("checking the consistency conditions");
            checks.addAll(ConsistencyCheck.of(main.workload()).ask(target, main.threads(), stop, moment));
        }
    }
}
