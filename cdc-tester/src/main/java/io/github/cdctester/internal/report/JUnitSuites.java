// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A result as test suites: one a run, with the run itself, its verdict and each limit as cases. A run that broke is an error; a
 * stream that was not whole and a limit that did not hold are failures.
 */
public final class JUnitSuites {

    private static final String TOOL = "cdc-tester.";

    private JUnitSuites() {}

    /** Of a result of any kind. */
    public static List<TestSuite> of(Record result) {
        if (result instanceof SweepResult sweep) {
            return sweep(sweep);
        } else if (result instanceof MatrixResult matrix) {
            return matrix(matrix);
        } else if (result instanceof FindMaxResult search) {
            return search(search);
        } else if (result instanceof Comparison comparison) {
            return ComparisonComposer.of(comparison).suites();
        }
        throw new IllegalArgumentException(result.getClass() + " is no result");
    }

    private static List<TestSuite> sweep(SweepResult sweep) {
        List<TestSuite> suites = new ArrayList<>(List.of(TestSuites.around(
                SweepResult.KIND, sweep.startedAt(), sweep.interrupted(), sweep.failure(), sweep.checks())));
        for (StepResult step : sweep.steps()) {
            String name = sweep.axis() + " " + step.label() + ", run " + step.repeat();
            String place = TOOL + SweepResult.KIND + "." + step.folder();
            boolean done = step.status() == StepResult.Status.DONE;
            RunResult result = step.result();
            suites.add(
                    result == null
                            ? TestSuites.without(
                                    name,
                                    place,
                                    sweep.startedAt(),
                                    step.status() == StepResult.Status.SKIPPED,
                                    step.reason())
                            : TestSuites.run(name, place, result, done ? null : String.valueOf(step.reason())));
        }
        return suites;
    }

    private static List<TestSuite> matrix(MatrixResult matrix) {
        List<TestSuite> suites = new ArrayList<>(List.of(TestSuites.around(
                MatrixResult.KIND, matrix.startedAt(), matrix.interrupted(), matrix.failure(), matrix.checks())));
        MatrixText words = new MatrixText(matrix);
        for (CellResult cell : matrix.cells()) {
            String place = TOOL + MatrixResult.KIND + "." + cell.folder().replace('/', '.');
            Instant startedAt = cell.startedAt() == null ? matrix.startedAt() : cell.startedAt();
            if (cell.status() == CellResult.Status.DONE) {
                suites.add(new TestSuite(words.name(cell), place, startedAt, cell.seconds(), cases(cell)));
            } else {
                suites.add(TestSuites.without(
                        words.name(cell), place, startedAt, cell.status() == CellResult.Status.MISSING, cell.reason()));
            }
        }
        return suites;
    }

    /** The run, its verdict and each of its limits, as those of a single run; in the cell's folder there is more to read. */
    private static List<TestCase> cases(CellResult cell) {
        List<TestCase> cases =
                new ArrayList<>(List.of(TestCase.passed("run", "run").in(cell.seconds())));
        String more = "; more is in " + cell.folder() + "/result.json";
        String headline = String.valueOf(cell.verdict());
        boolean bad = false;
        for (Verdict.Status status : Verdict.Status.values()) {
            if (headline.split(" ", 2)[0].equals(status.name())) {
                bad = status.isBad();
                cases.add(
                        bad
                                ? TestCase.of(Outcome.FAILURE, "verdict", "verdict", headline + more)
                                : status == Verdict.Status.NOT_CHECKED
                                        ? TestCase.of(Outcome.SKIPPED, "verdict", "verdict", headline)
                                        : TestCase.passed("verdict", "verdict"));
            }
        }
        cell.checks().forEach(check -> cases.add(TestSuites.limit(check)));
        if (!cell.held() && !bad && cell.checks().stream().allMatch(Check::held)) {
            // of a matrix from before cells had their limits
            cases.add(TestCase.of(Outcome.FAILURE, "limits", "limit", "a limit was not held" + more));
        }
        return cases;
    }

    /** A rate that is too high is no failure: the search tries some. */
    private static List<TestSuite> search(FindMaxResult search) {
        List<TestSuite> suites = new ArrayList<>();
        TestSuite around = TestSuites.around(
                FindMaxResult.KIND, search.startedAt(), search.interrupted(), search.failure(), search.checks());
        List<TestCase> cases = new ArrayList<>(around.cases());
        String answer = FindMaxText.answer(search);
        cases.add(
                search.answer().status().isFound()
                        ? TestCase.passed("answer", "answer")
                        : TestCase.of(Outcome.FAILURE, "answer", "answer", answer));
        suites.add(new TestSuite(around.name(), around.place(), around.startedAt(), 0, cases));
        for (Trial trial : search.steps()) {
            String name = "step " + trial.step() + ", " + FindMaxText.rate(trial.rate()) + "/s";
            String place = TOOL + FindMaxResult.KIND + "." + trial.folder();
            boolean broke = trial.outcome() == TrialOutcome.RUN_FAILED;
            String reasons = String.join("; ", trial.reasons());
            RunResult result = trial.result();
            if (result == null) {
                suites.add(TestSuites.without(name, place, search.startedAt(), false, reasons));
            } else {
                Verdict.Status status = result.verdict().status();
                double seconds = result.summary().seconds();
                suites.add(new TestSuite(
                        name,
                        place,
                        result.startedAt(),
                        seconds,
                        List.of(
                                TestSuites.ended("run", broke ? reasons : null).in(seconds),
                                TestSuites.verdict(
                                        result.verdict(), status.isBad() && status != Verdict.Status.BEHIND))));
            }
        }
        return suites;
    }
}
