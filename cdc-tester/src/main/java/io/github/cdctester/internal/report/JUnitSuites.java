// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.findmax.FindMaxComposer;
import io.github.cdctester.internal.report.compose.sweep.SweepComposer;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.SweepResult;
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
            return SweepComposer.of(sweep).suites();
        } else if (result instanceof MatrixResult matrix) {
            return matrix(matrix);
        } else if (result instanceof FindMaxResult search) {
            return FindMaxComposer.of(search).suites();
        } else if (result instanceof Comparison comparison) {
            return ComparisonComposer.of(comparison).suites();
        }
        throw new IllegalArgumentException(result.getClass() + " is no result");
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
}
