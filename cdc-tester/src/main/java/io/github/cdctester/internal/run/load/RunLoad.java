// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.closing.FirstFailure;

/** The loads of a run. The default methods implement a run without loads. */
public interface RunLoad {

    RunLoad NONE = new RunLoad() {};

    /** Decides how the tables are dropped. */
    enum End {
        /** The server answers. */
        ORDERLY,
        /** The server may hang: dropping tables has a time limit. */
        BROKEN,
        /** The run did not start: it drops only tables that it created. */
        NOT_BEGUN
    }

    default void warmUp() throws InterruptedException {}

    /** Workers pause between two transactions. A stop request cancels long transactions. */
    default void pause() throws InterruptedException {}

    /** Lead time in ns; 0 if all workers are local. */
    default long leadNanos() {
        return 0;
    }

    /** Called while all workers are paused. */
    default void announceWindow(long atNanos) {}

    /** Loads without a start delay start now. */
    default void openWindow(long nowNanos) throws InterruptedException {}

    /** Returns the ns until the next start or stop; {@link Long#MAX_VALUE} if none is due. */
    default long advance(long nowNanos) throws InterruptedException {
        return Long.MAX_VALUE;
    }

    /** Background loads are ignored. */
    default boolean hasReachedLimits() throws InterruptedException {
        return false;
    }

    /** All other loads continue. Returns true if a background load still writes. */
    default boolean finishBackground() throws InterruptedException {
        return false;
    }

    /** Throws if a load has failed, or has not ended within its workload's timeout after the stop. */
    default boolean hasBackgroundEnded() throws InterruptedException {
        return true;
    }

    /** Waits for open transactions. A stop request cancels long transactions. */
    default void end() throws InterruptedException {}

    /** Called after a failure. Waits only briefly. */
    default void abandon() throws InterruptedException {}

    /** An {@link Error} is thrown unchanged. */
    default void failIfBroken() {}

    default void checkAfterRun() {}

    /** Drops the tables if configured. */
    default void close(End end, FirstFailure failures) {}
}
