// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import java.util.Map;

/** What probes have read last. */
public interface ProbeReadings {

    /** No probes. */
    ProbeReadings NONE = Map::of;

    /**
     * Gives the latest value of each series by its flat name ({@code pool}, {@code nodes.pcu.a}, {@code nodes.count}); a gap is
     * an absent key. Never blocks; asked once a second.
     *
     * @return the values
     */
    Map<String, Double> latest();
}
