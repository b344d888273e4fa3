// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import io.github.cdctester.config.DelaySource;
import java.util.EnumMap;
import java.util.Map;

/**
 * Delays of one stream over an interval.
 *
 * @param lastByte arrival of a transaction's last byte minus its commit time: delay time (DT)
 * @param firstByte arrival of the first byte minus the commit time
 * @param endToEnd arrival of the last byte minus the commit time on the server where the transaction originated
 */
public record DelayParts(
        Distribution lastByte, Distribution firstByte, Distribution endToEnd, Map<DelaySource, Distribution> bySource) {

    public static final DelayParts NOTHING =
            new DelayParts(Distribution.EMPTY, Distribution.EMPTY, Distribution.EMPTY, Map.of());

    public DelayParts plus(DelayParts more) {
        Sum sum = new Sum();
        sum.add(this);
        sum.add(more);
        return sum.value();
    }

    /** Sums delays in place. Not thread-safe. */
    public static final class Sum {

        private final Distribution.Sum lastByte = new Distribution.Sum();
        private final Distribution.Sum firstByte = new Distribution.Sum();
        private final Distribution.Sum endToEnd = new Distribution.Sum();
        private final Map<DelaySource, Distribution.Sum> bySource = new EnumMap<>(DelaySource.class);

        public void add(DelayParts parts) {
            lastByte.add(parts.lastByte);
            firstByte.add(parts.firstByte);
            endToEnd.add(parts.endToEnd);
            parts.bySource.forEach((source, delays) -> bySource.computeIfAbsent(source, any -> new Distribution.Sum())
                    .add(delays));
        }

        public DelayParts value() {
            Map<DelaySource, Distribution> sources = new EnumMap<>(DelaySource.class);
            bySource.forEach((source, sum) -> sources.put(source, sum.value()));
            return new DelayParts(lastByte.value(), firstByte.value(), endToEnd.value(), sources);
        }
    }
}
