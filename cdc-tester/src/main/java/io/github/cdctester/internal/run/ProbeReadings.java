// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import java.util.Map;

/** What the probes beside a run have read last. Asked once a second, by the thread that takes the samples; never waits. */
public interface ProbeReadings {

    /** There are no probes. */
    ProbeReadings NONE = Map::of;

    /**
     * Tells the latest value of each series, by its flat name, such as {@code pool}, {@code nodes.pcu.a} or {@code nodes.count}.
     *
     * @return the values; a series that has none at this moment is not in it
     */
    Map<String, Double> latest();

    /**
     * Tells the units of the probes, which stay the same.
     *
     * @return units by the probes' names, with {@code /s} behind them for changes per second; those without a unit are not in it
     */
    default Map<String, String> units() {
        return Map.of();
    }

    /**
     * Tells how many connections to the server that is written to they have.
     *
     * @return connections; 0 for none
     */
    default int connections() {
        return 0;
    }
}
