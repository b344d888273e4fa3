// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings.Run;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Warnings about a search for the highest rate, the worst first; docs/find-max.md says how it can mislead. */
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
        // a stream that is behind at its end is what too high a rate looks like
        all.warnings.addAll(runs(search, any -> true).wrongStreams(status -> status != Verdict.Status.BEHIND));
        all.broken();
        all.answer();
        all.curve();
        all.warnings.notAtRest(all.where(trial -> Boolean.FALSE.equals(trial.beganAtRest())), "trial");
        // the others' are what too high a rate does
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
            warnings.interrupted("The search", "It ended before it had an answer", "Run it again, to its end.");
        }
        warnings.failedAround("the trials", search.failure());
        List<String> failed = where(trial -> trial.outcome() == TrialOutcome.RUN_FAILED);
        if (!failed.isEmpty()) {
            warnings.add(
                    "RUNS_FAILED",
                    Severity.HIGH,
                    "Steps failed: " + RunWarnings.named(failed),
                    search.steps().stream()
                            .filter(trial -> trial.outcome() == TrialOutcome.RUN_FAILED)
                            .flatMap(trial -> trial.reasons().stream())
                            .map(note -> String.valueOf(note.arguments().getOrDefault("reason", note.text())))
                            .findFirst()
                            .orElse(""),
                    "They say nothing about their rates. Fix the cause and search again.");
        }
    }

    private void answer() {
        if (found.status() == Status.COARSE) {
            warnings.add(
                    "ANSWER_COARSE",
                    Severity.MEDIUM,
                    "The answer is less precise than asked for",
                    found.lowestFailed() == null
                            ? "No higher rate failed"
                            : "The limit is between " + PlainText.number(Objects.requireNonNull(found.rate()))
                                    + "/s and " + PlainText.number(found.lowestFailed()) + "/s",
                    "Allow more trials than " + search.mostSteps() + ".");
        }
        if (found.status() == Status.OPEN) {
            warnings.add(
                    "NO_ANSWER",
                    Severity.HIGH,
                    "No answer",
                    search.endedBecause() == null ? "No rate held often enough" : search.endedBecause(),
                    "Search again, from a lower rate or with more trials.");
        }
        if (found.rate() != null && found.failed() > 0) {
            warnings.add(
                    "ANSWER_AT_EDGE",
                    Severity.MEDIUM,
                    "The answer is near the limit",
                    ShortNumber.count(found.failed(), "trial", "trials") + " at this rate did not hold, " + found.held()
                            + " held",
                    "Plan with a margin.");
        } else if (found.rate() != null && found.held() == 1) {
            warnings.add(
                    "ANSWER_HELD_ONCE",
                    Severity.MEDIUM,
                    "The answer was not confirmed",
                    "It held once, which may be chance",
                    "Ask for two or more confirmations.");
        }
        if (found.limitedBy() == LimitedBy.TESTER) {
            warnings.add(
                    "LIMITED_BY_TESTER",
                    Severity.HIGH,
                    "The tester is the limit",
                    "At the lowest rate that failed, its reader used nearly a whole processor",
                    "Use a faster machine: the server may carry more.");
        } else if (found.failedBecause() == TrialOutcome.NOT_DELIVERED) {
            warnings.add(
                    "LIMITED_BY_LOAD",
                    Severity.MEDIUM,
                    "The load may be the limit",
                    "At the lowest rate that failed, transactions could not be started in time",
                    "Use more threads and search again.");
        }
    }

    private void curve() {
        List<String> curve = where(trial -> trial.purpose() == Purpose.CURVE
                && trial.outcome() != TrialOutcome.HELD
                && trial.outcome() != TrialOutcome.RUN_FAILED);
        if (!curve.isEmpty()) {
            warnings.add(
                    "CURVE_NOT_HELD",
                    Severity.MEDIUM,
                    "A rate of the curve did not hold",
                    RunWarnings.named(curve) + ", at a rate below the answer, which had held",
                    "Search again with longer trials: the limit may go up and down.");
        }
    }

    private List<String> where(Predicate<Trial> which) {
        return search.steps().stream()
                .filter(which)
                .map(trial -> "step " + trial.step())
                .toList();
    }
}
