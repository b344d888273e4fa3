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
 * Starts, pauses and stops the workers of one load. All methods are for the thread that conducts the run.
 *
 * <p>Order of calls: {@link #start()}, {@link #open()}, any number of {@link #pause()} and {@link #open()}, {@link
 * #stop}.
 */
public class LoadDriver implements AutoCloseable {

    private final NanoClock clock;
    private final Pacer pacer;
    private final LoadState state = new LoadState();
    private final Gate gate;
    private final Workers workers;

    private long pausedAtNanos;
    private boolean wasOpened;
    private long firstTicket;

    /** Number of counted starts that were due before this driver replaced another one. */
    private long earlierStarts;

    private WaitingStarts skippedStarts = WaitingStarts.NONE;

    /** Creates the workers of a load, or of a part of one, without starting them. They use JDBC connections. */
    public LoadDriver(
            Workload workload,
            ConnectionSource connections,
            LoadSpec load,
            LoadSpec.IgnoredErrors ignoredErrors,
            WriteSink sink,
            NanoClock clock,
            int firstWorker,
            LoadShare share) {
        this(jdbc(workload, connections), load, ignoredErrors, sink, clock, firstWorker, share);
    }

    /** Like the other constructor, for workers of any kind. */
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

    /** Returns workers with JDBC connections. */
    public static Workers.Factory jdbc(Workload workload, ConnectionSource connections) {
        return (context, firstWorker, count) -> new ThreadWorkers(workload, connections, context, firstWorker, count);
    }

    /** Starts all workers. Returns when each one is connected and prepared, or one has failed. */
    public void start() throws InterruptedException {
        workers.start();
        gate.awaitAll();
    }

    /**
     * Opens the gate for the workers, initially or after a pause. The schedule of an open loop moves by the length of
     * the pause. Starts that were due before the pause and were not made are skipped. Therefore the intended starts of
     * all transactions counted later are after this moment.
     */
    public void open() {
        open(clock.nanoTime());
    }

    /** Like {@link #open()}, but the schedule continues at the given time, which is returned. */
    public long open(long nowNanos) {
        if (wasOpened) {
            double place = pacer.placeAt(pausedAtNanos);
            pacer.shift(nowNanos - pausedAtNanos);
            pacer.beginAt(place);
        } else {
            pacer.start(nowNanos);
            wasOpened = true;
        }
        earlierStarts = 0;
        skippedStarts = WaitingStarts.NONE;
        firstTicket = scheduledBefore(nowNanos);
        openGate();
        return nowNanos;
    }

    /** Opens the gate for the first time, if this driver continues another driver's part of a schedule. */
    public void open(ScheduleProgress progress) {
        wasOpened = true;
        long fromNanos = progress.fromNanos();
        pacer.start(progress.originNanos());
        earlierStarts = scheduledBefore(fromNanos) - scheduledBefore(progress.countedNanos());
        pacer.beginAt(pacer.placeAt(progress.lastReportNanos()));
        skippedStarts = pacer.waitingStarts(fromNanos, new double[0]);
        pacer.beginAt(pacer.placeAt(fromNanos));
        firstTicket = scheduledBefore(fromNanos);
        openGate();
    }

    private void openGate() {
        gate.open();
        workers.wakeAll();
    }

    public boolean pause() throws InterruptedException {
        gate.close();
        workers.wakeAll();
        boolean workersRemain = gate.awaitAll();
        pausedAtNanos = clock.nanoTime();
        return workersRemain;
    }

    public void limitTo(long transactions) {
        state.limitTo(transactions);
    }

    /**
     * Ends the schedule of an open loop, and the think times of a closed loop, at a given time. No transaction that is
     * due at or after this time starts, even if {@link #stop} comes later. The workers stay until then.
     */
    public void endScheduleAt(long nanos) {
        pacer.endAt(nanos);
    }

    /**
     * Lets the workers finish their current transactions, and waits for them.
     *
     * @return true if all workers have ended; {@link #close()} ends the others
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
     * Returns the transactions of an open loop's schedule that had not ended when the load was stopped. They never
     * started, or their workers had no connection. The server or the workers could not keep up with the rate.
     *
     * @return starts that were due since the last {@link #open()}; none in a closed loop
     */
    public WaitingStarts waitingStarts(long stoppedAtNanos) {
        double place = pacer.placeAt(pacer.withinSchedule(stoppedAtNanos));
        double[] takenPlaces = Arrays.stream(workers.places())
                .filter(own -> own < place)
                .sorted()
                .toArray();
        return pacer.waitingStarts(stoppedAtNanos, takenPlaces);
    }

    /** Returns the starts that were due after the other driver's last report and before this driver replaced it. */
    public WaitingStarts skippedStarts() {
        return skippedStarts;
    }

    /**
     * Returns the number of starts in an open loop's schedule since the last {@link #open()}.
     *
     * @return number of scheduled starts; 0 in a closed loop
     */
    public long scheduled(long stoppedAtNanos) {
        return earlierStarts + Math.max(0, scheduledBefore(stoppedAtNanos) - firstTicket);
    }

    /** Counts the scheduled starts before a time. Call it while no worker is active. */
    private long scheduledBefore(long nanos) {
        long limitedNanos = pacer.withinSchedule(nanos);
        double place = pacer.placeAt(limitedNanos);
        return pacer.scheduledBefore(
                limitedNanos,
                Arrays.stream(workers.places()).filter(own -> own >= place).count());
    }

    @Override
    public void close() {
        state.abort();
        openGate();
        workers.close();
    }
}
