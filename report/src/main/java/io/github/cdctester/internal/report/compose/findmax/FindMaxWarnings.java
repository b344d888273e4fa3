// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings.Run;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Warnings about a search for the highest rate, the worst first; docs/find-max.md explains its pitfalls. */
final class FindMaxWarnings {

    private final FindMaxResult search;
    private final Answer found;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private FindMaxWarnings(FindMaxResult search) {
        this.search = search;
        found = search.answer();
    }

    static List<Warning> of(FindMaxResult search) {
        FindMaxWarnings all = new FindMaxWarnings(search);
        // a stream that is behind at its end shows an excessive rate
        all.warnings.addAll(runs(search, any -> true).wrongStreams(status -> status != Verdict.Status.BEHIND));
        all.broken();
        all.answer();
        all.curve();
        all.warnings.notAtRest(all.where(trial -> Boolean.FALSE.equals(trial.beganAtRest())), "trial");
        // the others are effects of an excessive rate
        RunWarnings held = runs(search, trial -> trial.outcome() == TrialOutcome.HELD);
        all.warnings.addAll(held.uncheckedStreams());
        all.warnings.addAll(held.notes());
        return all.warnings.build();
    }

    static RunWarnings runs(FindMaxResult search, Predicate<Trial> which) {
        return new RunWarnings(search.steps().stream()
                .filter(which)
                .filter(trial -> trial.result() != null)
                .map(trial -> new Run("step " + trial.step(), trial.folder(), Objects.requireNonNull(trial.result())))
                .toList());
    }

    private void broken() {
        if (search.interrupted()) {
            warnings.add("find-max.INTERRUPTED");
        }
        warnings.failedAround("the trials", search.failure());
        List<String> failed = where(trial -> trial.outcome() == TrialOutcome.RUN_FAILED);
        if (!failed.isEmpty()) {
            warnings.add(
                    "find-max.RUNS_FAILED",
                    RunWarnings.named(failed),
                    search.steps().stream()
                            .filter(trial -> trial.outcome() == TrialOutcome.RUN_FAILED)
                            .flatMap(trial -> trial.reasons().stream())
                            .map(note -> String.valueOf(note.arguments().getOrDefault("reason", note.text())))
                            .findFirst()
                            .orElse(""));
        }
    }

    private void answer() {
        if (found.status() == Status.COARSE) {
            String limit = found.lowestFailed() == null
                    ? "No higher rate failed"
                    : "The limit is between " + PlainText.number(Objects.requireNonNull(found.rate())) + "/s and "
                            + PlainText.number(found.lowestFailed()) + "/s";
            warnings.add("find-max.ANSWER_COARSE", limit, search.mostSteps());
        }
        if (found.status() == Status.OPEN) {
            warnings.add(
                    "find-max.NO_ANSWER",
                    search.endedBecause() == null ? "No rate held often enough" : search.endedBecause());
        }
        if (found.rate() != null && found.failed() > 0) {
            String failed = PlainText.counted(found.failed(), "trial");
            warnings.add("find-max.ANSWER_AT_EDGE", failed, found.held());
        } else if (found.rate() != null && found.held() == 1) {
            warnings.add("find-max.ANSWER_HELD_ONCE");
        }
        if (found.bound() != null && found.bound().isOfTester()) {
            warnings.add("find-max.LIMITED_BY_" + found.bound());
        }
    }

    private void curve() {
        List<String> curve = where(trial -> trial.purpose() == Purpose.CURVE
                && trial.outcome() != TrialOutcome.HELD
                && trial.outcome() != TrialOutcome.RUN_FAILED);
        if (!curve.isEmpty()) {
            warnings.add("find-max.CURVE_NOT_HELD", RunWarnings.named(curve));
        }
    }

    private List<String> where(Predicate<Trial> which) {
        return search.steps().stream()
                .filter(which)
                .map(trial -> "step " + trial.step())
                .toList();
    }
}
