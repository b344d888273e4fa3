// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows the trials of an experiment, one after the other, in the experiment's own thread, and the seconds of each trial's run. What
 * it throws ends the experiment in order.
 */
public interface ExperimentListener extends RunListener {

    /**
     * A trial's place, and what it is made with.
     *
     * @param number its place in the order in which trials are made, from 1
     * @param trials of how many; in a search, of how many at most
     * @param values what differs between trials, by name, in the order in which it is shown: the axis with its value as it was written,
     *     such as {@code threads=16}; in a matrix {@code setting} and {@code workload} before it
     * @param repeat which run with these values, from 1
     * @param repeats of how many
     * @param attempt 1, or 2 where the first one failed and it is tried again
     * @param purpose what it is for in a search; {@code null} elsewhere
     * @param folder where its own files go, below the experiment's directory
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
     * The trials that are still to be made.
     *
     * @param trials how many trials, with the one that begins
     * @param seconds an estimate of their time: by the plan, then by what trials took; {@code NaN} where it is not known
     * @param isMost whether there may be fewer trials, or shorter ones
     */
    record Remaining(int trials, double seconds, boolean isMost) {}

    /**
     * The experiment begins.
     *
     * @param trials how many there are, or are at most
     * @param left those that are to be made now: others may have been made by an earlier start
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
     * A trial begins.
     *
     * @param trial which one
     * @param left what is to be done from here on
     */
    default void trialBegins(TrialHead trial, Remaining left) {}

    /**
     * The run of a trial has failed. What comes of that is in {@link #trialEnded}, unless it is tried again.
     *
     * @param trial which one
     * @param reason why, in words
     * @param failure the same as it was thrown
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
     * A trial has ended, well or not. What is written down here is not lost, whatever comes.
     *
     * @param trial which one
     * @param result its run's result; of a run that broke what had been measured; {@code null} where nothing was
     * @param soFar the experiment up to now
     * @param left what is to be done behind it
     */
    default void trialEnded(TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {}
}
