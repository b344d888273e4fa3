// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ProbeReport;
import java.util.Map;
import java.util.Set;

/** The latest readings of a run's probes. */
public interface ProbeReadings {

    ProbeReadings NONE = Map::of;

    /**
     * Starts reading if the probes belong to this run; shared probes are already running.
     *
     * @param futureTables tables that the run creates, and their schema
     * @param resources closes the started readers
     */
    default void begin(RunSettings run, Set<String> futureTables, Resources resources) throws InterruptedException {}

    default ProbeReport report() {
        return ProbeReport.EMPTY;
    }

    /**
     * Called by the run's thread up to 50 times per second; must not block.
     *
     * @return values by series, such as {@code pool}, {@code nodes.pcu.a} or {@code nodes.count}; without series that have no current value
     */
    Map<String, Double> latest();

    /** @throws io.github.cdctester.failure.InvalidPlanException if a probe's values cannot be read */
    default void onTablesCreated() throws InterruptedException {}

    /** Returns the number of connections to the server of the loads. */
    default int connectionCount() {
        return 0;
    }
}
