// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.PlannedTrial;
import io.github.cdctester.internal.experiment.matrix.setting.Setting;

/**
 * A trial of a matrix.
 *
 * @param trial its place, its value of the axis, and its plan
 * @param block which interval of cells with one setting it is in, from 1: with each the setting is applied anew
 * @param setting how the server is set
 * @param workload what is written
 */
record Cell(PlannedTrial trial, int block, Setting setting, MatrixWorkload workload) {

    int number() {
        return trial.number();
    }

    Plan plan() {
        return trial.plan();
    }
}
