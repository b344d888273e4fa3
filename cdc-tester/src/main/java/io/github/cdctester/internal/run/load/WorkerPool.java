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
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one load: threads of this process, or of worker nodes. For the thread that conducts the run.
 *
 * <p>{@link #start()}, {@link #open}, then any number of {@link #pause()} and {@link #open}, then {@link #stop}.
 */
public interface WorkerPool extends AutoCloseable {

    /**
     * The work of the requested workers.
     *
     * @param firstWorker the number of the first one, after the workers of loads with the same workload
     * @param tracking follows their commits; {@code null} for none
     * @param elsewhere receives each commit of workers in other processes; {@code null} for none
     */
    record Spec(
            NamedLoad load,
            Workload workload,
            int firstWorker,
            IgnoredErrors ignoredErrors,
            WriteMeter meter,
            @Nullable CommitTracking tracking,
            @Nullable RemoteCommits elsewhere) {}

    /** Creates the workers of a run: the interface between running in one process and on worker nodes. */
    @FunctionalInterface
    interface Factory {

        /**
         * Connects first workers, so that a wrong password shows and it is known what a driver can do; the others connect
         * when the pool is {@linkplain WorkerPool#start() started}.
         */
        WorkerPool of(Spec spec) throws InterruptedException;

        /** Refuses, before anything is made, a load that has fewer threads than there are nodes. */
        default void check(NamedLoad load) {}

        /** Returns the processes that fill a load's tables with the plan's threads; empty if this process does. */
        default Optional<TableFilling.Fillers> fillers(Plan plan, NamedLoad load) {
            return Optional.empty();
        }

        /** Lead time for announcing a start, in ns; 0 if all workers are local. */
        default long leadNanos() {
            return 0;
        }

        /** Returns true if all work is counted here; false after the loss of a node with unreported work. */
        default boolean isWhole() {
            return true;
        }

        /** The measured part begins at a moment; no worker is on its way. */
        default void windowOpens(long atNanos) {}

        default List<Note> notes() {
            return List.of();
        }
    }

    /** Connects all workers, and returns when they are ready or one has failed. */
    void start() throws InterruptedException;

    /**
     * Starts the workers, at first or after a pause; the schedule of an open loop moves by the pause.
     *
     * @param atNanos start time; recent, or at most {@link Factory#leadNanos()} ahead
     * @return the actual start: later if not all can be notified in time
     */
    long open(long atNanos) throws InterruptedException;

    /** Ends the schedule of an open loop: no transaction starts that is due then or later. */
    void endScheduleAt(long nanos);

    /**
     * Holds every worker between two transactions; all that they have done is counted then.
     *
     * @return false if all have ended
     */
    boolean pause() throws InterruptedException;

    /** Ends the load after this many more transactions, at least 1. */
    void limitTo(long transactions);

    /**
     * Lets the workers finish the transactions that they are in, and waits for that.
     *
     * @return whether all workers have ended; the others are left to {@link #close()}
     */
    boolean stop(Duration timeout) throws InterruptedException;

    /** Has the workers give up long transactions rather than finish them. May be called again. */
    void cancel();

    /** Waits for the workers to end by themselves: because enough transactions were made, or because of a failure. */
    boolean awaitEnd(long nanos) throws InterruptedException;

    Optional<Throwable> failure();

    /** Returns the waiting times of an open loop's unfinished transactions; empty in a closed loop. */
    Distribution waiting(long stoppedAtNanos);

    /** Starts of an open loop's schedule since it was last opened; 0 in a closed loop. */
    long scheduled(long stoppedAtNanos);

    /** Ends running transactions and closes the connections; fails if a worker does not end. */
    @Override
    void close();
}
