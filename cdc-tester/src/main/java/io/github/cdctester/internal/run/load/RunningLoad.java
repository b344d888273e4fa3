// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.text.UserCode;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One load of a run with its workers. */
public final class RunningLoad {

    private static final Duration CANCEL_INTERVAL = Duration.ofMillis(500);

    /** The end of a load may be observed this much later. */
    private static final long POLL_NANOS = 20_000_000;

    private final NamedLoad load;
    private final int firstWorker;
    private final long maxTransactions;
    private final String address;
    private final Workload workload;
    private final WriteMeter meter;
    private final NanoClock clock;

    /** Volatile, because the thread that connects may differ from the run's thread. */
    private volatile @Nullable WorkerPool pool;

    private volatile boolean connected;
    private @Nullable RemoteCommits remoteCommits;
    private @Nullable LoadInterval interval;
    private long windowEndNanos = LoadInterval.OPEN;
    private boolean isOpen;
    private @Nullable Long openedNanos;
    private long lateNanos;
    private @Nullable Long stoppedNanos;
    private @Nullable Long cancelledNanos;
    private @Nullable Long endedNanos;
    private boolean hasReachedLimit;
    private @Nullable Long scheduledTransactions;
    private @Nullable Distribution waitingTimes;

    /** @param maxTransactions measured transactions after which the load ends; 0 for no limit */
    RunningLoad(
            NamedLoad load, Workload workload, int firstWorker, long maxTransactions, String address, NanoClock clock) {
        this.load = load;
        this.workload = workload;
        this.firstWorker = firstWorker;
        this.maxTransactions = maxTransactions;
        this.address = address;
        this.clock = clock;
        meter = new WriteMeter(workload.transactionKinds(), isOpenLoop());
    }

    private boolean isOpenLoop() {
        return load.load() instanceof LoadSpec.OpenLoop;
    }

    /** Called before connecting. */
    void countRows() {
        if (workload.whyRowsAreNotReported().isEmpty()) {
            meter.enableRowCounting();
        }
    }

    /** Called before connecting. */
    void stampRows(Stamps stamps) {
        if (load.workload().stamped()) {
            meter.stampRows(stamps);
        }
    }

    /** Receives commits of workers in other processes. Called before connecting. */
    void setRemoteCommits(@Nullable RemoteCommits commits) {
        remoteCommits = commits;
    }

    public NamedLoad load() {
        return load;
    }

    public Workload workload() {
        return workload;
    }

    int threads() {
        return load.load().threads();
    }

    public MeteredLoad metered() {
        return new MeteredLoad(
                load.name(), meter, threads(), () -> connected && isOpen && stoppedNanos == null && endedNanos == null);
    }

    /** Returns {@code null} in a closed loop or before the end. */
    @Nullable
    public Long scheduledTransactions() {
        return scheduledTransactions;
    }

    /** Returns {@code null} in a closed loop or before the end. Contains transactions that were due but not done. */
    @Nullable
    public Distribution waitingTimes() {
        return waitingTimes;
    }

    /** Returns {@code defaultNanos} if the end was not observed. */
    public long endedNanos(long defaultNanos) {
        return endedNanos == null ? defaultNanos : endedNanos;
    }

    /** The workers wait for {@link #warmUp()} or {@link #openWindow}. */
    void connect(
            WorkerPool.Factory pools,
            LoadSpec.IgnoredErrors ignoredErrors,
            @Nullable CommitTracking tracking,
            Runnable onFirstConnected)
            throws InterruptedException {
        WorkerPool currentPool = pools.of(
                new WorkerPool.Spec(load, workload, firstWorker, ignoredErrors, meter, tracking, remoteCommits));
        pool = currentPool;
        connected = true;
        onFirstConnected.run();
        currentPool.start();
    }

    /** Returns empty if no worker has connected. */
    Optional<LoadClient> client() {
        return Optional.ofNullable(pool).flatMap(WorkerPool::client);
    }

    /** A load of a later phase may never be connected. */
    boolean wasConnected() {
        return pool != null;
    }

    void warmUp() throws InterruptedException {
        if (wasConnected() && load.warmsUp()) {
            pool().open(clock.nanoTime());
            isOpen = true;
        }
    }

    /** @param endNanos no transaction starts after this end of the measured part; {@link LoadInterval#OPEN} if unknown */
    void openWindow(long nowNanos, long endNanos) throws InterruptedException {
        interval = LoadInterval.of(load, nowNanos);
        windowEndNanos = endNanos;
        advance(nowNanos);
    }

    /** Returns the ns until the next start or stop; {@link LoadInterval#OPEN} if none is due. */
    long advance(long nowNanos) throws InterruptedException {
        LoadInterval currentInterval = interval;
        if (currentInterval == null) {
            return LoadInterval.OPEN;
        }
        if (openedNanos == null && currentInterval.hasBegun(nowNanos) && stoppedNanos == null) {
            if (maxTransactions > 0) {
                pool().limitTo(maxTransactions);
            }
            endSchedule(currentInterval);
            long actualNanos = pool().open(nowNanos);
            openedNanos = actualNanos;
            // in a phase, the notification of nodes does not make a load late, because it delays the load's end by the
            // same time
            lateNanos = (windowEndNanos == LoadInterval.OPEN ? nowNanos : actualNanos) - currentInterval.fromNanos();
            isOpen = true;
            if (actualNanos - nowNanos > 0) {
                currentInterval = currentInterval.extendedBy(actualNanos - nowNanos);
                interval = currentInterval;
                endSchedule(currentInterval);
            }
        }
        if (currentInterval.isOver(nowNanos)) {
            stop();
        }
        return currentInterval.nanosToNext(nowNanos);
    }

    private void endSchedule(LoadInterval currentInterval) {
        long endNanos = currentInterval.endWithin(windowEndNanos);
        if (endNanos != LoadInterval.OPEN) {
            pool().endScheduleAt(endNanos); // the thread that stops the load may be late
        }
    }

    /** Returns {@code null} if the load has not started. */
    public @Nullable Double fromSecond(long windowNanos) {
        return openedNanos == null ? null : Math.max(0, (openedNanos - windowNanos) / 1e9);
    }

    /** Ends at {@code closedNanos} if the end was not observed. Returns 0 before the start. */
    public double seconds(long closedNanos) {
        return openedNanos == null ? 0 : (endedNanos(closedNanos) - openedNanos) / 1e9;
    }

    /** Returns 0 if the load was on time or has not started. */
    public long lateNanos() {
        return lateNanos;
    }

    /** Waits for open transactions, within the workload's timeout. A stop request cancels long transactions. */
    void pause(StopSignal stopRequest) throws InterruptedException {
        long fromNanos = clock.nanoTime();
        while (isOpen && !pool().pause(POLL_NANOS)) {
            failIfBroken(); // now, because another worker may need minutes
            if (clock.nanoTime() - fromNanos >= workload.timeout().toNanos()) {
                throw endTimeoutFailure();
            }
            if (stopRequest.isRaised()) {
                cancel();
            }
        }
    }

    boolean hasEnded() throws InterruptedException {
        boolean ended = wasConnected() && pool().awaitEnd(0);
        if (ended && endedNanos == null) {
            endedNanos = clock.nanoTime();
            hasReachedLimit = stoppedNanos == null && pool().failure().isEmpty();
        }
        return ended;
    }

    /** Throws if workers have failed, or a stopped load has not ended within the workload's timeout. */
    boolean isOver() throws InterruptedException {
        if (hasEnded()) {
            failIfBroken();
            return true;
        }
        if (stoppedNanos != null
                && clock.nanoTime() - stoppedNanos >= workload.timeout().toNanos()) {
            throw endTimeoutFailure();
        }
        return false;
    }

    private RunFailedException endTimeoutFailure() {
        return new RunFailedException("a transaction did not end within "
                + workload.timeout().toSeconds() + " s after the load was stopped; check " + address
                + (workload instanceof UserCode code ? " and " + code.className() : ""));
    }

    /** Returns false after a stop or a failure. */
    boolean hasReachedLimit() throws InterruptedException {
        return hasEnded() && hasReachedLimit;
    }

    void stop() throws InterruptedException {
        if (stoppedNanos == null && !hasEnded()) {
            stoppedNanos = clock.nanoTime();
            pool().stop(Duration.ZERO);
        }
    }

    /** A stop request cancels long transactions. */
    static void end(List<RunningLoad> loads, StopSignal stopRequest) throws InterruptedException {
        for (RunningLoad load : loads) {
            load.stop();
        }
        List<RunningLoad> endingLoads = endingLoads(loads);
        while (!endingLoads.isEmpty()) {
            if (stopRequest.isRaised()) {
                endingLoads.forEach(RunningLoad::cancel);
            }
            endingLoads.get(0).pool().awaitEnd(POLL_NANOS);
            endingLoads = endingLoads(loads);
        }
        for (RunningLoad load : loads) {
            load.completeEnd();
        }
    }

    /**
     * Loads that have not ended, within the workload's timeout. Checks all loads in each round, because rates use the times at which ends
     * are observed.
     */
    private static List<RunningLoad> endingLoads(List<RunningLoad> loads) throws InterruptedException {
        List<RunningLoad> endingLoads = new ArrayList<>();
        for (RunningLoad load : loads) {
            if (load.hasEnded()) {
                load.failIfBroken(); // now, because another load may need minutes
            } else if (load.clock.nanoTime() - load.stopNanos()
                    < load.workload.timeout().toNanos()) {
                endingLoads.add(load);
            }
        }
        return endingLoads;
    }

    private long stopNanos() {
        return stoppedNanos == null ? endedNanos(clock.nanoTime()) : stoppedNanos;
    }

    private void cancel() {
        long nowNanos = clock.nanoTime();
        if (cancelledNanos == null || nowNanos - cancelledNanos >= CANCEL_INTERVAL.toNanos()) {
            cancelledNanos = nowNanos;
            pool().cancel();
        }
    }

    private void completeEnd() throws InterruptedException {
        countWaiting(stopNanos());
        failIfBroken();
        if (!hasEnded()) {
            throw endTimeoutFailure();
        }
    }

    private void countWaiting(long untilNanos) {
        if (openedNanos != null && isOpenLoop()) {
            scheduledTransactions = pool().scheduledStarts(untilNanos);
            waitingTimes = hasReachedLimit ? Distribution.EMPTY : pool().waitingTimes(untilNanos);
        }
    }

    /** Waits briefly for the last reports of worker nodes. */
    void abandon() throws InterruptedException {
        if (wasConnected()) {
            stop();
            if (waitingTimes == null) {
                pool().awaitEnd(CANCEL_INTERVAL.toNanos());
                countWaiting(stopNanos());
            }
        }
    }

    void close() {
        WorkerPool currentPool = pool;
        if (currentPool != null) {
            currentPool.close();
            connected = false;
        }
    }

    void failIfBroken() {
        WorkerPool currentPool = pool;
        Throwable e = currentPool == null ? null : currentPool.failure().orElse(null);
        if (e instanceof RunFailedException nodeFailure) {
            throw nodeFailure; // its message names the worker node
        }
        FirstFailure.throwAsRunFailure(e, cause -> "writing to " + address + " failed: " + ServerErrors.text(cause));
    }

    private WorkerPool pool() {
        return Objects.requireNonNull(pool, "not connected");
    }
}
