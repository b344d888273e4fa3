// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.FindMaxText;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.report.page.experiment.RunDoubts.Ran;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What to distrust of a search for the highest rate, the worst first; docs/find-max.md says how it can mislead. */
final class FindMaxDoubts {

    private final FindMaxResult search;
    private final Answer found;
    private final List<Warning> doubts = new ArrayList<>();

    private FindMaxDoubts(FindMaxResult search) {
        this.search = search;
        found = search.answer();
    }

    static List<Warning> of(FindMaxResult search) {
        FindMaxDoubts all = new FindMaxDoubts(search);
        all.add();
        return Sentences.of(all.doubts);
    }

    private void add() {
        RunDoubts runs = runs(any -> true);
        // a stream that is behind at its end is what too high a rate looks like
        doubts.addAll(runs.wrong(status -> status != Verdict.Status.BEHIND));
        broken();
        answer();
        notAtRest();
        // the others' are what too high a rate does
        doubts.addAll(runs(trial -> trial.outcome() == TrialOutcome.HELD).ofTheRuns());
    }

    private RunDoubts runs(Predicate<Trial> which) {
        return new RunDoubts(search.steps().stream()
                .filter(which)
                .filter(trial -> trial.result() != null)
                .map(trial -> new Ran("step " + trial.step(), trial.folder(), Objects.requireNonNull(trial.result())))
                .toList());
    }

    private void broken() {
        if (search.interrupted()) {
            doubts.add(Warning.interrupted("The search", "It ended before its end", "Run it to its end"));
        }
        if (search.failure() != null) {
            doubts.add(new Warning(
                    "Something failed around the trials", search.failure(), "See that the server is as it was before"));
        }
        Set<String> failed = where(trial -> trial.outcome() == TrialOutcome.RUN_FAILED);
        if (!failed.isEmpty()) {
            doubts.add(new Warning(
                    "Runs failed: " + RunDoubts.where(failed),
                    search.steps().stream()
                            .filter(trial -> trial.outcome() == TrialOutcome.RUN_FAILED)
                            .map(FindMaxText::of)
                            .findFirst()
                            .orElse(""),
                    "They say nothing about their rates. Mend the cause, and search again"));
        }
    }

    private void answer() {
        if (found.status() == Status.COARSE) {
            doubts.add(new Warning(
                    "The answer is coarse",
                    found.lowestFailed() == null
                            ? "No higher rate was found to fail"
                            : "The limit is anywhere between " + FindMaxText.rate(Objects.requireNonNull(found.rate()))
                                    + "/s and " + FindMaxText.rate(found.lowestFailed()) + "/s",
                    "Allow more trials than " + search.mostSteps()));
        }
        if (found.status() == Status.OPEN) {
            doubts.add(new Warning(
                    "There is no answer",
                    search.endedBecause() == null ? "No rate held often enough" : search.endedBecause(),
                    "Search again, from a lower rate or with more trials"));
        }
        if (found.rate() != null && found.failed() > 0) {
            doubts.add(new Warning(
                    "The answer is at the edge",
                    Numbers.count(found.failed(), "trial", "trials") + " at this rate did not hold, " + found.held()
                            + " did",
                    "Plan with a margin below it"));
        } else if (found.rate() != null && found.held() == 1) {
            doubts.add(new Warning(
                    "The answer held once", "A single trial may have been lucky", "Ask for two confirmations or more"));
        }
        if (found.limitedBy() == LimitedBy.TESTER) {
            doubts.add(new Warning(
                    "The limit is the tester's",
                    "Its reader was on a CPU nearly all of the time at the lowest rate that failed",
                    "Give it a faster machine: the server may carry more"));
        } else if (found.failedBecause() == TrialOutcome.NOT_DELIVERED) {
            doubts.add(new Warning(
                    "The limit may be that of the load",
                    "At the lowest rate that failed, transactions could not be started in time",
                    "Take more threads, and look again"));
        }
    }

    private void notAtRest() {
        Set<String> early = where(trial -> Boolean.FALSE.equals(trial.beganAtRest()));
        if (!early.isEmpty()) {
            doubts.add(new Warning(
                    "Began before the stream was at rest: " + RunDoubts.where(early),
                    "What the trial before left in the stream is in their delays",
                    "Give the stream more time to settle between trials"));
        }
    }

    private Set<String> where(Predicate<Trial> which) {
        return search.steps().stream()
                .filter(which)
                .map(trial -> "step " + trial.step())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
