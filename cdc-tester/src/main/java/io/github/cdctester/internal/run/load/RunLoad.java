// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.closing.FirstFailure;

/** What the conductor sees of the loads of a run: none, one or many. Nothing happens where there are none. */
public interface RunLoad {

    /** Where somebody else writes. */
    RunLoad NONE = new RunLoad() {};

    /** Lets the warm-up begin. */
    default void warmUp() throws InterruptedException {}

    /** Holds the warm-up's workers between two transactions. */
    default void pause() throws InterruptedException {}

    /**
     * How long before it the beginning of the measured part has to be known.
     *
     * @return ns; 0 where all workers are here
     */
    default long leadNanos() {
        return 0;
    }

    /** Lets the measured part begin, and with it the loads that begin then. */
    default void openWindow(long nowNanos) throws InterruptedException {}

    /**
     * Begins and ends those loads whose time has come.
     *
     * @return how long until the next one's, in ns; {@link Long#MAX_VALUE} where there is none
     */
    default long advance(long nowNanos) throws InterruptedException {
        return Long.MAX_VALUE;
    }

    /** Whether there is nothing more to do before the time is up. */
    default boolean hasEnded() throws InterruptedException {
        return false;
    }

    /** The time is up: asks the loads in the background to finish the transactions that they are in, while the others go on. */
    default boolean finishBackground() throws InterruptedException {
        return false;
    }

    default boolean hasBackgroundEnded() throws InterruptedException {
        return true;
    }

    /** Lets the workers finish the transactions that they are in, unless somebody wants the end: then long ones are given up. */
    default void end() throws InterruptedException {}

    /** Asks the workers to end, and does not wait for anybody. */
    default void abandon() throws InterruptedException {}

    /** Throws what broke a worker; an {@link Error} as it is. */
    default void failIfBroken() {}

    /** Asks what is to be asked when nobody writes any more. */
    default void checkAfterRun() {}

    /** Ends the workers, and drops the tables if that is wanted. */
    default void close(RunEnd end, FirstFailure failures) {}
}
