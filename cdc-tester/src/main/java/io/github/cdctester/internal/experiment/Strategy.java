// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides about the next trial by earlier outcomes, and keeps the results. For the experiment's thread. */
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

    /** Reports the end of the wait after the latest trial; {@code null} without a wait. */
    default void settledBehind(@Nullable Settling settling) {}

    /** Brings about what the trial needs, and announces it. Called again for a further attempt. */
    default void prepare(PlannedTrial trial, TrialRunner runner) {
        runner.announce(trial);
        if (runner.tables().makeFor(trial)) {
            runner.settle(); // the preparation's writes are also in the stream
        }
    }

    default RunSettings watched(PlannedTrial trial, RunSettings settings) {
        return settings;
    }

    /** Checks after a run that the effect of {@link #prepare} persists; throws if it does not. */
    default void verify() {}

    default boolean retries(PlannedTrial trial, CdcTesterException failure, @Nullable RunResult partial) {
        return false;
    }

    /** Returns true if an interrupted trial counts as failed; otherwise it is dropped. */
    default boolean keepsInterrupted() {
        return true;
    }

    void ended(TrialRun run);

    /** The experiment up to now; {@code null} if that is nothing to show. */
    @Nullable
    ExperimentResult soFar();
}
