// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ProbeReport;
import java.util.Map;
import java.util.Set;

/** The latest readings of a run's probes. The run's thread calls {@link #latest} up to 50 times per second; it never blocks. */
public interface ProbeReadings {

    ProbeReadings NONE = Map::of;

    /**
     * Starts reading if the probes belong to this run; shared probes are already running.
     *
     * @param futureTables names of the tables that the run creates, and of their schema
     * @param resources closes the started readers
     */
    default void begin(RunSettings run, Set<String> futureTables, Resources resources) throws InterruptedException {}

    /** Returns the units of the probes, the result values to compare with them, and their notes. */
    default ProbeReport report() {
        return ProbeReport.EMPTY;
    }

    /**
     * Returns the latest value of each series, by its name, such as {@code pool}, {@code nodes.pcu.a} or
     * {@code nodes.count}.
     *
     * @return the values; a series without a current value is omitted
     */
    Map<String, Double> latest();

    /**
     * Called after the run's tables were created.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if a probe's values cannot be read
     */
    default void onTablesCreated() throws InterruptedException {}

    /** Returns the number of connections that the probes open to the server of the loads. */
    default int connectionCount() {
        return 0;
    }
}
