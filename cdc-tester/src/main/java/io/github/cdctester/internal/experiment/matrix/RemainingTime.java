// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.experiment.RemainingRuns;
import io.github.cdctester.internal.experiment.matrix.setting.Setting;
import java.time.Duration;
import java.util.List;

/** How long a matrix will take: first by its plan, then by what its cells took. For one thread. */
final class RemainingTime {

    private static final double STATEMENTS_SECONDS = 1;
    private static final double RESTART_SECONDS = 15;

    private final MatrixPlan matrix;
    private final RemainingRuns cells;

    RemainingTime(MatrixPlan matrix) {
        this.matrix = matrix;
        cells = new RemainingRuns(matrix.warmUp().longest(), matrix.time(), matrix.settleTimeout());
    }

    /** A cell has ended that took so long, with all that was done for it. */
    void add(double seconds) {
        cells.add(seconds);
    }

    Duration of(List<Cell> left) {
        return Duration.ofSeconds(Math.round(cells.seconds(left.size()) + (cells.isMeasured() ? 0 : changes(left))));
    }

    /** Whether a cell may take less than is planned. */
    boolean isMost() {
        return !(matrix.warmUp() instanceof CellWarmUp.Fixed);
    }

    private static double changes(List<Cell> left) {
        double seconds = 0;
        int block = 0;
        for (Cell each : left) {
            if (each.block() != block) {
                block = each.block();
                seconds += changing(each.setting());
            }
        }
        return seconds;
    }

    private static double changing(Setting setting) {
        return setting.isExpensive() ? RESTART_SECONDS : STATEMENTS_SECONDS;
    }
}
