// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a plan: one run whose stream was followed through all of its phases, and that run taken apart by phases.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt when the first phase began
 * @param label what the plan is called, such as its file's name
 * @param text the plan as it was written; empty where it was not a file
 * @param interrupted whether it ended before its time
 * @param failure what broke it, in words; {@code null} where nothing did
 * @param steps each phase as far as it came, in order, as the result of a run
 * @param actions what was done at its time
 * @param series the steps that were found in the series of the probes; where there are none, the series stands here without
 * @param whole all phases as one run, with its verdict and its limits. Its samples are those of the phases and of the seconds
 *     between them and behind them
 */
public record PlanResult(
        int schemaVersion,
        String kind,
        Instant startedAt,
        String label,
        String text,
        boolean interrupted,
        @Nullable String failure,
        List<PhaseResult> steps,
        List<ActionMark> actions,
        List<SeriesSteps> series,
        RunResult whole) {

    /** Tells a plan from other results. */
    public static final String KIND = "plan";

    /** Copies the lists. */
    public PlanResult {
        steps = List.copyOf(steps);
        actions = List.copyOf(actions);
        series = List.copyOf(series);
    }

    /**
     * Whether something has failed, or somebody wanted the end.
     *
     * @return whether it did not go as it was planned
     */
    public boolean hasFailed() {
        return interrupted || failure != null;
    }

    /**
     * Whether all that was asked for was held, and the stream was whole.
     *
     * @return whether no check failed and the verdict is not bad
     */
    public boolean isHeld() {
        return !whole.verdict().status().isBad() && whole.checks().stream().allMatch(Check::held);
    }

    /**
     * One phase.
     *
     * @param step which one, from 1
     * @param name its name
     * @param fromSecond when it began, in seconds from the beginning of the first
     * @param toSecond when it ended, likewise
     * @param ended why it ended, in words
     * @param result what was measured in it. Its samples are the seconds of which the greater part lies in it; its verdict, its server and its
     *     notes are those of the whole run
     */
    public record PhaseResult(
            int step, String name, double fromSecond, double toSecond, String ended, RunResult result) {}

    /**
     * Something that was done at its time.
     *
     * @param phase the phase from whose beginning its time counts
     * @param second when it was done, in seconds from the beginning of the first phase
     * @param text what was done
     * @param millis how long it took; {@code null} where it did not come to an end
     * @param failure why it failed; {@code null} where it did not
     */
    public record ActionMark(
            String phase,
            double second,
            String text,
            @Nullable Double millis,
            @Nullable String failure) {}
}
