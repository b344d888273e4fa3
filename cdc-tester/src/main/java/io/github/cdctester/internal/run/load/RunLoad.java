// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.closing.FirstFailure;

/** The loads of a run from its conductor's view: none, one or many. Without loads nothing happens. */
public interface RunLoad {

    /** If another program writes. */
    RunLoad NONE = new RunLoad() {};

    /** How a run ended, which decides how its tables are dropped. */
    enum End {
        /** An orderly end: the server answers. */
        ORDERLY,
        /** It broke, perhaps because the server hangs: that is not waited for without an end. */
        BROKEN,
        /** It did not start: only its own objects are dropped. */
        NOT_BEGUN
    }

    default void warmUp() throws InterruptedException {}

    /** Holds the warm-up's workers between two transactions. */
    default void pause() throws InterruptedException {}

    /** Lead time for announcing the start of the measured part, in ns; 0 if all workers are local. */
    default long leadNanos() {
        return 0;
    }

    /** The measured part begins at a moment, which may come soon; no worker is on its way. */
    default void windowOpens(long atNanos) {}

    /** Begins the measured part, and those loads that begin with it. */
    default void openWindow(long nowNanos) throws InterruptedException {}

    /** Starts and stops loads that are due; returns the ns until the next one is due, or {@link Long#MAX_VALUE}. */
    default long advance(long nowNanos) throws InterruptedException {
        return Long.MAX_VALUE;
    }

    /** Returns true if every load with an own end has reached its number of transactions, or failed. */
    default boolean hasEnded() throws InterruptedException {
        return false;
    }

    /**
     * Requests that the background loads finish their transactions, while the others continue; returns true if one still writes.
     */
    default boolean finishBackground() throws InterruptedException {
        return false;
    }

    default boolean hasBackgroundEnded() throws InterruptedException {
        return true;
    }

    /** Lets the workers finish their transactions, unless a stop is requested: then long ones are given up. */
    default void end() throws InterruptedException {}

    /** Requests the workers' end without waiting. */
    default void abandon() throws InterruptedException {}

    /** Throws what broke a worker; an {@link Error} as it is. */
    default void failIfBroken() {}

    default void checkAfterRun() {}

    /** Ends the workers, and drops the tables if configured. */
    default void close(End end, FirstFailure failures) {}
}
