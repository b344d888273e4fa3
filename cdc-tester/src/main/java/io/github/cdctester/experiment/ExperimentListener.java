// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows the trials of an experiment, one after the other, in the experiment's own thread, and the seconds of each trial's run. An
 * exception ends the experiment in order.
 */
public interface ExperimentListener extends RunListener {

    /**
     * A trial's place and settings.
     *
     * @param number its place in the order of trials, from 1
     * @param trials number of trials; in a search, the maximum
     * @param values values that differ between trials, by name, in the order of display: the axis with its value in the user's
     *     form, such as {@code threads=16}; in a matrix {@code setting} and {@code workload} before it
     * @param repeat number of the run with these values, from 1
     * @param repeats number of runs with these values
     * @param attempt 1, or 2 for the repetition after a failure
     * @param purpose its purpose in a search; {@code null} elsewhere
     * @param folder directory of its files, below the experiment's
     */
    record TrialHead(
            int number,
            int trials,
            Map<String, String> values,
            int repeat,
            int repeats,
            int attempt,
            @Nullable Purpose purpose,
            String folder) {

        public TrialHead {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /**
     * The remaining trials.
     *
     * @param trials number of trials, including the next
     * @param seconds an estimate of their time: by the plan, then by the time of earlier trials; {@code NaN} if unknown
     * @param isMost whether there may be fewer trials, or shorter ones
     */
    record Remaining(int trials, double seconds, boolean isMost) {}

    /**
     * Reports the start of the experiment.
     *
     * @param trials their number, or its maximum
     * @param left trials to run now: others may have been run by an earlier start
     */
    default void planned(int trials, Remaining left) {}

    /**
     * An action of a plan file has ended. Called in the action's thread.
     *
     * @param action when it was done, and its outcome
     */
    default void acted(ActionMark action) {}

    /**
     * The server is given another setting.
     *
     * @param setting its name
     * @param what statements, options and commands, in order
     */
    default void settingBegins(String setting, List<String> what) {}

    /** From here on the stream is waited for. */
    default void settling() {}

    /**
     * The wait is over.
     *
     * @param settling how it ended
     */
    default void settled(Settling settling) {}

    /**
     * Reports the start of a trial.
     *
     * @param trial the trial
     * @param left remaining trials
     */
    default void trialBegins(TrialHead trial, Remaining left) {}

    /**
     * Reports a failed run. The trial's outcome follows in {@link #trialEnded}, unless it is repeated.
     *
     * @param trial the trial
     * @param reason the reason as text
     * @param failure the exception
     */
    default void trialFailed(TrialHead trial, String reason, RuntimeException failure) {}

    /**
     * The server is away, and waited for.
     *
     * @param address {@code host:port}
     * @param atMost how long
     */
    default void waitingForServer(String address, Duration atMost) {}

    /**
     * Reports the end of a trial, successful or not. Data stored here survives a later failure.
     *
     * @param trial the trial
     * @param result its run's result; partial if the run failed; {@code null} without measurements
     * @param soFar the experiment so far
     * @param left remaining trials
     */
    default void trialEnded(TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {}
}
