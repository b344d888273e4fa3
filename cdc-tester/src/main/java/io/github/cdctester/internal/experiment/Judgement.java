// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.experiment.search.Outcome;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trial's result says about its rate.
 *
 * @param outcome what became of it
 * @param clear whether that is no chance
 * @param reached starts a second that got through instead, where it is clear that they were fewer; else {@code null}
 * @param reasons what was wrong, one sentence each; empty where it held
 * @param limits each limit with what was found
 * @param backlogGrowthPercent see {@link io.github.cdctester.result.FindMaxResult.TrialRow}
 * @param limitedBy what held the writes or the stream up; {@code null} where that cannot be told
 */
record Judgement(
        TrialOutcome outcome,
        boolean clear,
        @Nullable Double reached,
        List<String> reasons,
        List<Check> limits,
        @Nullable Double backlogGrowthPercent,
        @Nullable LimitedBy limitedBy) {

    Judgement {
        reasons = List.copyOf(reasons);
        limits = List.copyOf(limits);
    }

    /** A run that says nothing. */
    static Judgement broken(@Nullable String reason) {
        return new Judgement(
                TrialOutcome.RUN_FAILED, false, null, List.of(String.valueOf(reason)), List.of(), null, null);
    }

    /** What one run shows that did not begin at rest may be what the one before left. */
    Judgement doubted(@Nullable Boolean beganAtRest) {
        if (outcome == TrialOutcome.HELD || !Boolean.FALSE.equals(beganAtRest)) {
            return this;
        }
        return because("it began before the stream was at rest", false, null);
    }

    /** A run that was cut short says so beside what was plain. */
    Judgement endedEarly(WaitCondition watch) {
        return watch.isMet() && outcome != TrialOutcome.HELD ? because(watch.state(), clear, reached) : this;
    }

    private Judgement because(String reason, boolean stillClear, @Nullable Double gotThrough) {
        List<String> more = new ArrayList<>(reasons);
        more.add(reason);
        return new Judgement(outcome, stillClear, gotThrough, more, limits, backlogGrowthPercent, limitedBy);
    }

    Outcome forSearch() {
        return switch (outcome) {
            case HELD -> Outcome.HELD;
            case RUN_FAILED -> Outcome.VOID;
            default -> clear ? Outcome.OVERLOADED : Outcome.FAILED;
        };
    }
}
