// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunThreads;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.stop.StopSignal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes all runs of a block of code, such as a test, even runs that another thread started. Use the scope in a
 * try-with-resources statement. In JUnit tests, use {@code @CdcTest} instead. Thread-safe.
 */
public final class RunScope implements AutoCloseable {

    /** After this time, {@link #close()} interrupts the run's thread. */
    private static final long STOP_TIMEOUT_SECONDS = 30;

    private record ActiveRun(StopSignal stop, Thread thread, RunThreads threads, CountDownLatch endLatch) {}

    private final Consumer<RunResult> onResult;
    private final Object lock = new Object();
    private final Deque<RunningRun> backgroundRuns = new ArrayDeque<>(); // started with PlanBuilder.start()
    private final Deque<ActiveRun> activeRuns = new ArrayDeque<>();
    private final List<RunResult> results = new ArrayList<>();
    private final Deque<PlannedRun> runsWithTables = new ArrayDeque<>();
    private boolean isClosed;

    /** Creates a scope without a listener for results. */
    public RunScope() {
        this(result -> {});
    }

    /**
     * Creates a scope.
     *
     * @param onResult receives each result in the run's thread, before the run returns or throws; for a failed run, the partial
     *     result
     */
    public RunScope(Consumer<RunResult> onResult) {
        this.onResult = Objects.requireNonNull(onResult, "onResult");
    }

    /** Creates a builder with default values. Its runs belong to this scope. The builder needs at least an endpoint. */
    public PlanBuilder plan() {
        return new PlanBuilder(executor());
    }

    /**
     * Returns the results so far.
     *
     * @return complete and partial results, in the order in which the runs ended; a run that failed earlier has no result
     */
    public List<RunResult> results() {
        synchronized (lock) {
            return List.copyOf(results);
        }
    }

    /**
     * Stops all runs, and waits for their ends. Afterwards, no run of this scope can start. Restores the interrupt status of an
     * interrupted caller. In a thread of one of the runs, for example in its listener, this method only requests the stops and does not
     * wait. The owner of the scope must then also close the scope.
     *
     * @throws RuntimeException the failure of a {@linkplain PlanBuilder#start() started} run, if it was not reported yet
     */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
            backgroundRuns.forEach(RunningRun::stop); // their threads may not have begun the runs yet
            activeRuns.forEach(run -> run.stop().raise());
            if (activeRuns.stream().anyMatch(run -> run.threads().containCaller())) {
                return;
            }
        }
        FirstFailure failures = new FirstFailure();
        boolean wasInterrupted = false;
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            for (RunningRun run = removeLatest(backgroundRuns); run != null; run = removeLatest(backgroundRuns)) {
                failures.run(run::close);
            }
            for (ActiveRun run = removeLatest(activeRuns); run != null; run = removeLatest(activeRuns)) {
                wasInterrupted |= awaitEnd(run);
            }
            wasInterrupted |= Thread.interrupted(); // closing a background run restores the interrupt status
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        failures.rethrow();
    }

    /**
     * Drops the tables that runs of this scope have created with {@link PlanBuilder#prepareFirst()} and not dropped. Call this
     * method when no run is active.
     *
     * @throws RunFailedException if a table cannot be dropped
     */
    public void dropTables() {
        FirstFailure failures = new FirstFailure();
        for (PlannedRun run = removeLatest(runsWithTables); run != null; run = removeLatest(runsWithTables)) {
            failures.run(run::cleanup);
        }
        failures.rethrow();
    }

    /** Returns true if the caller was interrupted, which ends the run without a drain. */
    private static boolean awaitEnd(ActiveRun run) {
        boolean wasInterrupted = false;
        try {
            if (run.endLatch().await(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            wasInterrupted = true;
        }
        run.thread().interrupt();
        while (true) {
            try {
                run.endLatch().await();
                return wasInterrupted;
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
    }

    private <T> @Nullable T removeLatest(Deque<T> runs) {
        synchronized (lock) {
            return runs.poll();
        }
    }

    private RunExecutor executor() {
        return new RunExecutor() {
            @Override
            public RunResult run(PlannedRun plannedRun) {
                return runTracked(
                        new ActiveRun(
                                plannedRun.settings().stop(),
                                Thread.currentThread(),
                                new RunThreads(),
                                new CountDownLatch(1)),
                        plannedRun);
            }

            /** A run that starts while the scope is closed is either rejected here, or stopped by {@link #close()}. */
            @Override
            public RunningRun start(Supplier<RunningRun> starter) {
                synchronized (lock) {
                    refuseIfClosed();
                    RunningRun run = starter.get();
                    backgroundRuns.push(run);
                    return run;
                }
            }
        };
    }

    private void refuseIfClosed() {
        if (isClosed) {
            throw new RunFailedException("the scope of this run is closed: begin runs before that");
        }
    }

    private RunResult runTracked(ActiveRun activeRun, PlannedRun plannedRun) {
        synchronized (lock) {
            if (isClosed && activeRun.stop().isRaised()) {
                throw new StoppedEarlyException();
            }
            refuseIfClosed();
            activeRuns.push(activeRun);
        }
        try {
            return activeRun.threads().run(() -> {
                RunResult result = run(plannedRun);
                addResult(result);
                return result;
            });
        } catch (RuntimeException | Error e) {
            RunInterruptedException.resultOf(e).ifPresent(result -> addResultOfFailure(result, e));
            throw e;
        } finally {
            activeRun.endLatch().countDown();
            synchronized (lock) {
                activeRuns.remove(activeRun);
            }
        }
    }

    /**
     * Registers the run's tables even after a failure. They are registered before {@link #onResult} is called, because it may drop
     * them.
     */
    private RunResult run(PlannedRun plannedRun) {
        try {
            return plannedRun.run();
        } finally {
            addTables(plannedRun);
        }
    }

    private void addTables(PlannedRun plannedRun) {
        synchronized (lock) {
            if (plannedRun.workloads().haveTablesBeenCreated()
                    && !plannedRun.settings().tables().cleanup()) {
                runsWithTables.push(plannedRun);
            }
        }
    }

    private void addResultOfFailure(RunResult result, Throwable failure) {
        try {
            addResult(result);
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e); // the run's failure is the cause, for example a server that is gone
        }
    }

    private void addResult(RunResult result) {
        synchronized (lock) {
            results.add(result);
        }
        onResult.accept(result);
    }
}
