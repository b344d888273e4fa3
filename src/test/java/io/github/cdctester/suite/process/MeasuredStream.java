// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.RoundTripChecks;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Measures the stream without a load, in a separate thread. */
public final class MeasuredStream implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 60;

    private final StopSignal stop = new StopSignal();
    private final CountDownLatch measuring = new CountDownLatch(1);
    private final CompletableFuture<RunResult> result;

    private volatile long transactions;
    private volatile long backlogBytes = -1;

    private MeasuredStream(Endpoint endpoint, SubscriberSpec subscriber) {
        RunListener listener = new RunListener() {
            @Override
            public void step(String step) {
                if (step.equals("measuring")) {
                    measuring.countDown();
                }
            }

            @Override
            public void sample(SampleRow sample) {
                transactions += sample.cdc().transactions();
                Long sampleBacklogBytes = sample.cdc().behindBytes();
                backlogBytes = sampleBacklogBytes == null ? -1 : sampleBacklogBytes;
            }
        };
        result = CompletableFuture.supplyAsync(() -> RoundTripChecks.run(CdcTester.plan()
                .endpoint(endpoint)
                .subscriber(subscriber.rowCounting(RowCounting.EXACT))
                .window(new Window(Duration.ZERO, Duration.ZERO, 0, Duration.ofSeconds(TIMEOUT_SECONDS)))
                .listener(listener)
                .stopSignal(stop)));
        result.whenComplete((ignoredResult, ignoredFailure) -> measuring.countDown());
    }

    /** Returns when the run starts to measure. */
    public static MeasuredStream start(Endpoint endpoint, SubscriberSpec subscriber) throws InterruptedException {
        MeasuredStream stream = new MeasuredStream(endpoint, subscriber);
        if (!stream.measuring.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the run did not start to measure");
        }
        if (stream.result.isCompletedExceptionally()) {
            stream.result.join();
        }
        return stream;
    }

    /** Counts transactions in the samples so far. Throws an exception if the run failed. */
    public long transactions() {
        if (result.isCompletedExceptionally()) {
            result.join();
        }
        return transactions;
    }

    /** In bytes, from the last sample; -1 if unknown. */
    public long backlogBytes() {
        return backlogBytes;
    }

    public Throwable awaitFailure() throws InterruptedException, TimeoutException {
        try {
            throw new AssertionError(
                    "the run ended without a failure: " + result.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    public RunResult stop() {
        stop.raise();
        return result.join();
    }

    @Override
    public void close() {
        stop.raise();
    }
}
