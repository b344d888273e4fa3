// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides which trials are made, given what became of those before, and keeps what is known of them. For the experiment's thread. */
public interface Strategy {

    int trials();

    int left();

    /** Returns true if there may be fewer trials than are left, or shorter ones than planned. */
    boolean mayEndEarly();

    /** Seconds to add to the planned times of the trials that are left. */
    default double setupSeconds() {
        return 0;
    }

    Optional<PlannedTrial> next();

    default void between(TrialRunner runner) {
        settledBehind(runner.settle());
    }

    /** The wait behind the latest trial has ended; {@code null} where there was none. */
    default void settledBehind(@Nullable Settling settling) {}

    /** Brings about what the trial needs, and announces it. Called again for a further attempt. */
    default void prepare(PlannedTrial trial, TrialRunner runner) {
        runner.announce(trial);
        if (runner.tables().makeFor(trial)) {
            runner.settle(); // what was written to fill them is on its way too
        }
    }

    default RunSettings watched(PlannedTrial trial, RunSettings settings) {
        return settings;
    }

    /** Looks, behind a run, whether what {@link #prepare} brought about still holds; throws where it does not. */
    default void verify() {}

    default boolean retries(PlannedTrial trial, CdcTesterException failure, @Nullable RunResult partial) {
        return false;
    }

    /** Returns true if an interrupted trial counts as failed; otherwise it is dropped. */
    default boolean keepsInterrupted() {
        return true;
    }

    void ended(TrialRun run);

    /** The experiment up to now; {@code null} where that is nothing to show. */
    @Nullable
    ExperimentResult soFar();
}
