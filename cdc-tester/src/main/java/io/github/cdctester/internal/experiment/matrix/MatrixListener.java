// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import java.time.Duration;
import java.util.List;

/** Is told how a matrix goes, in its own thread, and how each of its runs goes. What it throws ends the matrix in order. */
public interface MatrixListener extends ExperimentListener {

    /**
     * A cell's place, as it is shown.
     *
     * @param cell its number in the order in which cells are run, from 1
     * @param cells how many there are
     * @param setting the setting's name
     * @param workload the workload's name
     * @param axis {@code threads} or {@code rate}
     * @param label its value
     * @param repeat which run of this combination, from 1
     * @param attempt 1, or 2 where the first one failed
     */
    record CellHead(
            int cell, int cells, String setting, String workload, String axis, String label, int repeat, int attempt) {}

    /**
     * It is going to begin.
     *
     * @param missing how many of them are to be run now: the others were, earlier
     * @param isMost whether the estimate is an upper bound, as a warm-up ends when something happens
     */
    default void planned(int cells, int missing, Duration estimate, boolean isMost) {}

    /** The server is set. */
    default void settingBegins(String setting, List<String> what) {}

    /** A cell begins. */
    default void cellBegins(CellHead cell) {}

    /** A run has failed; it is tried again, or the cell has failed. */
    default void runFailed(CellHead cell, RuntimeException failure) {}

    /** The server is away, and waited for. */
    default void waitingForServer(String address, Duration atMost) {}

    /**
     * A cell has ended, and is written down.
     *
     * @param remaining how long that takes, by what the cells took so far
     */
    default void cellEnds(CellResult cell, int left, Duration remaining) {}

    /**
     * There is something new: a cell has ended.
     *
     * @param soFar the matrix up to now; cells that are not run yet are in it without a result
     */
    default void progress(MatrixResult soFar) {}
}
