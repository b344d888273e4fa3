// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
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

/** A planned run in its own thread, which is a daemon: an unclosed run does not keep the program alive. */
public final class StartedRun implements RunningRun {

    static final String THREAD = "cdc-tester-run";

    /** The longest time for a stopped run to end: it drains for 5 s, and drops its tables. */
    private static final Duration ORDERLY_END = Duration.ofSeconds(30);

    private final StopSignal stop;
    private final Function<StartedRun, RunResult> body;
    private final Thread thread = new Thread(this::runToTheEnd, THREAD);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable SampleRow last;
    private volatile String step = "starting";
    private volatile boolean handedOut;
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

    /** Returns a listener that stores the last second, for a later query. */
    public RunListener listener() {
        return new RunListener() {
            @Override
            public void step(String name) {
                step = name;
            }

            @Override
            public void sample(SampleRow sample) {
                last = sample;
            }
        };
    }

    private void runToTheEnd() {
        try {
            result = body.apply(this);
        } catch (Throwable e) { // comes out of await or close, as it is
            failure = e;
        } finally {
            ended.countDown();
        }
    }

    @Override
    public RunResult await() {
        return await(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Override
    public RunResult await(Duration atMost) {
        if (hasEnded(atMost)) {
            return outcome();
        }
        String doing = step;
        end();
        handedOut = true;
        throw new RunOverdueException(
                "the run took longer than " + seconds(atMost) + " and was stopped (" + doing
                        + (last == null ? "" : ", in second " + last.second())
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
        return ended.getCount() == 0;
    }

    @Override
    public Optional<SampleRow> lastSample() {
        return Optional.ofNullable(last);
    }

    @Override
    public void close() {
        end();
        boolean told = handedOut;
        handedOut = true;
        if (!told && !wasStoppedBeforeItMeasured()) {
            FirstFailure.rethrow(failure, thrown -> "the run failed: " + thrown.getMessage());
        }
    }

    /** Irrelevant for the closing caller: the run was still starting, or creating its tables. */
    private boolean wasStoppedBeforeItMeasured() {
        Throwable thrown = failure;
        return thrown instanceof StoppedEarlyException
                || thrown != null
                        && thrown.getClass() == RunFailedException.class
                        && thrown.getCause() instanceof InterruptedException
                        && thrown.getSuppressed().length == 0;
    }

    private void end() {
        stop();
        if (!hasEnded(ORDERLY_END)) {
            thread.interrupt();
            hasEnded(Duration.ofNanos(Long.MAX_VALUE));
        }
    }

    /** Waits; an interruption is handed on to the run, which ends by it, and is given back after that. */
    private boolean hasEnded(Duration atMost) {
        try {
            return ended.await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            thread.interrupt();
            awaitHoldingInterrupt();
            return true;
        }
    }

    private void awaitHoldingInterrupt() {
        while (true) {
            try {
                ended.await();
                Thread.currentThread().interrupt();
                return;
            } catch (InterruptedException again) {
                // once is enough: the run ends already
            }
        }
    }

    private RunResult outcome() {
        handedOut = true;
        FirstFailure.rethrow(failure, thrown -> "the run failed: " + thrown.getMessage());
        return Objects.requireNonNull(result, "the run has neither a result nor a failure");
    }

    private @Nullable RunResult partialResult() {
        return failure instanceof RunInterruptedException broken ? broken.partialResult() : result;
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
