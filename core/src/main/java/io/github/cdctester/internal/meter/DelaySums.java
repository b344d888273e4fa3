// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import java.util.EnumMap;
import java.util.Map;

/** Adds up the delays of one stream over any time in the memory of four histograms. For one thread. */
final class DelaySums {

    private final DistributionSum lastByte = new DistributionSum();
    private final DistributionSum firstByte = new DistributionSum();
    private final DistributionSum endToEnd = new DistributionSum();
    private final Map<DelaySource, DistributionSum> bySource = new EnumMap<>(DelaySource.class);

    void add(DelayParts taken, Map<DelaySource, Distribution> sideBySide) {
        lastByte.add(taken.lastByte());
        firstByte.add(taken.firstByte());
        endToEnd.add(taken.endToEnd());
        sideBySide.forEach((source, delays) ->
                bySource.computeIfAbsent(source, any -> new DistributionSum()).add(delays));
    }

    Distribution lastByte() {
        return lastByte.value();
    }

    Distribution firstByte() {
        return firstByte.value();
    }

    Distribution endToEnd() {
        return endToEnd.value();
    }

    Map<DelaySource, Distribution> bySource() {
        Map<DelaySource, Distribution> delays = new EnumMap<>(DelaySource.class);
        bySource.forEach((source, sum) -> delays.put(source, sum.value()));
        return delays;
    }
}
