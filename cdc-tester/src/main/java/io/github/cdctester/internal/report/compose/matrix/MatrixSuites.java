// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;

final class MatrixSuites {

    private MatrixSuites() {}

    static List<TestSuite> of(MatrixCells cells) {
        MatrixResult matrix = cells.matrix();
        List<TestSuite> suites = new ArrayList<>(List.of(TestSuites.around(
                MatrixResult.KIND, matrix.startedAt(), matrix.interrupted(), matrix.failure(), matrix.checks())));
        for (CellResult cell : matrix.cells()) {
            String name = cells.name(cell);
            String place = TestSuites.place(MatrixResult.KIND, cell.folder());
            var startedAt = cell.startedAt() == null ? matrix.startedAt() : cell.startedAt();
            suites.add(
                    cell.status() == Status.DONE
                            ? new TestSuite(name, place, startedAt, cell.seconds(), cases(cell))
                            : TestSuites.without(
                                    name, place, startedAt, cell.status() == Status.MISSING, cell.reason()));
        }
        return suites;
    }

    /** The run, its verdict and each of its limits; in the cell's folder there is more to read. */
    private static List<TestCase> cases(CellResult cell) {
        List<TestCase> cases =
                new ArrayList<>(List.of(TestCase.passed("run", "run").in(cell.seconds())));
        String more = "; more is in " + cell.folder() + "/result.json";
        String headline = String.valueOf(cell.verdict());
        boolean bad = cell.verdictStatus() != null && cell.verdictStatus().isBad();
        if (bad) {
            cases.add(TestCase.of(Outcome.FAILURE, "verdict", "verdict", headline + more));
        } else if (cell.verdictStatus() == Verdict.Status.NOT_CHECKED) {
            cases.add(TestCase.of(Outcome.SKIPPED, "verdict", "verdict", headline));
        } else {
            cases.add(TestCase.passed("verdict", "verdict"));
        }
        cell.checks().forEach(check -> cases.add(TestSuites.limit(check)));
        if (!cell.held() && !bad && cell.checks().stream().allMatch(Check::held)) {
            // of a matrix from before cells had their limits
            cases.add(TestCase.of(Outcome.FAILURE, "limits", "limit", "a limit was not held" + more));
        }
        return cases;
    }
}
