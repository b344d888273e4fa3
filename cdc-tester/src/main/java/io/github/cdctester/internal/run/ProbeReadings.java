// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.run.outcome.ProbeTotals.Told;
import java.util.Map;
import java.util.Set;

/** The latest readings of the probes beside a run. Asked once a second, by the thread that takes the samples; never waits. */
public interface ProbeReadings {

    ProbeReadings NONE = Map::of;

    /**
     * Begins to read, where the readings are the run's own; others have begun.
     *
     * @param comingTables the names of tables that the run makes, and of their schema
     * @param resources closes what this began
     */
    default void begin(RunSettings run, Set<String> comingTables, Resources resources) throws InterruptedException {}

    /** What there is to tell of the probes beside their numbers. */
    default Told told() {
        return Told.NOTHING;
    }

    /**
     * The latest value of each series, by its flat name, such as {@code pool}, {@code nodes.pcu.a} or {@code nodes.count}.
     *
     * @return the values; a series that has none at this moment is not in it
     */
    Map<String, Double> latest();

    /**
     * The tables that the run makes are there: what is read of them can be read from here on.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if it cannot
     */
    default void tablesMade() throws InterruptedException {}

    /**
     * How many connections to the server that is written to they have.
     *
     * @return connections; 0 for none
     */
    default int connections() {
        return 0;
    }
}
