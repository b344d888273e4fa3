// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.BackgroundLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.time.HeldInterrupt;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.Check;
import io.github.cdctester.workload.Condition;
import io.github.cdctester.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The write side of one run: its tables, its load, and what runs in the background. */
final class WriteSide {

    private final RunSettings settings;
    private final Plan plan;
    private final WriteTarget target;
    private final RunningLoad main;
    private final @Nullable RunningLoad background;
    private final List<RunningLoad> loads;

    /** Whose tables are made and dropped: of two loads on the same tables, the first. */
    private final List<RunningLoad> tableOwners;

    private final boolean countsRows;
    private final List<Check> checks = new ArrayList<>();
    private boolean prepared;
    private String jdbcDriver = "";

    WriteSide(RunSettings settings, WorkloadSpec spec, WriteTarget target, NanoClock clock) {
        this.settings = settings;
        this.target = target;
        plan = settings.plan();
        String address = plan.endpoint().address();
        main = new RunningLoad(spec, plan.load(), plan.window().events(), address, clock);
        BackgroundLoad beside = plan.background().orElse(null);
        background = beside == null
                ? null
                : new RunningLoad(
                        beside.workload(), beside.load(), beside.workload().transactions(), address, clock);
        loads = background == null ? List.of(main) : List.of(main, background);
        tableOwners = plan.ownTablesBeside().isPresent() ? loads : List.of(main);
        countsRows = Verifier.comparesRows(plan);
        if (countsRows) {
            loads.forEach(RunningLoad::countRows);
        }
    }

    /** Makes the tables if that is wanted, and checks that all is there. */
    void makeReady(int streamsThere) {
        int threads = loads.stream().mapToInt(RunningLoad::threads).sum();
        ServerCapacity capacity = target.capacity();
        capacity.checkConnections(threads, streamsThere);
        capacity.checkPreparedStatements(
                loads.stream()
                        .mapToLong(
                                load -> (long) load.threads() * load.workload().preparedStatements())
                        .sum(),
                threads);
        if (settings.prepare()) {
            prepare();
            check(Condition.Moment.AFTER_LOAD);
        }
        for (RunningLoad load : loads) {
            jdbcDriver = target.check(load.workload());
            if (settings.cleanup() && !settings.dropForeign() && !settings.prepare()) {
                target.refuseToDropForeign(load.workload());
            }
        }
    }

    /** All tables or none: those of the first load go again where those of the second cannot be made. */
    private void prepare() {
        List<Workload> before = new ArrayList<>();
        for (RunningLoad load : tableOwners) {
            settings.listener().step("preparing " + load.workload().name());
            target.prepareBeside(before, load.workload(), load.threads(), settings.stop(), settings.listener());
            before.add(load.workload());
        }
        prepared = true;
    }

    /** Connects the workers, whose commits are followed where that is asked for; they wait for {@link #open()}. */
    void connect(Resources resources, Verifier verifier) throws InterruptedException {
        int threads = loads.stream().mapToInt(RunningLoad::threads).sum();
        settings.listener().step("connecting " + threads + (threads == 1 ? " worker" : " workers"));
        for (RunningLoad load : loads) {
            load.connect(resources, target, plan.ignoredErrors(), verifier);
        }
    }

    /** The loads, the plan's own first. */
    List<RunningLoad> loads() {
        return loads;
    }

    List<MeteredLoad> metered() {
        return loads.stream().map(RunningLoad::metered).toList();
    }

    String jdbcDriver() {
        return jdbcDriver;
    }

    /** Lets the warm-up begin, which is the plan's own load alone. */
    void open() {
        main.open();
    }

    /** Lets the measured part begin. */
    void openWindow() {
        loads.forEach(RunningLoad::openWindow);
    }

    /** Holds the warm-up's workers; the others have not begun. */
    void pause() throws InterruptedException {
        main.pause();
    }

    /** Whether the plan's own load has made its number of transactions, or failed. */
    boolean hasEnded() throws InterruptedException {
        return main.hasEnded();
    }

    /**
     * Asks the background to finish the transactions that it is in; the plan's own load goes on meanwhile.
     *
     * @return whether there is anything to wait for
     */
    boolean finishBackground() throws InterruptedException {
        if (background == null) {
            return false;
        }
        background.stop();
        return !background.hasEnded();
    }

    boolean hasBackgroundEnded() throws InterruptedException {
        return background == null || background.hasEnded();
    }

    /** Lets the workers finish the transactions that they are in, unless somebody wants the end: then long ones are given up. */
    void end() throws InterruptedException {
        for (RunningLoad load : loads) {
            load.stop();
        }
        for (RunningLoad load : loads) {
            load.end(settings.stop());
        }
    }

    /** Does not wait for anybody. */
    void abandon() throws InterruptedException {
        for (RunningLoad load : loads) {
            load.abandon();
        }
    }

    /** Nobody writes any more: the workers' connections go, so that those that ask can come. */
    void checkAfterRun() {
        if (settings.checkConsistency()) {
            loads.forEach(RunningLoad::close);
            check(Condition.Moment.AFTER_RUN);
        }
    }

    /** The rows of the measured commits, where they are to be compared; after the workers have ended. */
    Optional<WrittenRows> rows() {
        return countsRows
                ? Optional.of(WrittenRows.of(
                        plan.endpoint().database(), plan.endpoint().driverProperties(), loads))
                : Optional.empty();
    }

    /** What was asked for, and what was found. */
    List<Check> checks() {
        return List.copyOf(checks);
    }

    void failIfBroken() {
        loads.forEach(RunningLoad::failIfBroken);
    }

    /**
     * Ends the workers, and drops the tables if that is wanted.
     *
     * @param failed whether the run broke, perhaps because the server hangs: then it is not waited for without an end
     */
    void close(boolean failed) {
        loads.forEach(RunningLoad::close);
        if (settings.cleanup()) {
            try {
                settings.listener().step("cleaning up");
            } finally { // whatever somebody else's listener throws
                drop(failed);
            }
        }
    }

    private void drop(boolean failed) {
        try (HeldInterrupt held = HeldInterrupt.hold()) { // the pool gives none to who is interrupted
            for (RunningLoad load : tableOwners) {
                if (failed) {
                    target.cleanupAfterFailure(load.workload());
                } else {
                    target.cleanup(load.workload());
                }
            }
        }
    }

    /** After a failure only what this run has made is dropped. */
    void closeAfterFailure() {
        loads.forEach(RunningLoad::close);
        if (prepared && settings.cleanup()) {
            tableOwners.forEach(load -> target.cleanupAfterFailure(load.workload()));
        }
    }

    private void check(Condition.Moment moment) {
        if (settings.checkConsistency()) {
            settings.listener().step("checking the consistency conditions");
            checks.addAll(ConsistencyCheck.of(main.workload()).ask(target, main.threads(), settings.stop(), moment));
        }
    }
}
