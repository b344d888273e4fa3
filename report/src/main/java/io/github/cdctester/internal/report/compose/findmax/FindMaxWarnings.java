// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Objects;

/** Warnings about a search for the highest rate; docs/capacity.md explains its pitfalls. */
final class FindMaxWarnings {

    private final FindMaxResult search;
    private final Answer answer;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private FindMaxWarnings(FindMaxResult search) {
        this.search = search;
        answer = search.answer();
    }

    static List<Warning> of(FindMaxResult search) {
        FindMaxWarnings builder = new FindMaxWarnings(search);
        // BEHIND is the expected effect of a rate that is too high
        builder.warnings.addAll(FindMaxComposer.runWarnings(search, trial -> true)
                .badVerdicts(status -> status != Verdict.Status.BEHIND));
        builder.warnings.addFailures(search, FindMaxComposer::name, "RUNS_FAILED", "trial");
        builder.addAnswer();
        builder.addCurve();
        builder.warnings.addNotIdle(search, FindMaxComposer::name, "trial");
        // only trials that held are relevant; other rates were too high, or their runs failed
        RunWarnings heldTrials = FindMaxComposer.runWarnings(search, trial -> trial.outcome() == TrialOutcome.HELD);
        builder.warnings.addAll(heldTrials.uncheckedStreams());
        builder.warnings.addAll(heldTrials.notes());
        return builder.warnings.build();
    }

    private void addAnswer() {
        if (answer.status() == Status.COARSE) {
            String limit = answer.lowestFailed() == null
                    ? "No higher rate failed"
                    : "The limit is between " + PlainText.number(Objects.requireNonNull(answer.rate())) + "/s and "
                            + PlainText.number(answer.lowestFailed()) + "/s";
            warnings.add("find-max.ANSWER_COARSE", limit, search.mostSteps());
        }
        if (answer.status() == Status.OPEN) {
            warnings.add(
                    "find-max.NO_ANSWER",
                    search.endedBecause() == null ? "No rate held often enough" : search.endedBecause());
        }
        if (answer.rate() != null && answer.failed() > 0) {
            String failedTrials = PlainText.withNoun(answer.failed(), "trial");
            warnings.add("find-max.ANSWER_AT_EDGE", failedTrials, answer.held());
        } else if (answer.rate() != null && answer.held() == 1) {
            warnings.add("find-max.ANSWER_HELD_ONCE");
        }
        if (answer.bound() != null && answer.bound().isOfTester()) {
            warnings.add("find-max.LIMITED_BY_" + answer.bound());
        }
    }

    private void addCurve() {
        List<String> failedSteps = search.steps().stream()
                .filter(trial -> trial.purpose() == Purpose.CURVE
                        && trial.outcome() != TrialOutcome.HELD
                        && trial.outcome() != TrialOutcome.RUN_FAILED)
                .map(trial -> FindMaxComposer.name(trial.trial()))
                .toList();
        if (!failedSteps.isEmpty()) {
            warnings.add("find-max.CURVE_NOT_HELD", RunWarnings.joinFirst(failedSteps));
        }
    }
}
