// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.experiment.matrix.setting.Setting;
import java.time.Duration;
import java.util.List;

/** How long a matrix will take: first by its plan, then by what its cells took. For one thread. */
final class RemainingTime {

    /** Connecting, the end of the stream, and writing things down. */
    private static final double AROUND_A_RUN_SECONDS = 3;

    /** A stream that is at rest is seen to be so after that time. */
    private static final double AT_REST_SECONDS = 2;

    private static final double STATEMENTS_SECONDS = 1;
    private static final double RESTART_SECONDS = 15;

    private final MatrixPlan matrix;
    private double spentSeconds;
    private int ended;

    RemainingTime(MatrixPlan matrix) {
        this.matrix = matrix;
    }

    /** A cell has ended that took so long, with all that was done for it. */
    void add(double seconds) {
        spentSeconds += seconds;
        ended++;
    }

    Duration of(List<Cell> left) {
        double seconds = ended > 0 ? left.size() * spentSeconds / ended : planned(left);
        return Duration.ofSeconds(Math.round(seconds));
    }

    /** Whether a cell may take less than is planned. */
    boolean isMost() {
        return !(matrix.warmUp() instanceof CellWarmUp.Fixed);
    }

    private double planned(List<Cell> left) {
        double cell = matrix.warmUp().longest().toMillis() / 1e3
                + matrix.time().toMillis() / 1e3
                + AROUND_A_RUN_SECONDS
                + (matrix.settleTimeout().isZero() ? 0 : AT_REST_SECONDS);
        double seconds = left.size() * cell;
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
