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
 * Receives the events of an experiment and of each trial's run. Methods are called in the experiment's thread unless documented
 * otherwise. If a method throws, the experiment ends and releases its resources.
 */
public interface ExperimentListener extends RunListener {

    /**
     * Number and settings of a trial.
     *
     * @param number number in the order of trials, from 1
     * @param trials number of trials; in a search, the maximum
     * @param values values that differ between trials, by name, in display order, as the user wrote them. In a matrix: {@code setting},
     *     {@code workload}, the axis such as {@code threads}, and {@code consumer} if the matrix has consumers
     * @param repeat number of this run among the planned runs with the same values, from 1; always 1 in a search
     * @param repeats number of planned runs with the same values; always 1 in a search
     * @param attempt 1; in a matrix, 2 for the repetition after a failure. A search repeats a failed trial as a new trial
     * @param purpose purpose of the trial in a search; {@code null} in other experiments
     * @param folder directory of the trial's files, below the experiment's directory
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
     * @param seconds estimated time of these trials in s: first from the plan, later from the time of earlier trials; {@code NaN}
     *     if unknown
     * @param isUpperLimit true if the values are upper limits: there may be fewer or shorter trials
     */
    record Remaining(int trials, double seconds, boolean isUpperLimit) {}

    /**
     * Reports the start of the experiment.
     *
     * @param trials number of trials; in a search, the maximum
     * @param remaining remaining trials; fewer than {@code trials} if the experiment is resumed
     */
    default void experimentBegins(int trials, Remaining remaining) {}

    /**
     * Reports that a statement or program of a plan file has succeeded. Called in the action's thread.
     *
     * @param action time and duration of the action
     */
    default void actionEnded(ActionMark action) {}

    /**
     * Reports the start of a change to another setting of a matrix.
     *
     * @param setting name of the setting
     * @param changes statements, options and commands, in order
     */
    default void settingBegins(String setting, List<String> changes) {}

    /** Reports the start of the wait for an idle stream. */
    default void settlingBegins() {}

    /**
     * Reports the end of the wait for an idle stream.
     *
     * @param settling outcome of the wait
     */
    default void settled(Settling settling) {}

    /**
     * Reports the start of a trial.
     *
     * @param trial the trial
     * @param remaining remaining trials
     */
    default void trialBegins(TrialHead trial, Remaining remaining) {}

    /**
     * Reports a failed attempt. {@link #trialEnded} follows, unless the attempt is repeated.
     *
     * @param reason the reason as text
     * @param failure the exception
     */
    default void trialFailed(TrialHead trial, String reason, RuntimeException failure) {}

    /**
     * Reports that the experiment waits for an unreachable server.
     *
     * @param address {@code host:port}
     * @param timeout time limit of the wait
     */
    default void waitingForServer(String address, Duration timeout) {}

    /**
     * Reports the end of a successful or failed trial. A matrix discards an interrupted trial without this call.
     *
     * @param result result of the trial's run; partial if the run failed; {@code null} without measurements
     * @param soFar result of the experiment so far, marked as interrupted
     * @param remaining remaining trials
     */
    default void trialEnded(TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {}
}
