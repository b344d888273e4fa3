// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.meter.WriteMeter;
import io.github.cdctester.result.Check;
import io.github.cdctester.time.NanoClock;
import io.github.cdctester.workload.Condition;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.Workloads;
import io.github.cdctester.writer.LoadDriver;
import io.github.cdctester.writer.commit.CommitTracking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The write side of one run: its tables, and its workers from their connections to their last transaction. */
final class WriteSide {

    private static final Duration CANCEL_INTERVAL = Duration.ofMillis(500);

    private final RunSettings settings;
    private final Plan plan;
    private final WriteTarget target;
    private final Workload workload;
    private final WriteMeter meter;
    private final NanoClock clock;
    private final List<Check> checks = new ArrayList<>();

    private boolean prepared;
    private String jdbcDriver = "";
    private @Nullable LoadDriver load;
    private @Nullable Long scheduled;
    private @Nullable Long notStarted;

    WriteSide(RunSettings settings, WorkloadSpec spec, WriteTarget target, NanoClock clock) {
        this.settings = settings;
        this.target = target;
        this.clock = clock;
        plan = settings.plan();
        workload = Workloads.of(spec);
        meter = new WriteMeter(workload.transactionKinds(), plan.load() instanceof LoadSpec.OpenLoop);
    }

    /** Makes the tables if that is wanted, and checks that all is there. */
    void makeReady(int streamsThere) {
        int threads = plan.load().threads();
        target.checkConnections(threads, streamsThere);
        if (settings.prepare()) {
            settings.listener().step("preparing " + workload.name());
            target.prepare(workload, threads, settings.stop(), settings.listener());
            prepared = true;
            check(Condition.Moment.AFTER_LOAD);
        }
        jdbcDriver = target.check(workload);
    }

    /** Connects the workers, whose commits are followed where that is asked for; they wait for {@link #open()}. */
    void connect(Resources resources, @Nullable CommitTracking tracking) throws InterruptedException {
        int threads = plan.load().threads();
        settings.listener().step("connecting " + threads + (threads == 1 ? " worker" : " workers"));
        LoadDriver driver = resources.add(new LoadDriver(
                workload, target.openPool(threads, tracking), plan.load(), plan.ignoredErrors(), meter, clock));
        load = driver;
        driver.start();
    }

    WriteMeter meter() {
        return meter;
    }

    String jdbcDriver() {
        return jdbcDriver;
    }

    /** Transactions that the schedule had for the measured part; {@code null} in a closed loop. */
    @Nullable
    Long scheduled() {
        return scheduled;
    }

    /** Those of them that were not begun. */
    @Nullable
    Long notStarted() {
        return notStarted;
    }

    void open() {
        load().open();
    }

    /** Lets the measured part begin. */
    void openWindow() {
        if (plan.window().events() > 0) {
            load().limitTo(plan.window().events());
        }
        load().open();
    }

    void pause() throws InterruptedException {
        load().pause();
    }

    boolean hasEnded() throws InterruptedException {
        return load().awaitEnd(0);
    }

    /** Lets the workers finish the transactions that they are in, unless somebody wants the end: then long ones are given up. */
    void end() throws InterruptedException {
        LoadDriver driver = load();
        long stoppedNanos = clock.nanoTime();
        boolean byItself = driver.awaitEnd(0);
        boolean ended = stop(driver, workload.patience());
        if (plan.load() instanceof LoadSpec.OpenLoop) {
            scheduled = driver.scheduled(stoppedNanos);
            notStarted = byItself ? 0L : driver.notStarted(stoppedNanos);
        }
        failIfBroken();
        if (!ended) {
            throw new RunFailedException("a transaction did not end within "
                    + workload.patience().toSeconds()
                    + " s after the load was stopped; check " + plan.endpoint().address());
        }
    }

    private boolean stop(LoadDriver driver, Duration patience) throws InterruptedException {
        long from = clock.nanoTime();
        boolean ended = !settings.stop().isRaised() && driver.stop(Duration.ZERO);
        while (!ended && clock.nanoTime() - from < patience.toNanos()) {
            if (settings.stop().isRaised()) {
                driver.cancel();
            }
            ended = driver.stop(CANCEL_INTERVAL);
        }
        return ended;
    }

    /** Does not wait for anybody. */
    void abandon() throws InterruptedException {
        if (load != null) {
            load.stop(Duration.ZERO);
        }
    }

    /** Nobody writes any more: the workers' connections go, so that those that ask can come. */
    void checkAfterRun() {
        if (load != null && settings.checkConsistency()) {
            load.close();
            check(Condition.Moment.AFTER_RUN);
        }
    }

    /** What was asked for, and what was found. */
    List<Check> checks() {
        return List.copyOf(checks);
    }

    void failIfBroken() {
        Optional<Exception> failure = load == null ? Optional.empty() : load.failure();
        if (failure.isPresent()) {
            Exception e = failure.get();
            throw new RunFailedException("writing to " + plan.endpoint().address() + " failed: " + e.getMessage(), e);
        }
    }

    /** Ends the workers, and drops the tables if that is wanted. */
    void close() {
        if (load != null) {
            load.close();
        }
        if (settings.cleanup()) {
            settings.listener().step("cleaning up");
            target.cleanup(workload);
        }
    }

    /** After a failure only what this run has made is dropped. */
    void closeAfterFailure() {
        if (prepared && settings.cleanup()) {
            target.cleanup(workload);
        }
    }

    private void check(Condition.Moment moment) {
        if (settings.checkConsistency()) {
            settings.listener().step("checking the consistency conditions");
            checks.addAll(target.checkConsistency(workload, plan.load().threads(), settings.stop(), moment));
        }
    }

    private LoadDriver load() {
        if (load == null) {
            throw new IllegalStateException("not connected");
        }
        return load;
    }
}
