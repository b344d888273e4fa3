// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import io.github.cdctester.internal.meter.DurationBuckets;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The buckets of all timers: {@code NAME_bucket} with the label {@code le}, which PromQL's {@code histogram_quantile} takes and
 * {@code sum} adds up over machines. A family of a type of its own, as that of the timer is a summary with quantiles.
 */
final class TimerBuckets implements MultiCollector {

    private static final List<String> BOUNDS = Stream.concat(
                    DurationBuckets.seconds().stream().map(TimerBuckets::text), Stream.of("+Inf"))
            .toList();

    private final Map<String, Map<Labels, BucketCounts>> families = new ConcurrentHashMap<>();

    /** As OpenMetrics writes a bound: with a fraction. */
    private static String text(BigDecimal seconds) {
        String plain = seconds.stripTrailingZeros().toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }

    /** The counts of a timer; the same for the same name and labels. */
    BucketCounts of(String name, Labels labels) {
        return families.computeIfAbsent(name, any -> new ConcurrentHashMap<>())
                .computeIfAbsent(labels, any -> new BucketCounts());
    }

    @Override
    public MetricSnapshots collect() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        families.forEach((name, timers) -> {
            UnknownSnapshot.Builder family = UnknownSnapshot.builder()
                    .name(name + "_bucket")
                    .help("How many were no longer than le seconds: the buckets of " + name);
            timers.forEach((labels, counts) -> {
                long[] upTo = counts.upTo();
                for (int i = 0; i < upTo.length; i++) {
                    family.dataPoint(UnknownDataPointSnapshot.builder()
                            .labels(labels.add("le", BOUNDS.get(i)))
                            .value(upTo[i])
                            .build());
                }
            });
            all.metricSnapshot(family.build());
        });
        return all.build();
    }
}
