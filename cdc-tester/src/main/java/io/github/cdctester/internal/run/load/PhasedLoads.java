// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import java.util.List;

/**
 * The loads of a run in phases, each by its name: connected, begun, over, disconnected. Nothing here waits, as the seconds of
 * the run go on meanwhile. For the conductor's thread.
 */
public interface PhasedLoads {

    /** Where somebody else writes. */
    PhasedLoads NONE = new PhasedLoads() {};

    /** Connects loads, beside the caller's thread; once {@link #isSettled()}. */
    default void connect(List<String> names) {}

    /** Closes the connections of loads that are over, beside the caller's thread; once {@link #isSettled()}. */
    default void disconnect(List<String> names) {}

    /** Whether {@link #connect} or {@link #disconnect} is done; throws what failed, an {@link Error} as it is. */
    default boolean isSettled() {
        return true;
    }

    /** Begins their time: each writes from its start on, for its length or its number of transactions. */
    default void begin(List<String> names, long nowNanos) throws InterruptedException {}

    /** Whether a load has written its last, or all of its workers have failed; fails if it should have ended long ago. */
    default boolean isOver(String name) throws InterruptedException {
        return true;
    }

    /** Whether a load is over because it has made its number of transactions. */
    default boolean hasMadeItsNumber(String name) throws InterruptedException {
        return false;
    }

    /** Asks a load to finish the transactions that it is in. */
    default void stop(String name) throws InterruptedException {}
}
