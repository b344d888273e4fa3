// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A timer that counts what it records in buckets, too. */
final class BucketedTimer implements Timer {

    private final Timer timer;
    private final BucketCounts buckets;

    BucketedTimer(Timer timer, BucketCounts buckets) {
        this.timer = timer;
        this.buckets = buckets;
    }

    @Override
    public void record(long amount, TimeUnit unit) {
        timer.record(amount, unit);
        if (amount >= 0) { // what the timer passes over is in no bucket
            buckets.count(unit.toNanos(amount));
        }
    }

    @Override
    public <T extends @Nullable Object> T record(Supplier<T> timed) {
        long from = System.nanoTime();
        try {
            return timed.get();
        } finally {
            record(System.nanoTime() - from, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public <T extends @Nullable Object> T recordCallable(Callable<T> timed) throws Exception {
        long from = System.nanoTime();
        try {
            return timed.call();
        } finally {
            record(System.nanoTime() - from, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void record(Runnable timed) {
        long from = System.nanoTime();
        try {
            timed.run();
        } finally {
            record(System.nanoTime() - from, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public long count() {
        return timer.count();
    }

    @Override
    public double totalTime(TimeUnit unit) {
        return timer.totalTime(unit);
    }

    @Override
    public double max(TimeUnit unit) {
        return timer.max(unit);
    }

    @Override
    public TimeUnit baseTimeUnit() {
        return timer.baseTimeUnit();
    }

    @Override
    public HistogramSnapshot takeSnapshot() {
        return timer.takeSnapshot();
    }

    @Override
    public Id getId() {
        return timer.getId();
    }
}
