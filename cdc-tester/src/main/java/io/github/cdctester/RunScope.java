// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.stop.StopSignal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs that belong together, such as the runs of one test: none of them outlives the scope, in any thread. A scope in a {@code try}
 * block is for other programs, like {@code @CdcTest} for a JUnit test. Safe for use by several threads.
 */
public final class RunScope implements AutoCloseable {

    /** Time for a stopped run until it is interrupted. */
    private static final long ORDERLY_END_SECONDS = 30;

    private record Going(StopSignal stop, Thread thread, CountDownLatch ended) {}

    private final Consumer<RunResult> told;
    private final Object lock = new Object();
    private final Deque<RunningRun> started = new ArrayDeque<>();
    private final Deque<Going> going = new ArrayDeque<>();
    private final List<RunResult> results = new ArrayList<>();
    private final Deque<PlannedRun> preparing = new ArrayDeque<>();
    private boolean closed;

    /** Creates a scope. */
    public RunScope() {
        this(result -> {});
    }

    /**
     * Creates a scope.
     *
     * @param told is given each result, a broken run's partial one too, before the run returns or throws; in the run's thread
     */
    public RunScope(Consumer<RunResult> told) {
        this.told = told;
    }

    /**
     * Starts a plan with every default, whose runs belong to this scope.
     *
     * @return a builder, which needs an endpoint at least
     */
    public PlanBuilder plan() {
        return new PlanBuilder(keeper());
    }

    /**
     * Gives the results so far.
     *
     * @return the results, complete or not, of all ended runs, in the order of their ends
     */
    public List<RunResult> results() {
        synchronized (lock) {
            return List.copyOf(results);
        }
    }

    /**
     * Stops all runs and returns when they are closed, the last started first. Restores the interrupt status of an interrupted
     * caller. No run of this scope can start after that.
     *
     * @throws RuntimeException the failure of a started run that was not reported yet
     */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            going.forEach(run -> run.stop().raise());
        }
        FirstFailure failures = new FirstFailure();
        boolean interrupted = false;
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            for (RunningRun run = next(started); run != null; run = next(started)) {
                failures.run(run::close);
            }
            for (Going run = next(going); run != null; run = next(going)) {
                interrupted |= !end(run);
            }
            interrupted |= Thread.interrupted(); // a started run gives it back
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        failures.rethrow();
    }

    /**
     * Drops existing tables that {@link PlanBuilder#prepareFirst()} of the runs so far has created. Call it when no run is active.
     *
     * @throws RunFailedException if they cannot be dropped
     */
    public void dropTables() {
        FirstFailure failures = new FirstFailure();
        for (PlannedRun run = next(preparing); run != null; run = next(preparing)) {
            failures.run(run::cleanup);
        }
        failures.rethrow();
    }

    /** Waits for its end; returns false after an interrupt, which makes it end without a drain. */
    @SuppressWarnings("ReferenceEquality") // a thread is equal to itself only
    private static boolean end(Going run) {
        boolean undisturbed = true;
        boolean patient = true;
        while (run.thread() != Thread.currentThread()) { // a thread cannot wait for its own end
            try {
                if (patient && run.ended().await(ORDERLY_END_SECONDS, TimeUnit.SECONDS)) {
                    return undisturbed;
                } else if (!patient) {
                    run.ended().await();
                    return undisturbed;
                }
            } catch (InterruptedException e) {
                undisturbed = false;
            }
            if (patient) {
                run.thread().interrupt();
            }
            patient = false;
        }
        return undisturbed;
    }

    /** Takes the youngest out. */
    private <T> @Nullable T next(Deque<T> runs) {
        synchronized (lock) {
            return runs.poll();
        }
    }

    private RunKeeper keeper() {
        return new RunKeeper() {
            @Override
            public RunResult run(PlannedRun planned) {
                return keep(
                        new Going(planned.settings().stop(), Thread.currentThread(), new CountDownLatch(1)), planned);
            }

            @Override
            public void started(RunningRun run) {
                synchronized (lock) {
                    started.push(run);
                }
            }
        };
    }

    private RunResult keep(Going one, PlannedRun planned) {
        synchronized (lock) {
            if (closed) {
                throw new RunFailedException("the scope of this run is closed: begin runs before that");
            }
            going.push(one);
        }
        try {
            RunResult result = planned.run();
            report(planned, result);
            return result;
        } catch (RuntimeException | Error e) {
            RunInterruptedException.resultOf(e).ifPresent(partial -> report(planned, partial));
            throw e;
        } finally {
            one.ended().countDown();
            synchronized (lock) {
                going.remove(one);
            }
        }
    }

    private void report(PlannedRun planned, RunResult result) {
        synchronized (lock) {
            results.add(result);
            if (planned.settings().tables().prepare()
                    && !planned.settings().tables().cleanup()) {
                preparing.push(planned);
            }
        }
        told.accept(result);
    }
}
