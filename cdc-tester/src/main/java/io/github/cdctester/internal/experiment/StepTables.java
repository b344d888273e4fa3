// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.Check;
import java.util.List;
import java.util.function.Predicate;

/** Makes and drops the tables that a step writes to, outside of its run. */
public interface StepTables {

    /**
     * Makes the tables, or none.
     *
     * @return the consistency conditions with what was found, where these are asked for
     * @throws io.github.cdctester.failure.RunFailedException if it fails
     */
    List<Check> make(Plan plan);

    /**
     * Drops the tables.
     *
     * @throws io.github.cdctester.failure.RunFailedException if it fails
     */
    void drop(Plan plan);

    /**
     * Refuses, before anything is written, what {@link #drop} would refuse at the end.
     *
     * @throws io.github.cdctester.failure.ForeignTablesException if there are tables that this tool did not make
     */
    void refuseForeign(Plan plan);

    /**
     * Refuses, before anything is made, steps that the server has no room for.
     *
     * @param changes tells of a variable whether the steps come with a value of their own for it
     * @throws io.github.cdctester.failure.RunFailedException if a limit is too low for one of them
     */
    default void checkRoom(List<Plan> plans, Predicate<String> changes) {}
}
