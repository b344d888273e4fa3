// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

/** What a run does with the tables that it writes to. */
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
