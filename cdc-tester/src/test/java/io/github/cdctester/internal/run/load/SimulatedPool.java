// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.summary.LoadClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

public final class SimulatedPool implements WorkerPool {

    private final NanoClock clock;
    private final LongConsumer advanceClock;
    private final long lastTransactionNanos;
    private long endNanos = Long.MAX_VALUE;
    private @Nullable Throwable failure;
    private boolean wasOpened;
    private Distribution waitingTimes = Distribution.EMPTY;

    /**
     * @param advanceClock advances the clock while the run waits for the workers
     * @param lastTransactionTime time from the stop to the end of the last transaction
     */
    public SimulatedPool(NanoClock clock, LongConsumer advanceClock, Duration lastTransactionTime) {
        this.clock = clock;
        this.advanceClock = advanceClock;
        lastTransactionNanos = lastTransactionTime.toNanos();
    }

    public boolean wasOpened() {
        return wasOpened;
    }

    /** Sets the transactions of an open loop that are due and have not started at the end. */
    public void setWaitingTimes(Distribution times) {
        waitingTimes = times;
    }

    public void fail(Throwable e) {
        failure = e;
        endNanos = clock.nanoTime();
    }

    @Override
    public Optional<LoadClient> client() {
        return Optional.empty();
    }

    @Override
    public void start() {
        // the simulated workers need no connection
    }

    @Override
    public long open(long atNanos) {
        wasOpened = true;
        return atNanos;
    }

    @Override
    public void endScheduleAt(long nanos) {
        // a closed loop has no schedule
    }

    @Override
    public boolean pause(long nanos) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void limitTo(long transactions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean stop(Duration timeout) {
        if (endNanos == Long.MAX_VALUE) {
            endNanos = clock.nanoTime() + lastTransactionNanos;
        }
        return awaitEnd(timeout.toNanos());
    }

    @Override
    public void cancel() {
        endNanos = Math.min(endNanos, clock.nanoTime());
    }

    @Override
    public boolean awaitEnd(long nanos) {
        advanceClock.accept(Math.max(0, Math.min(nanos, endNanos - clock.nanoTime())));
        return clock.nanoTime() >= endNanos;
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public Distribution waitingTimes(long stoppedAtNanos) {
        return waitingTimes;
    }

    @Override
    public long scheduledStarts(long stoppedAtNanos) {
        return 0;
    }

    @Override
    public void close() {
        // nothing is connected
    }
}
