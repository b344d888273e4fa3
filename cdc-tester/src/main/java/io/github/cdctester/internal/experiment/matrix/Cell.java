// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.matrix.setting.Setting;

/**
 * A run of a matrix that is to be made.
 *
 * @param number in the order in which they are made, from 1
 * @param block which stretch of cells with one setting it is in, from 1: with each the setting is applied anew
 * @param setting how the server is set
 * @param workload what is written
 * @param point with which value of the axis
 * @param repeat which run of this combination, from 1
 * @param plan the run's
 * @param folder where its files go
 */
record Cell(
        int number,
        int block,
        Setting setting,
        MatrixWorkload workload,
        SweepAxis.Point point,
        int repeat,
        Plan plan,
        String folder) {}
