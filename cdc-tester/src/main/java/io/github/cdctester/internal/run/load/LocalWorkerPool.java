// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.ConnectionSource;
import java.time.Duration;
import java.util.Optional;

/** Workers that are threads of this process. */
public final class LocalWorkerPool implements WorkerPool {

    private final LoadDriver driver;

    private LocalWorkerPool(LoadDriver driver) {
        this.driver = driver;
    }

    /** Has all workers of a load in this process. */
    public static WorkerPoolFactory on(WriteTarget target, NanoClock clock) {
        return order -> of(target, order, order.load().load(), LoadShare.ALL, clock);
    }

    /**
     * Has a part of a load's workers in this process.
     *
     * @param order what they are wanted for; its first worker is the first one here
     */
    public static LocalWorkerPool of(
            WriteTarget target, WorkerPoolSpec order, LoadSpec here, LoadShare share, NanoClock clock) {
        return of(target.openLoadPool(here.threads(), order.tracking()), order, here, share, clock);
    }

    static LocalWorkerPool of(
            ConnectionSource pool, WorkerPoolSpec order, LoadSpec here, LoadShare share, NanoClock clock) {
        try {
            return new LocalWorkerPool(new LoadDriver(
                    order.workload(),
                    pool,
                    here,
                    order.ignoredErrors(),
                    order.meter(),
                    clock,
                    order.firstWorker(),
                    share));
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public void start() throws InterruptedException {
        driver.start();
    }

    @Override
    public long open(long atNanos) {
        driver.open(atNanos);
        return atNanos;
    }

    @Override
    public void endScheduleAt(long nanos) {
        driver.endScheduleAt(nanos);
    }

    @Override
    public void pause() throws InterruptedException {
        driver.pause();
    }

    @Override
    public void limitTo(long transactions) {
        driver.limitTo(transactions);
    }

    @Override
    public boolean stop(Duration patience) throws InterruptedException {
        return driver.stop(patience);
    }

    @Override
    public void cancel() {
        driver.cancel();
    }

    @Override
    public boolean awaitEnd(long nanos) throws InterruptedException {
        return driver.awaitEnd(nanos);
    }

    @Override
    public Optional<Throwable> failure() {
        return driver.failure();
    }

    @Override
    public Distribution waiting(long stoppedAtNanos) {
        return Distribution.of(driver.waiting(stoppedAtNanos));
    }

    @Override
    public long scheduled(long stoppedAtNanos) {
        return driver.scheduled(stoppedAtNanos);
    }

    @Override
    public void close() {
        driver.close();
    }
}
