// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.TrialTimes;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a matrix would do, for somebody who wants to know before. Asks no server. */
public final class MatrixOutline {

    private static final double STATEMENTS_SECONDS = 1;
    private static final double RESTART_SECONDS = 15;

    private MatrixOutline() {}

    /**
     * Describes it.
     *
     * @return lines: the cells and their order, each setting and how it is undone, the privileges that are needed for that
     */
    public static List<String> of(MatrixPlan matrix, Plan base) {
        List<Cell> cells = CellOrder.of(matrix, base);
        List<String> lines = new ArrayList<>();
        lines.add(cells.size() + " cells: " + matrix.settings().size() + " settings, "
                + matrix.axis().parameter().property() + " "
                + String.join(", ", matrix.axis().labels()) + ", "
                + String.join(
                        ", ",
                        matrix.workloads().stream().map(MatrixWorkload::name).toList()) + "; "
                + matrix.repeats() + " of each, in an order by chance (seed " + matrix.seed() + ")");
        lines.add("a setting is applied " + blocks(cells) + " times; baseline " + matrix.baseline());
        for (Setting setting : matrix.settings()) {
            lines.add("setting " + setting.name() + ": "
                    + (setting.what().isEmpty() ? "the server as it is" : String.join("; ", setting.what())));
            setting.undoing().forEach(how -> lines.add("  undone by " + how));
        }
        Set<String> privileges = new LinkedHashSet<>();
        matrix.settings().forEach(setting -> privileges.addAll(setting.privileges()));
        privileges.forEach(privilege -> lines.add("needs " + privilege));
        return lines;
    }

    public static List<Plan> plans(MatrixPlan matrix, Plan base) {
        return plans(CellOrder.of(matrix, base));
    }

    static List<Plan> plans(List<Cell> cells) {
        return cells.stream().map(Cell::plan).distinct().toList();
    }

    /**
     * How long it takes.
     *
     * @return an estimate; with a warm-up that ends when something happens, of the longest time
     */
    public static Duration estimate(MatrixPlan matrix, Plan base) {
        List<Cell> cells = CellOrder.of(matrix, base);
        TrialTimes times = new TrialTimes(matrix.warmUp().longest(), matrix.time(), matrix.settleTimeout());
        return Duration.ofSeconds(Math.round(times.seconds(cells.size()) + setupSeconds(cells)));
    }

    /** What changes of settings add to the times of cells, before any has been seen. */
    static double setupSeconds(List<Cell> cells) {
        double seconds = 0;
        int block = 0;
        for (Cell cell : cells) {
            if (cell.block() != block) {
                block = cell.block();
                seconds += cell.setting().isExpensive() ? RESTART_SECONDS : STATEMENTS_SECONDS;
            }
        }
        return seconds;
    }

    private static long blocks(List<Cell> cells) {
        return cells.stream().mapToInt(Cell::block).distinct().count();
    }
}
