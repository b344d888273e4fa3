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
 * <p>Call order: {@link #start()}, {@link #open}, then any number of {@link #pause} and {@link #open}, then {@link #stop}.
 */
public interface WorkerPool extends AutoCloseable {

    /**
     * @param firstWorker earlier loads with the same workload have the lower numbers
     * @param tracking {@code null} for no tracking
     * @param remoteCommits receives each commit of workers in other processes; may be {@code null}
     */
    record Spec(
            NamedLoad load,
            Workload workload,
            int firstWorker,
            IgnoredErrors ignoredErrors,
            WriteMeter meter,
            @Nullable CommitTracking tracking,
            @Nullable RemoteCommits remoteCommits) {}

    @FunctionalInterface
    interface Factory {

        /** Connects the first workers, to detect a wrong password. {@link WorkerPool#start()} connects the other workers. */
        WorkerPool of(Spec spec) throws InterruptedException;

        /** Rejects a load with fewer threads than nodes. */
        default void check(NamedLoad load) {}

        /** Returns empty if this process fills the tables. */
        default Optional<TableFilling.Fillers> fillers(Plan plan, NamedLoad load) {
            return Optional.empty();
        }

        /** Lead time in ns; 0 if all workers are local. */
        default long leadNanos() {
            return 0;
        }

        /** Returns false after the loss of a node with unreported work. */
        default boolean isAllCounted() {
            return true;
        }

        /** Called while all workers are paused. */
        default void announceWindow(long atNanos) {}

        default List<Note> notes() {
            return List.of();
        }
    }

    /** Returns empty if the client is not known yet. */
    Optional<LoadClient> client();

    /** Returns when all workers are ready or one has failed. */
    void start() throws InterruptedException;

    /**
     * A pause shifts the schedule of an open loop.
     *
     * @param atNanos recent, or at most {@link Factory#leadNanos()} ahead
     * @return the actual start, which is later if not all workers can be notified in time
     */
    long open(long atNanos) throws InterruptedException;

    /** A transaction that is due at this time or later does not start. */
    void endScheduleAt(long nanos);

    /**
     * Workers pause between two transactions. Afterwards, the meter contains all finished work. May be called repeatedly.
     *
     * @return true if all workers have paused or ended within {@code nanos} ns
     */
    boolean pause(long nanos) throws InterruptedException;

    /** @param transactions at least 1 */
    void limitTo(long transactions);

    /**
     * Workers finish their current transactions.
     *
     * @return true if all workers have ended within {@code timeout}; {@link #close()} ends the others
     */
    boolean stop(Duration timeout) throws InterruptedException;

    /** May be called repeatedly. */
    void cancel();

    /** Returns true if all workers have ended within {@code nanos} ns. */
    boolean awaitEnd(long nanos) throws InterruptedException;

    Optional<Throwable> failure();

    /** Returns empty in a closed loop. */
    Distribution waitingTimes(long stoppedAtNanos);

    /** Counts starts since the last {@link #open}. Returns 0 in a closed loop. */
    long scheduledStarts(long stoppedAtNanos);

    /** Fails if a worker does not end. */
    @Override
    void close();
}
