// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.Check;
import java.util.List;

/** Makes and drops the tables that a step writes to, outside of its run. */
public interface StepTables {

    /**
     * Makes the tables, or none.
     *
     * @param plan the step's
     * @return the consistency conditions with what was found, where these are asked for
     * @throws io.github.cdctester.failure.RunFailedException if it fails
     */
    List<Check> make(Plan plan);

    /**
     * Drops the tables.
     *
     * @param plan the step's
     * @throws io.github.cdctester.failure.RunFailedException if it fails
     */
    void drop(Plan plan);

    /**
     * Refuses, before anything is written, what {@link #drop} would refuse at the end.
     *
     * @param plan the step's
     * @throws io.github.cdctester.failure.ForeignTablesException if there are tables that this tool did not make
     */
    void refuseForeign(Plan plan);
}
