// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The runs of a matrix by the combination that they are of. */
final class MatrixCells {

    private record Place(String workload, String label, String setting) {}

    private final MatrixResult matrix;
    private final Map<Place, List<CellResult>> places;

    MatrixCells(MatrixResult matrix) {
        this.matrix = matrix;
        places = matrix.cells().stream()
                .collect(Collectors.groupingBy(cell -> new Place(cell.workload(), cell.label(), cell.setting())));
    }

    /** The runs of one combination. */
    List<CellResult> of(String workload, String label, String setting) {
        return places.getOrDefault(new Place(workload, label, setting), List.of());
    }

    /** What became of the runs that are not in a combination's number; {@code null} where all are. */
    @Nullable
    String lacking(String workload, String label, String setting) {
        List<CellResult> runs = of(workload, label, setting);
        long failed = count(runs, Status.FAILED);
        long missing = count(runs, Status.MISSING);
        if (failed + missing == 0) {
            return null;
        }
        String what = failed == 0
                ? missing + " missing"
                : missing == 0 ? failed + " failed" : failed + " failed, " + missing + " missing";
        return what + " of " + runs.size();
    }

    long count(Status status) {
        return count(matrix.cells(), status);
    }

    private static long count(List<CellResult> cells, Status status) {
        return cells.stream().filter(cell -> cell.status() == status).count();
    }

    /** A cell for a reader, such as {@code cell 37 (pfsoff, oltp_read_only, threads 32, run 2)}. */
    String name(CellResult cell) {
        return "cell " + cell.cell() + " (" + cell.setting() + ", " + cell.workload() + ", " + matrix.axis() + " "
                + cell.label() + ", run " + cell.repeat() + ")";
    }
}
