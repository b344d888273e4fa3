// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.run.RunOverdueException;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A run in a daemon thread, so that an unclosed run does not keep the JVM alive. */
public final class StartedRun implements RunningRun {

    private static final String THREAD_NAME = "cdc-tester-run";

    /** A stopped run has a drain of up to 5 s, and then drops its tables. After this time, its thread is interrupted. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final StopSignal stop;
    private final Function<StartedRun, RunResult> body;
    private final Thread thread = new Thread(this::runBody, THREAD_NAME);
    private final RunThreads threads = new RunThreads();
    private final CountDownLatch endLatch = new CountDownLatch(1);
    private volatile @Nullable SampleRow lastSample;
    private volatile String step = "starting";
    private volatile boolean isFailureReported;
    private volatile @Nullable RunResult result;
    private volatile @Nullable Throwable failure;

    private StartedRun(StopSignal stop, Function<StartedRun, RunResult> body) {
        this.stop = stop;
        this.body = body;
        thread.setDaemon(true);
    }

    public static StartedRun start(StopSignal stop, Function<StartedRun, RunResult> body) {
        StartedRun run = new StartedRun(stop, body);
        run.thread.start();
        return run;
    }

    public RunListener listener() {
        return new RunListener() {
            @Override
            public void step(String name) {
                step = name;
            }

            @Override
            public void sample(SampleRow sample) {
                lastSample = sample;
            }
        };
    }

    private void runBody() {
        try {
            result = threads.run(() -> body.apply(this));
        } catch (Throwable e) { // await or close rethrows it unchanged
            failure = e;
        } finally {
            endLatch.countDown();
        }
    }

    @Override
    public RunResult await() {
        return await(FOREVER);
    }

    @Override
    public RunResult await(Duration timeout) {
        if (isCalledByRun()) {
            throw new IllegalStateException(
                    "await() was called in a thread of the run, which cannot wait for its own end:"
                            + " call stop() or close() there, and await() in another thread");
        }
        if (awaitEnd(timeout)) {
            return outcome();
        }
        String currentStep = step;
        stopAndAwaitEnd();
        isFailureReported = true;
        throw new RunOverdueException(
                "the run took longer than " + durationText(timeout) + " and was stopped (" + currentStep
                        + (lastSample == null ? "" : ", in second " + lastSample.second())
                        + "): wait longer, or give it a shorter window",
                partialResult(),
                failure);
    }

    @Override
    public void stop() {
        stop.raise();
    }

    @Override
    public boolean hasEnded() {
        return endLatch.getCount() == 0;
    }

    @Override
    public Optional<SampleRow> lastSample() {
        return Optional.ofNullable(lastSample);
    }

    @Override
    public void close() {
        if (isCalledByRun()) {
            stop();
            return;
        }
        stopAndAwaitEnd();
        boolean alreadyReported = isFailureReported;
        isFailureReported = true;
        if (!alreadyReported && !wasStoppedBeforeItMeasured()) {
            FirstFailure.rethrow(failure, thrown -> "the run failed: " + thrown.getMessage());
        }
    }

    private boolean isCalledByRun() {
        return !hasEnded() && threads.containCaller();
    }

    /** {@link #close} ignores such a failure. */
    private boolean wasStoppedBeforeItMeasured() {
        Throwable thrown = failure;
        return thrown != null
                && thrown.getSuppressed().length == 0
                && (thrown instanceof StoppedEarlyException
                        || thrown.getClass() == RunFailedException.class
                                && thrown.getCause() instanceof InterruptedException);
    }

    private void stopAndAwaitEnd() {
        stop();
        if (!awaitEnd(STOP_TIMEOUT)) {
            thread.interrupt();
            awaitEnd(FOREVER);
        }
    }

    /** An interrupt of the caller interrupts the run. The wait then has no limit. */
    private boolean awaitEnd(Duration timeout) {
        try {
            return endLatch.await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt(); // does not end the next wait
            return Threads.await(thread, FOREVER);
        }
    }

    private RunResult outcome() {
        isFailureReported = true;
        FirstFailure.rethrow(failure, thrown -> "the run failed: " + thrown.getMessage());
        return Objects.requireNonNull(result, "the run has neither a result nor a failure");
    }

    private @Nullable RunResult partialResult() {
        return failure == null
                ? result
                : RunInterruptedException.resultOf(failure).orElse(null);
    }

    private static String durationText(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
