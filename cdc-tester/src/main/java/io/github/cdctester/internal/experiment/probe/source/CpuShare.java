// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.util.Map;

/** What share of the processors' time was used between two readings, in percent. */
final class CpuShare {

    private static final double PERCENT = 100;

    private boolean first = true;
    private double usedBefore;
    private double availableBefore;

    /**
     * Takes two counters, in any unit that both have.
     *
     * @return the percentage under a name; empty at first, where a counter has begun anew, and where no time has passed
     */
    Map<String, Double> since(String series, double used, double available) {
        double usedNow = used - usedBefore;
        double availableNow = available - availableBefore;
        boolean known = !first && usedNow >= 0 && availableNow > 0;
        first = false;
        usedBefore = used;
        availableBefore = available;
        // the two are not read at the very same time
        return known ? Map.of(series, Math.min(PERCENT, PERCENT * usedNow / availableNow)) : Map.of();
    }

    /** Somebody else is measured from now on. */
    void forget() {
        first = true;
    }
}
