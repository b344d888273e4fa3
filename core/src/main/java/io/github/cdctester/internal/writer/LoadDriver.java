// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.time.ThreadEnd;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts, pauses and stops the workers of one load. Its methods are for the thread that conducts the run.
 *
 * <p>{@link #start()}, {@link #open()}, then any number of {@link #pause()} and {@link #open()}, then {@link #stop}.
 */
public class LoadDriver implements AutoCloseable {

    /** A worker whose connection is gone may still be connecting again. */
    private static final Duration LAST_TIMEOUT = Duration.ofSeconds(20);

    private final ConnectionSource connections;
    private final NanoClock clock;
    private final Pacer pacer;
    private final LoadState state = new LoadState();
    private final Gate gate;
    private final List<LoadWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private long pausedAtNanos;
    private boolean opened;
    private long firstTicket;

    /** Starts in the inherited part of a schedule, and the starts among them that were not made. */
    private long inherited;

    private WaitingStarts leftOut = WaitingStarts.NONE;

    /** Creates the workers of a load, or of a part of one; nothing runs yet. */
    public LoadDriver(
            Workload workload,
            ConnectionSource connections,
            LoadSpec load,
            LoadSpec.IgnoredErrors ignoredErrors,
            WriteSink sink,
            NanoClock clock,
            int firstWorker,
            LoadShare share) {
        this.connections = connections;
        this.clock = clock;
        pacer = new Pacer(load, share);
        gate = new Gate(load.threads());
        LoadWorker.Shared shared =
                new LoadWorker.Shared(workload, connections, ignoredErrors, pacer, gate, state, sink, clock);
        for (int number = firstWorker; number < firstWorker + load.threads(); number++) {
            LoadWorker worker = new LoadWorker(shared, number);
            workers.add(worker);
            Thread thread = new Thread(worker, "cdc-tester-writer-" + number);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    /** Lets every worker connect and prepare itself, and returns when all are ready or one has failed. */
    public void start() throws InterruptedException {
        threads.forEach(Thread::start);
        gate.awaitAll();
    }

    /**
     * Starts the workers, at first or after a pause. The schedule of an open loop moves by the pause, and starts that were due
     * before and not made are left out: everything counted later has its intended start after this moment.
     */
    public void open() {
        open(clock.nanoTime());
    }

    /** Lets the workers go, with a schedule that continues from a given moment, which is returned. */
    public long open(long nowNanos) {
        if (opened) {
            double place = pacer.placeAt(pausedAtNanos);
            pacer.shift(nowNanos - pausedAtNanos);
            pacer.beginAt(place);
        } else {
            pacer.start(nowNanos);
            opened = true;
        }
        inherited = 0;
        leftOut = WaitingStarts.NONE;
        firstTicket = scheduledBefore(nowNanos);
        gate.open();
        return nowNanos;
    }

    /** Lets the workers go for the first time, where another driver's part of a schedule is gone on with. */
    public void open(ScheduleProgress progress) {
        opened = true;
        long fromNanos = progress.fromNanos();
        pacer.start(progress.originNanos());
        inherited = scheduledBefore(fromNanos) - scheduledBefore(progress.countedNanos());
        pacer.beginAt(pacer.placeAt(progress.heardNanos()));
        leftOut = pacer.waiting(fromNanos, new double[0]);
        pacer.beginAt(pacer.placeAt(fromNanos));
        firstTicket = scheduledBefore(fromNanos);
        gate.open();
    }

    public boolean pause() throws InterruptedException {
        gate.close();
        wakeAll();
        boolean left = gate.awaitAll();
        pausedAtNanos = clock.nanoTime();
        return left;
    }

    public void limitTo(long transactions) {
        state.limitTo(transactions);
    }

    /**
     * Ends the schedule of an open loop, and the think times of a closed one, at a moment that is known before: no transaction
     * starts that is due then or later, however late {@link #stop} comes. The workers stay until then.
     */
    public void endScheduleAt(long nanos) {
        pacer.endAt(nanos);
    }

    /**
     * Lets the workers finish the transactions that they are in, and waits for that.
     *
     * @return whether all workers have ended; the others are left to {@link #close()}
     */
    public boolean stop(Duration timeout) throws InterruptedException {
        state.stop();
        wakeAll();
        gate.open();
        return gate.awaitGone(timeout.toNanos());
    }

    public void cancel() {
        state.stop();
        workers.forEach(LoadWorker::cancel);
        wakeAll();
    }

    /** Waits for the workers to end by themselves: because enough transactions were made, or because of a failure. */
    public boolean awaitEnd(long nanos) throws InterruptedException {
        return gate.awaitGone(nanos);
    }

    /** Why the load failed. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(state.failure());
    }

    /**
     * Returns the transactions of an open loop's schedule that had not ended when the load was stopped: they never started, or were
     * given up while their workers had no connection. The server, or the number of workers, could not keep up with the rate.
     *
     * @return starts that were due since the load was last opened; none in a closed loop
     */
    public WaitingStarts waitingStarts(long stoppedAtNanos) {
        double place = pacer.placeAt(pacer.withinSchedule(stoppedAtNanos));
        double[] taken = workers.stream()
                .mapToDouble(LoadWorker::place)
                .filter(own -> own != Pacer.NO_PLACE && own < place)
                .sorted()
                .toArray();
        return pacer.waiting(stoppedAtNanos, taken);
    }

    /** Starts that were due between another driver's last word and this one's beginning in its place. */
    public WaitingStarts leftOut() {
        return leftOut;
    }

    /**
     * How many transactions an open loop was to start since it was last opened.
     *
     * @return transactions of the schedule; 0 in a closed loop
     */
    public long scheduled(long stoppedAtNanos) {
        return inherited + Math.max(0, scheduledBefore(stoppedAtNanos) - firstTicket);
    }

    /** For when no worker is on its way. */
    private long scheduledBefore(long nanos) {
        long within = pacer.withinSchedule(nanos);
        double place = pacer.placeAt(within);
        return pacer.scheduledBefore(
                within,
                workers.stream().filter(worker -> worker.place() >= place).count());
    }

    @Override
    public void close() {
        state.abort();
        wakeAll();
        gate.open();
        connections.close();
        for (Thread thread : threads) {
            if (!ThreadEnd.await(thread, LAST_TIMEOUT)) {
                throw new RunFailedException(thread.getName() + " did not end within " + LAST_TIMEOUT.toSeconds()
                        + " s after its connection was closed");
            }
        }
    }

    private void wakeAll() {
        threads.forEach(LockSupport::unpark);
    }
}
