// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

/**
 * What a run does with the tables that it writes to.
 *
 * @param prepare whether they are made before the run
 * @param cleanup whether they are dropped after it
 * @param dropForeign whether they may be dropped after it if this tool did not make them
 * @param checkConsistency whether the workload's consistency conditions are asked for, after making the tables and after
 *     the run
 * @param filling how they are filled
 */
public record TablePolicy(
        boolean prepare, boolean cleanup, boolean dropForeign, boolean checkConsistency, Filling filling) {

    /** Tables that are filled as the loads say. */
    public TablePolicy(boolean prepare, boolean cleanup, boolean dropForeign, boolean checkConsistency) {
        this(prepare, cleanup, dropForeign, checkConsistency, Filling.OF_THE_LOADS);
    }

    /** The same, filled otherwise. */
    public TablePolicy filling(Filling other) {
        return new TablePolicy(prepare, cleanup, dropForeign, checkConsistency, other);
    }
}
