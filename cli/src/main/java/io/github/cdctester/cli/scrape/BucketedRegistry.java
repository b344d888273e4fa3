// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import io.github.cdctester.internal.meter.duration.DurationBuckets;
import io.micrometer.core.instrument.AbstractTimer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;

/**
 * Meter registry whose timers have both buckets and quantiles; Micrometer's own timers have one of them. A timer's buckets are a
 * separate family {@code NAME_bucket} with the label {@code le}, for PromQL's {@code histogram_quantile}.
 */
final class BucketedRegistry extends PrometheusMeterRegistry {

    private static final double[] BOUND_NANOS = DurationBuckets.nanos();

    private static final List<String> BOUND_LABELS = Stream.concat(
                    DurationBuckets.seconds().stream().map(BucketedRegistry::text), Stream.of("+Inf"))
            .toList();

    /** Counts per bucket, by name and labels of the timer. The last bucket counts values above all bounds. */
    private final Map<String, Map<Labels, AtomicLongArray>> families = new ConcurrentHashMap<>();

    BucketedRegistry() {
        super(PrometheusConfig.DEFAULT);
        getPrometheusRegistry().register((MultiCollector) this::collect);
    }

    /** The format of OpenMetrics, such as {@code 1.0}. */
    private static String text(BigDecimal seconds) {
        String plain = seconds.stripTrailingZeros().toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }

    @Override
    protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauseDetector) {
        List<Tag> tags = getConventionTags(id);
        Labels labels = Labels.of(
                tags.stream().map(Tag::getKey).toList(),
                tags.stream().map(Tag::getValue).toList());
        AtomicLongArray counts = families.computeIfAbsent(getConventionName(id), key -> new ConcurrentHashMap<>())
                .computeIfAbsent(labels, key -> new AtomicLongArray(BOUND_NANOS.length + 1));
        return new BucketedTimer(super.newTimer(id, config, pauseDetector), clock, pauseDetector, counts);
    }

    private MetricSnapshots collect() {
        MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
        families.forEach((name, timers) -> {
            UnknownSnapshot.Builder family = UnknownSnapshot.builder()
                    .name(name + "_bucket")
                    .help("Number of values up to le seconds: the buckets of " + name);
            timers.forEach((labels, counts) -> {
                long cumulativeCount = 0;
                for (int i = 0; i < counts.length(); i++) {
                    cumulativeCount += counts.get(i);
                    family.dataPoint(UnknownDataPointSnapshot.builder()
                            .labels(labels.add("le", BOUND_LABELS.get(i)))
                            .value(cumulativeCount)
                            .build());
                }
            });
            snapshots.metricSnapshot(family.build());
        });
        return snapshots.build();
    }

    private static final class BucketedTimer extends AbstractTimer {

        private final Timer timer;
        private final AtomicLongArray counts;

        BucketedTimer(Timer timer, Clock clock, PauseDetector pauses, AtomicLongArray counts) {
            super(timer.getId(), clock, DistributionStatisticConfig.NONE, pauses, timer.baseTimeUnit(), false);
            this.timer = timer;
            this.counts = counts;
        }

        @Override
        protected void recordNonNegative(long amount, TimeUnit unit) {
            timer.record(amount, unit);
            int index = Arrays.binarySearch(BOUND_NANOS, unit.toNanos(amount));
            counts.incrementAndGet(index >= 0 ? index : -index - 1);
        }

        @Override
        public long count() {
            return timer.count();
        }

        @Override
        public double totalTime(TimeUnit unit) {
            return timer.totalTime(unit);
        }

        @Override
        public double max(TimeUnit unit) {
            return timer.max(unit);
        }

        @Override
        public HistogramSnapshot takeSnapshot() {
            return timer.takeSnapshot();
        }
    }
}
