// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.meter.duration.Distribution;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values of one stream, load or consumer in one second. Must not be changed after publication. */
public final class MetricValues {

    private final Metric.Subject subject;
    private final double[] values;
    private final Map<Metric, Distribution> durations = new EnumMap<>(Metric.class);
    private final Map<Metric, Map<String, Long>> parts = new EnumMap<>(Metric.class);

    private MetricValues(Metric.Subject subject, double[] values) {
        this.subject = subject;
        this.values = values;
    }

    public static MetricValues of(Metric.Subject subject) {
        MetricValues initialValues =
                new MetricValues(subject, new double[Metric.of(subject).size()]);
        for (Metric metric : Metric.of(subject)) {
            initialValues.values[metric.slot()] = metric.meterType() == Metric.MeterType.GAUGE ? Double.NaN : 0;
        }
        return initialValues;
    }

    /** {@code null} and NaN mean unknown. */
    public MetricValues with(Metric metric, @Nullable Number value) {
        values[metric.slot()] = value == null ? Double.NaN : value.doubleValue();
        return this;
    }

    public MetricValues with(Metric metric, Distribution distribution) {
        durations.put(metric, distribution);
        return this;
    }

    public MetricValues with(Metric metric, Map<String, Long> byPart) {
        parts.put(metric, byPart);
        return this;
    }

    double[] bySlot() {
        return values;
    }

    /** Returns NaN if unknown. */
    public double get(Metric metric) {
        return values[metric.slot()];
    }

    public long count(Metric metric) {
        return (long) values[metric.slot()];
    }

    public Distribution durations(Metric metric) {
        return durations.getOrDefault(metric, Distribution.EMPTY);
    }

    public Map<String, Long> parts(Metric metric) {
        return parts.getOrDefault(metric, Map.of());
    }

    public Map<String, Double> columns(double seconds) {
        return MetricColumns.columnsOf(subject, values, seconds);
    }

    public static MetricValues merge(List<MetricValues> inputs) {
        MetricValues first = inputs.get(0);
        if (inputs.size() == 1) {
            return first;
        }
        MetricValues merged = new MetricValues(first.subject, first.values.clone());
        for (MetricValues other : inputs.subList(1, inputs.size())) {
            Arrays.setAll(
                    merged.values,
                    slot -> Metric.of(first.subject).get(slot).merge(merged.values[slot], other.values[slot]));
        }
        Map<Metric, Distribution.Sum> sums = new EnumMap<>(Metric.class);
        for (MetricValues input : inputs) {
            input.durations.forEach(
                    (metric, distribution) -> sums.computeIfAbsent(metric, ignored -> new Distribution.Sum())
                            .add(distribution));
            input.parts.forEach((metric, byPart) -> byPart.forEach((part, count) -> merged.parts
                    .computeIfAbsent(metric, ignored -> new TreeMap<>())
                    .merge(part, count, Long::sum)));
        }
        sums.forEach((metric, sum) -> merged.durations.put(metric, sum.value()));
        return merged;
    }
}
