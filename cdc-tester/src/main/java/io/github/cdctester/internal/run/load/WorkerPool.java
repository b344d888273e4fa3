// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.meter.Distribution;
import java.time.Duration;
import java.util.Optional;

/**
 * The workers of one load: threads of this process, or of others. Its methods are for the thread that conducts the run.
 *
 * <p>{@link #start()}, {@link #open}, then any number of {@link #pause()} and {@link #open}, then {@link #stop}.
 */
public interface WorkerPool extends AutoCloseable {

    /** Lets every worker connect and prepare itself, and returns when all are ready or one has failed. */
    void start() throws InterruptedException;

    /**
     * Lets the workers go, at first or after a pause. In an open loop the schedule moves on by the pause.
     *
     * @param atNanos when; not long ago, or as far ahead as {@link WorkerPoolFactory#leadNanos()}
     */
    long open(long atNanos) throws InterruptedException;

    /** Ends the schedule of an open loop at a moment that is known before: no transaction is begun that is due then or later. */
    void endScheduleAt(long nanos);

    /** Holds every worker between two transactions; what they have done is counted then. */
    void pause() throws InterruptedException;

    /**
     * Ends the load after so many more transactions.
     *
     * @param transactions how many, from 1
     */
    void limitTo(long transactions);

    /**
     * Lets the workers finish the transactions that they are in, and waits for that.
     *
     * @return whether all workers have ended; the others are left to {@link #close()}
     */
    boolean stop(Duration patience) throws InterruptedException;

    /** Asks the workers to give up long transactions rather than finish them. May be asked again. */
    void cancel();

    /**
     * Waits for the workers to end by themselves: because enough transactions were made, or because of a failure.
     *
     * @param nanos how long, in ns
     */
    boolean awaitEnd(long nanos) throws InterruptedException;

    /** Why the load failed. */
    Optional<Throwable> failure();

    /**
     * Tells for how long those starts of an open loop's schedule had waited whose transactions had not come to an end.
     *
     * @return the times; none in a closed loop
     */
    Distribution waiting(long stoppedAtNanos);

    /**
     * How many transactions an open loop was to start since it was last opened.
     *
     * @return transactions of the schedule; 0 in a closed loop
     */
    long scheduled(long stoppedAtNanos);

    /** Ends whatever still runs, and closes the connections. */
    @Override
    void close();
}
