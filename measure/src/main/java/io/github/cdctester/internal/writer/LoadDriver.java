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
 * <p>Order of calls: {@link #start()}, {@link #open()}, any number of {@link #pause()} and {@link #open()}, {@link #stop}.
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

    /** Number of counted starts that were due before this load driver replaced another load driver. */
    private long earlierStarts;

    private WaitingStarts skippedStarts = WaitingStarts.NONE;

    /** Creates workers with JDBC connections for a share of a load, without starting them. */
    public LoadDriver(
            Workload workload,
            ConnectionSource connections,
            LoadSpec load,
            LoadSpec.IgnoredErrors ignoredErrors,
            WriteSink sink,
            NanoClock clock,
            int firstWorker,
            LoadShare share) {
        this(jdbcWorkers(workload, connections), load, ignoredErrors, sink, clock, firstWorker, share);
    }

    /** Creates the workers with a factory, without starting them. */
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

    /** Returns a factory of workers with JDBC connections. */
    public static Workers.Factory jdbcWorkers(Workload workload, ConnectionSource connections) {
        return (context, firstWorker, count) -> new ThreadWorkers(workload, connections, context, firstWorker, count);
    }

    /** Starts all workers. Returns when each worker is connected and prepared, or has failed. */
    public void start() throws InterruptedException {
        workers.start();
        gate.awaitAll();
    }

    /**
     * Opens the gate for the workers, initially or after a pause. A pause delays the rest of an open loop's schedule. Starts
     * that were due before the pause and have not been made are skipped. Therefore transactions counted later have intended
     * starts after this call.
     */
    public void open() {
        open(clock.nanoTime());
    }

    /** Opens the gate; an open loop's schedule continues at the given time. Returns this time. */
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

    /** Opens the gate for the first time. This load driver replaces another load driver, and continues its schedule. */
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

    public boolean pause() throws InterruptedException {
        gate.close();
        workers.wakeAll();
        boolean hasWorkers = gate.awaitAll();
        pausedAtNanos = clock.nanoTime();
        return hasWorkers;
    }

    public void limitTo(long transactions) {
        state.limitTo(transactions);
    }

    /**
     * Sets the end of an open loop's schedule, or of a closed loop's think times. Transactions that are due at or after
     * this time do not start, even if {@link #stop} is called later. The workers wait until {@link #stop} is called.
     */
    public void endScheduleAt(long nanos) {
        pacer.endAt(nanos);
    }

    /**
     * Lets the workers finish their current transactions, and waits for them.
     *
     * @return true if all workers have ended in time; {@link #close()} ends the remaining workers
     */
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

    /** Waits until the workers end because of the transaction limit or a failure. Returns false on timeout. */
    public boolean awaitEnd(long nanos) throws InterruptedException {
        return gate.awaitEnded(nanos);
    }

    /** Returns the reason why the load failed; empty if it did not. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(state.failure());
    }

    /**
     * Returns the starts of an open loop whose transactions had not ended when the load was stopped. The transactions never
     * started, or their workers had no connection. The cause is a server or workers that could not keep up with the rate.
     *
     * @return starts that were due since the last {@link #open()}; none in a closed loop
     */
    public WaitingStarts waitingStarts(long stoppedAtNanos) {
        double position = pacer.positionAt(pacer.withinSchedule(stoppedAtNanos));
        double[] takenPositions = Arrays.stream(workers.takenPositions())
                .filter(takenPosition -> takenPosition < position)
                .sorted()
                .toArray();
        return pacer.waitingStarts(stoppedAtNanos, takenPositions);
    }

    /** Returns the starts that were due after the replaced driver's last report and before this driver replaced it. */
    public WaitingStarts skippedStarts() {
        return skippedStarts;
    }

    /**
     * Returns the number of starts in an open loop's schedule since the last {@link #open()}, or, after a replacement, since
     * {@link ScheduleProgress#countedNanos}.
     *
     * @return number of scheduled starts; 0 in a closed loop
     */
    public long scheduledStarts(long stoppedAtNanos) {
        return earlierStarts + Math.max(0, scheduledBefore(stoppedAtNanos) - startsBeforeOpen);
    }

    /** Counts the scheduled starts before a time. Call it while no worker is active. */
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
