// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec.IgnoredErrors;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one load, in this process or on worker nodes. Used by the run's thread.
 *
 * <p>Call order: {@link #start()}, {@link #open}, then any number of {@link #pause()} and {@link #open}, then {@link #stop}.
 */
public interface WorkerPool extends AutoCloseable {

    /**
     * @param firstWorker number of the first worker; earlier loads with the same workload have the lower numbers
     * @param tracking tracks the workers' commits; {@code null} for no tracking
     * @param remoteCommits receives each commit of workers in other processes; {@code null} for no receiver
     */
    record Spec(
            NamedLoad load,
            Workload workload,
            int firstWorker,
            IgnoredErrors ignoredErrors,
            WriteMeter meter,
            @Nullable CommitTracking tracking,
            @Nullable RemoteCommits remoteCommits) {}

    /** Creates the workers of a run, in this process or on worker nodes. */
    @FunctionalInterface
    interface Factory {

        /**
         * Connects the first workers, to detect a wrong password and the capabilities of the driver. {@link WorkerPool#start()}
         * connects the remaining workers.
         */
        WorkerPool of(Spec spec) throws InterruptedException;

        /** Rejects a load with fewer threads than nodes. Called before anything is created. */
        default void check(NamedLoad load) {}

        /** Returns the processes that fill a load's tables with the plan's threads; empty if this process fills them. */
        default Optional<TableFilling.Fillers> fillers(Plan plan, NamedLoad load) {
            return Optional.empty();
        }

        /** Lead time for announcing a start, in ns; 0 if all workers are local. */
        default long leadNanos() {
            return 0;
        }

        /** Returns true if all work is counted here; false after the loss of a node with unreported work. */
        default boolean isAllCounted() {
            return true;
        }

        /** Announces the start of the measured part. All workers are paused. */
        default void announceWindow(long atNanos) {}

        default List<Note> notes() {
            return List.of();
        }
    }

    /** Returns the client that executes the load's statements; empty if it is not known yet. */
    Optional<LoadClient> client();

    /** Connects all workers, and returns when they are ready or one has failed. */
    void start() throws InterruptedException;

    /**
     * Starts the workers, or resumes them after a pause. A pause shifts the schedule of an open loop.
     *
     * @param atNanos start time; recent, or at most {@link Factory#leadNanos()} ahead
     * @return the actual start; later than {@code atNanos} if not all workers can be notified in time
     */
    long open(long atNanos) throws InterruptedException;

    /** Ends the schedule of an open loop: a transaction that is due at this time or later does not start. */
    void endScheduleAt(long nanos);

    /**
     * Pauses every worker between two transactions. When this method returns, the meter contains all finished work.
     *
     * @return false if all workers have ended
     */
    boolean pause() throws InterruptedException;

    /** Ends the load after this many more transactions, at least 1. */
    void limitTo(long transactions);

    /**
     * Stops the workers after their current transactions, and waits for them, at most {@code timeout}.
     *
     * @return true if all workers have ended; {@link #close()} ends the remaining workers
     */
    boolean stop(Duration timeout) throws InterruptedException;

    /** Cancels long transactions of stopped workers. May be called repeatedly. */
    void cancel();

    /** Waits for the end of all workers, at most {@code nanos} ns; returns true if all have ended. */
    boolean awaitEnd(long nanos) throws InterruptedException;

    Optional<Throwable> failure();

    /** Returns the waiting times of an open loop's unfinished transactions; empty in a closed loop. */
    Distribution waitingTimes(long stoppedAtNanos);

    /** Returns the number of scheduled starts since the last {@link #open}; 0 in a closed loop. */
    long scheduledStarts(long stoppedAtNanos);

    /** Ends running transactions and closes the connections; fails if a worker does not end. */
    @Override
    void close();
}
