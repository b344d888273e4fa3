// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Selects the next trial from the outcomes of earlier trials, and stores the results. Used by the experiment's thread only. */
public interface Strategy {

    int trialCount();

    int remainingTrials();

    /** Returns true if the experiment may need fewer trials than {@link #remainingTrials()}, or shorter trials than planned. */
    boolean mayEndEarly();

    /** Returns the seconds to add to the planned times of the remaining trials. */
    default double setupSeconds() {
        return 0;
    }

    Optional<PlannedTrial> next();

    default void waitBetweenTrials(TrialRunner runner) {
        setSettling(runner.settle());
    }

    /** Receives the outcome of the wait after the latest trial; {@code null} if there was no wait. */
    default void setSettling(@Nullable Settling settling) {}

    /** Prepares a trial, and announces it. Called for each attempt. */
    default void prepare(PlannedTrial trial, TrialRunner runner) {
        runner.announce(trial);
        if (runner.tables().createTablesFor(trial)) {
            runner.settle(); // the stream must catch up with the writes of the preparation
        }
    }

    /** Adds the listeners and consumers of this experiment to the settings of a trial's run. */
    default RunSettings adaptSettings(PlannedTrial trial, RunSettings settings) {
        return settings;
    }

    /** Checks after a run that the settings applied by {@link #prepare} are still in effect; throws otherwise. */
    default void verify() {}

    default boolean shouldRetry(PlannedTrial trial, CdcTesterException failure, @Nullable RunResult partialResult) {
        return false;
    }

    /** Returns true if an interrupted trial is recorded as failed; false if it is discarded. */
    default boolean countsInterruptedAsFailed() {
        return true;
    }

    void onTrialEnded(TrialRun run);

    /** Returns the intermediate result; {@code null} if there is nothing to show. */
    @Nullable
    ExperimentResult partialResult();
}
