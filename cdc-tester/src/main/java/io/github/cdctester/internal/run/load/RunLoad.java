// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.closing.FirstFailure;

/** The loads of a run as its conductor sees them: none, one or many. Nothing happens where there are none. */
public interface RunLoad {

    /** Where somebody else writes. */
    RunLoad NONE = new RunLoad() {};

    /** How a run ended, which decides how its tables are dropped. */
    enum End {
        /** As it should: the server answers. */
        ORDERLY,
        /** It broke, perhaps because the server hangs: that is not waited for without an end. */
        BROKEN,
        /** It did not even begin: only what it has made itself is dropped. */
        NOT_BEGUN
    }

    default void warmUp() throws InterruptedException {}

    /** Holds the warm-up's workers between two transactions. */
    default void pause() throws InterruptedException {}

    /** How long before it the beginning of the measured part has to be known, in ns; 0 where all workers are here. */
    default long leadNanos() {
        return 0;
    }

    /** The measured part begins at a moment, which may come soon; no worker is on its way. */
    default void windowOpens(long atNanos) {}

    /** Begins the measured part, and those loads that begin with it. */
    default void openWindow(long nowNanos) throws InterruptedException {}

    /** Begins and ends loads whose time has come; returns the ns until the next one's, or {@link Long#MAX_VALUE}. */
    default long advance(long nowNanos) throws InterruptedException {
        return Long.MAX_VALUE;
    }

    /** Returns true if every load that could go on has made its number of transactions, or failed. */
    default boolean hasEnded() throws InterruptedException {
        return false;
    }

    /** Asks the background loads to finish their transactions, while the others go on; returns whether one still writes. */
    default boolean finishBackground() throws InterruptedException {
        return false;
    }

    default boolean hasBackgroundEnded() throws InterruptedException {
        return true;
    }

    /** Lets the workers finish their transactions, unless somebody wants the end: then long ones are given up. */
    default void end() throws InterruptedException {}

    /** Asks the workers to end, and waits for nobody. */
    default void abandon() throws InterruptedException {}

    /** Throws what broke a worker; an {@link Error} as it is. */
    default void failIfBroken() {}

    default void checkAfterRun() {}

    /** Ends the workers, and drops the tables if that is wanted. */
    default void close(End end, FirstFailure failures) {}
}
