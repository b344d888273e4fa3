// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Selects the next trial from earlier outcomes, and stores the results. Used by the experiment's thread only. */
public interface Strategy {

    int trialCount();

    int remainingTrials();

    /** Returns true if the experiment may need fewer or shorter trials than planned. */
    boolean mayEndEarly();

    /** Time to add to the planned time of the remaining trials. */
    default double setupSeconds() {
        return 0;
    }

    Optional<PlannedTrial> next();

    default void waitBetweenTrials(TrialRunner runner) {
        setSettling(runner.settle());
    }

    /** @param settling {@code null} if there was no wait */
    default void setSettling(@Nullable Settling settling) {}

    /** Called for each attempt. */
    default void prepare(PlannedTrial trial, TrialRunner runner) {
        runner.announce(trial);
        if (runner.tables().createTablesFor(trial)) {
            runner.settle(); // the stream must catch up with the writes of the preparation
        }
    }

    default RunSettings adaptSettings(PlannedTrial trial, RunSettings settings) {
        return settings;
    }

    /** Throws if the settings applied by {@link #prepare} are no longer in effect after a run. */
    default void verify() {}

    default boolean shouldRetry(PlannedTrial trial, CdcTesterException failure, @Nullable RunResult partialResult) {
        return false;
    }

    /** Returns false if an interrupted trial is discarded. */
    default boolean countsInterruptedAsFailed() {
        return true;
    }

    void onTrialEnded(TrialRun run);

    /** Returns {@code null} if there is nothing to show. */
    @Nullable
    ExperimentResult partialResult();
}
