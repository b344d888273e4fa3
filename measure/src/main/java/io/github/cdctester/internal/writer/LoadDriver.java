// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * Starts, pauses and stops the workers of one load. Only the thread that controls the run may call these methods.
 *
 * <p>Order of calls: {@link #start()}, {@link #open()}, any number of {@link #pause} and {@link #open()}, {@link #stop}.
 */
public class LoadDriver implements AutoCloseable {

    private final NanoClock clock;
    private final Pacer pacer;
    private final LoadState state = new LoadState();
    private final Gate gate;
    private final Workers workers;

    private long pausedAtNanos;
    private boolean wasOpened;
    private long startsBeforeOpen;

    /** Counted starts that were due before this load driver replaced another one. */
    private long earlierStarts;

    private WaitingStarts skippedStarts = WaitingStarts.NONE;

    public LoadDriver(
            Workers.Factory factory,
            LoadSpec load,
            LoadSpec.IgnoredErrors ignoredErrors,
            WriteSink sink,
            NanoClock clock,
            int firstWorker,
            LoadShare share) {
        this.clock = clock;
        pacer = new Pacer(load, share);
        gate = new Gate(load.threads());
        workers = factory.of(
                new LoadContext(ignoredErrors, pacer, gate, state, sink, clock), firstWorker, load.threads());
    }

    public static Workers.Factory jdbcWorkers(Workload workload, ConnectionSource connections) {
        return (context, firstWorker, count) -> new ThreadWorkers(workload, connections, context, firstWorker, count);
    }

    /** Returns when each worker is connected and prepared, or has failed. */
    public void start() throws InterruptedException {
        workers.start();
        gate.awaitAll(Long.MAX_VALUE);
    }

    /**
     * Opens the gate, initially or after a pause. A pause delays the rest of an open loop's schedule. It skips starts that were
     * due before the pause and have not been made, so that later transactions have intended starts after this call.
     */
    public void open() {
        open(clock.nanoTime());
    }

    /** An open loop's schedule continues at {@code nowNanos}. Returns this time. */
    public long open(long nowNanos) {
        if (wasOpened) {
            double position = pacer.positionAt(pausedAtNanos);
            pacer.shift(nowNanos - pausedAtNanos);
            pacer.beginAt(position);
        } else {
            pacer.start(nowNanos);
            wasOpened = true;
        }
        earlierStarts = 0;
        skippedStarts = WaitingStarts.NONE;
        startsBeforeOpen = scheduledBefore(nowNanos);
        openGate();
        return nowNanos;
    }

    /** Continues the schedule of a replaced load driver. Call it for the first opening. */
    public void open(ScheduleProgress progress) {
        wasOpened = true;
        long fromNanos = progress.fromNanos();
        pacer.start(progress.originNanos());
        earlierStarts = scheduledBefore(fromNanos) - scheduledBefore(progress.countedNanos());
        pacer.beginAt(pacer.positionAt(progress.lastReportNanos()));
        skippedStarts = pacer.waitingStarts(fromNanos, new double[0]);
        pacer.beginAt(pacer.positionAt(fromNanos));
        startsBeforeOpen = scheduledBefore(fromNanos);
        openGate();
    }

    private void openGate() {
        gate.open();
        workers.wakeAll();
    }

    /** May be called repeatedly. Returns true if all workers have paused or ended within {@code nanos} ns. */
    public boolean pause(long nanos) throws InterruptedException {
        gate.close();
        workers.wakeAll();
        boolean isPaused = gate.awaitAll(nanos);
        pausedAtNanos = clock.nanoTime();
        return isPaused;
    }

    public void limitTo(long transactions) {
        state.limitTo(transactions);
    }

    /**
     * Ends an open loop's schedule, or a closed loop's think times. Transactions that are due at or after this time do not
     * start, even if {@link #stop} is called later. The workers wait until {@link #stop} is called.
     */
    public void endScheduleAt(long nanos) {
        pacer.endAt(nanos);
    }

    /** Lets current transactions finish. Returns true if all workers have ended in time; {@link #close()} ends the rest. */
    public boolean stop(Duration timeout) throws InterruptedException {
        state.stop();
        openGate();
        return gate.awaitEnded(timeout.toNanos());
    }

    public void cancel() {
        state.stop();
        workers.cancel();
        workers.wakeAll();
    }

    /** The workers end because of the transaction limit or a failure. Returns false on timeout. */
    public boolean awaitEnd(long nanos) throws InterruptedException {
        return gate.awaitEnded(nanos);
    }

    public Optional<Throwable> failure() {
        return Optional.ofNullable(state.failure());
    }

    /** Returns an open loop's starts since the last {@link #open()} that were due and whose transactions had not ended. */
    public WaitingStarts waitingStarts(long stoppedAtNanos) {
        double position = pacer.positionAt(pacer.withinSchedule(stoppedAtNanos));
        double[] takenPositions = Arrays.stream(workers.takenPositions())
                .filter(takenPosition -> takenPosition < position)
                .sorted()
                .toArray();
        return pacer.waitingStarts(stoppedAtNanos, takenPositions);
    }

    /** Starts that were due between the replaced driver's last report and the replacement. */
    public WaitingStarts skippedStarts() {
        return skippedStarts;
    }

    /**
     * Counts an open loop's scheduled starts since the last {@link #open()}, or, after a replacement, since {@link
     * ScheduleProgress#countedNanos}. Returns 0 in a closed loop.
     */
    public long scheduledStarts(long stoppedAtNanos) {
        return earlierStarts + Math.max(0, scheduledBefore(stoppedAtNanos) - startsBeforeOpen);
    }

    /** Call it while no worker is active. */
    private long scheduledBefore(long nanos) {
        long limitedNanos = pacer.withinSchedule(nanos);
        double position = pacer.positionAt(limitedNanos);
        return pacer.scheduledBefore(
                limitedNanos,
                Arrays.stream(workers.takenPositions())
                        .filter(takenPosition -> takenPosition >= position)
                        .count());
    }

    @Override
    public void close() {
        state.abort();
        openGate();
        workers.close();
    }
}
