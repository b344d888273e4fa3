// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.SweepText.Line;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.RunResult.ServerSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What stands around the tables of a matrix, in whichever form it is written.
 *
 * @param matrix the matrix
 */
public record MatrixText(MatrixResult matrix) {

    private static final int MOST_REMARKS = 20;

    /** What was run. */
    public String title() {
        return plain() + (matrix.interrupted() ? " (interrupted)" : "");
    }

    /** The title of a page, which says by itself whether the matrix was interrupted, or goes on. */
    public String plain() {
        return matrix.settings().size() + " settings, " + matrix.axis() + " " + String.join(", ", matrix.values())
                + ", "
                + String.join(", ", matrix.workloads()) + "; " + matrix.repeats()
                + (matrix.repeats() == 1 ? " run" : " runs") + " each";
    }

    /** What the summary is made at. */
    public String summaryTitle() {
        return "At " + matrix.axis() + " " + matrix.summaryAt() + ", against " + matrix.baseline();
    }

    /** What a workload's table shows. */
    public String fullTitle(String workload) {
        return workload + ": QPS, and by how much it is reduced against " + matrix.baseline();
    }

    /** What a probe's table shows. */
    public String probeTitle(String workload, String probe) {
        return workload + ": mean of " + probe;
    }

    /** The server, the method, the settings. */
    public List<Line> head() {
        List<Line> lines = new ArrayList<>();
        ServerSummary server = matrix.server();
        if (server != null) {
            lines.add(new Line(
                    "server", Provenance.flavor(server.flavor()) + " " + server.version() + " at " + matrix.address()));
        }
        lines.add(new Line(
                "cells",
                String.format(
                        Locale.ROOT,
                        "%d of %d done, in an order by chance (seed %d); measured %s s, warm-up %s",
                        matrix.cells().stream()
                                .filter(cell -> cell.status() == CellResult.Status.DONE)
                                .count(),
                        matrix.cells().size(),
                        matrix.seed(),
                        seconds(matrix.seconds()),
                        matrix.warmUp())));
        for (SettingSummary setting : matrix.settings()) {
            lines.add(new Line(
                    "setting",
                    setting.name() + ": "
                            + (setting.what().isEmpty() ? "the server as it is" : String.join("; ", setting.what()))));
        }
        return lines;
    }

    private static String seconds(double seconds) {
        return seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds);
    }

    /** How to read it, what failed, what to think of the numbers. */
    public List<Line> foot() {
        List<Line> lines = new ArrayList<>();
        if (matrix.table().stream().anyMatch(MatrixText::hasInterval)) {
            lines.add(new Line(
                    "reduced",
                    "1 - QPS / QPS of " + matrix.baseline()
                            + "; QPS is the geometric mean of the runs. ± goes to the end"
                            + " of the interval that is nearer to 0, with 95 % for all comparisons together (Holm). "
                            + MatrixColumns.NOISE + ": not to be told from noise"));
        } else if (matrix.repeats() == 1) {
            lines.add(
                    new Line("reduced", "one run each says nothing about the noise: no difference can be called real"));
        }
        long missing = matrix.cells().stream()
                .filter(cell -> cell.status() == CellResult.Status.MISSING)
                .count();
        if (missing > 0) {
            lines.add(new Line(
                    "missing", missing + " of " + matrix.cells().size() + " cells: a new start goes on with them"));
        }
        matrix.cells().stream()
                .filter(cell -> cell.status() == CellResult.Status.FAILED)
                .forEach(cell -> lines.add(new Line("failed", name(cell) + ": " + cell.reason())));
        for (Check check : matrix.checks()) {
            if (!check.held()) {
                lines.add(new Line(
                        "failed", check.expression() + (check.offender() == null ? "" : ": " + check.offender())));
            }
        }
        if (matrix.failure() != null) {
            lines.add(new Line("failed", matrix.failure()));
        }
        remarks(lines);
        matrix.notes().forEach(note -> lines.add(new Line("note", note.text())));
        return lines;
    }

    private void remarks(List<Line> lines) {
        List<Line> remarks = new ArrayList<>();
        for (CellResult cell : matrix.cells()) {
            cell.remarks().forEach(remark -> remarks.add(new Line("remark", name(cell) + ": " + remark)));
        }
        lines.addAll(remarks.subList(0, Math.min(MOST_REMARKS, remarks.size())));
        if (remarks.size() > MOST_REMARKS) {
            lines.add(new Line("remark", remarks.size() - MOST_REMARKS + " more are in matrix.json"));
        }
    }

    String name(CellResult cell) {
        return "cell " + cell.cell() + " (" + cell.setting() + ", " + cell.workload() + ", " + matrix.axis() + " "
                + cell.label() + ", run " + cell.repeat() + ")";
    }

    private static boolean hasInterval(MatrixRow row) {
        return row.reduced() != null && row.reduced().lowPercent() != null;
    }
}
