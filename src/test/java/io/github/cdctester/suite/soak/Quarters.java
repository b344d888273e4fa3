// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.soak;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

record Quarters(String name, long firstMedian, long lastMedian, long allowedGrowth) {

    private static final long HEAP_SLACK_BYTES = 4_000_000;
    private static final long COUNT_SLACK = 2;

    /**
     * The heap may grow by 10 % plus 4 MB, and counts by {@value #COUNT_SLACK}, because threads and connections start and end at any time.
     */
    static List<Quarters> of(List<Footprint> series) {
        return List.of(
                of("heap after GC, bytes", series, Footprint::heapBytes, HEAP_SLACK_BYTES, 10),
                of("threads", series, Footprint::threads, COUNT_SLACK, 0),
                of("file handles", series, Footprint::openFiles, COUNT_SLACK, 0),
                of("server connections", series, Footprint::connections, COUNT_SLACK, 0));
    }

    boolean isFlat() {
        return lastMedian <= firstMedian + allowedGrowth;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%-22s %12d %12d  %s", name, firstMedian, lastMedian, isFlat() ? "flat" : "GREW");
    }

    private static Quarters of(
            String name, List<Footprint> series, ToLongFunction<Footprint> value, long baseGrowth, long percent) {
        int quarter = Math.max(1, series.size() / 4);
        long firstMedian = median(series.subList(0, quarter), value);
        long lastMedian = median(series.subList(series.size() - quarter, series.size()), value);
        return new Quarters(name, firstMedian, lastMedian, baseGrowth + firstMedian * percent / 100);
    }

    private static long median(List<Footprint> quarter, ToLongFunction<Footprint> value) {
        return quarter.stream()
                .mapToLong(value)
                .sorted()
                .skip((quarter.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }
}
