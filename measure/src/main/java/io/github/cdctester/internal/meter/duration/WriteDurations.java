// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import java.util.Map;
import java.util.TreeMap;

/**
 * Durations of the write side. {@code startDelay} is empty in a closed loop, {@code latencyByKind} if there is only one kind.
 */
public record WriteDurations(
        Distribution latency,
        Distribution startDelay,
        Distribution serviceTime,
        Map<String, Distribution> latencyByKind) {

    public static final WriteDurations NOTHING =
            new WriteDurations(Distribution.EMPTY, Distribution.EMPTY, Distribution.EMPTY, Map.of());

    public WriteDurations plus(WriteDurations more) {
        Map<String, Distribution> byKind = new TreeMap<>(latencyByKind);
        more.latencyByKind.forEach((kind, distribution) -> byKind.merge(kind, distribution, Distribution::plus));
        return new WriteDurations(
                latency.plus(more.latency),
                startDelay.plus(more.startDelay),
                serviceTime.plus(more.serviceTime),
                byKind);
    }

    /** Sums in place, because a copy for each of hundreds of machines per second would be too slow. Not thread-safe. */
    public static final class Sum {

        private final Distribution.Sum latency = new Distribution.Sum();
        private final Distribution.Sum startDelay = new Distribution.Sum();
        private final Distribution.Sum serviceTime = new Distribution.Sum();
        private final Map<String, Distribution.Sum> latencyByKind = new TreeMap<>();

        public void add(WriteDurations more) {
            latency.add(more.latency);
            startDelay.add(more.startDelay);
            serviceTime.add(more.serviceTime);
            more.latencyByKind.forEach((kind, part) -> latencyByKind
                    .computeIfAbsent(kind, any -> new Distribution.Sum())
                    .add(part));
        }

        public WriteDurations value() {
            Map<String, Distribution> byKind = new TreeMap<>();
            latencyByKind.forEach((kind, sum) -> byKind.put(kind, sum.value()));
            return new WriteDurations(latency.value(), startDelay.value(), serviceTime.value(), byKind);
        }
    }
}
