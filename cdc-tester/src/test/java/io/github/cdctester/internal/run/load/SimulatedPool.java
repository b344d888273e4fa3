// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.result.summary.LoadClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Simulates workers whose last transaction takes a given time. Waiting for them advances the clock. */
final class SimulatedPool implements WorkerPool {

    private final AtomicLong clockNanos;
    private final long lastTransactionNanos;
    private long endNanos = Long.MAX_VALUE;

    /** @param lastTransactionTime time from the stop to the end of the last transaction */
    SimulatedPool(AtomicLong clockNanos, Duration lastTransactionTime) {
        this.clockNanos = clockNanos;
        lastTransactionNanos = lastTransactionTime.toNanos();
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
        return atNanos;
    }

    @Override
    public void endScheduleAt(long nanos) {
        // a closed loop has no schedule
    }

    @Override
    public boolean pause() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void limitTo(long transactions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean stop(Duration timeout) {
        if (endNanos == Long.MAX_VALUE) {
            endNanos = clockNanos.get() + lastTransactionNanos;
        }
        return awaitEnd(timeout.toNanos());
    }

    @Override
    public void cancel() {
        endNanos = Math.min(endNanos, clockNanos.get());
    }

    @Override
    public boolean awaitEnd(long nanos) {
        clockNanos.addAndGet(Math.max(0, Math.min(nanos, endNanos - clockNanos.get())));
        return clockNanos.get() >= endNanos;
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.empty();
    }

    @Override
    public Distribution waitingTimes(long stoppedAtNanos) {
        return Distribution.EMPTY;
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
