// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.closing.FirstFailure;

/** The loads of a run: none, one or many. The default methods implement a run without loads. */
public interface RunLoad {

    /** The loads of a run that has none. */
    RunLoad NONE = new RunLoad() {};

    /** The kind of a run's end, which decides how the tables are dropped. */
    enum End {
        /** The run ended without a failure: the server answers. */
        ORDERLY,
        /** The run failed, perhaps because the server hangs: dropping tables has a time limit. */
        BROKEN,
        /** The run did not start: tables are dropped only if this run created them. */
        NOT_BEGUN
    }

    default void warmUp() throws InterruptedException {}

    /** Pauses the warm-up's workers between two transactions. */
    default void pause() throws InterruptedException {}

    /** Lead time for announcing the start of the measured part, in ns; 0 if all workers are local. */
    default long leadNanos() {
        return 0;
    }

    /** Announces the start of the measured part at {@code atNanos}, now or in the near future. All workers are paused. */
    default void announceWindow(long atNanos) {}

    /** Starts the measured part. Loads without a start delay start now. */
    default void openWindow(long nowNanos) throws InterruptedException {}

    /** Starts and stops loads that are due; returns the ns until the next start or stop is due, or {@link Long#MAX_VALUE}. */
    default long advance(long nowNanos) throws InterruptedException {
        return Long.MAX_VALUE;
    }

    /** Returns true if each load, except background loads, has reached its number of transactions. */
    default boolean hasReachedLimits() throws InterruptedException {
        return false;
    }

    /**
     * Stops the background loads after their open transactions. All other loads continue. Returns true if a background load still
     * writes.
     */
    default boolean finishBackground() throws InterruptedException {
        return false;
    }

    /**
     * Returns true if all background loads have ended. Throws if one has failed, or has not ended within its workload's timeout
     * after the stop.
     */
    default boolean hasBackgroundEnded() throws InterruptedException {
        return true;
    }

    /** Stops all loads and waits until their open transactions have ended. A stop request cancels long transactions. */
    default void end() throws InterruptedException {}

    /** Stops the loads that still write after a failure. Waits only briefly. */
    default void abandon() throws InterruptedException {}

    /** Throws the failure of a worker, if any. An {@link Error} is thrown unchanged. */
    default void failIfBroken() {}

    default void checkAfterRun() {}

    /** Ends the workers, and drops the tables if configured. */
    default void close(End end, FirstFailure failures) {}
}
