// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Micrometer meters of one stream, load or consumer in the user's registry. */
final class MetricMeters {

    private static final double[] PERCENTILES = {0.5, 0.95, 0.99, 0.999};

    private static final double UNKNOWN = -1;

    private final Metric.Subject subject;
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> gauges = new ArrayList<>();
    private final Map<Metric, Timer> timers = new EnumMap<>(Metric.class);
    private volatile double[] lastValues;
    private volatile double lastSeconds = 1;

    MetricMeters(Metric.Subject subject, MeterRegistry registry, Tags tags) {
        this.subject = subject;
        this.registry = registry;
        this.tags = tags;
        lastValues = new double[Metric.of(subject).size()];
        for (Metric metric : Metric.of(subject)) {
            Metric.Spec spec = metric.spec();
            if (spec.meterType == Metric.MeterType.TIMER) {
                timers.put(
                        metric,
                        Timer.builder(spec.meter)
                                .description(spec.description)
                                .tags(tags)
                                .publishPercentiles(PERCENTILES)
                                .register(registry));
            } else if (spec.meterType == Metric.MeterType.GAUGE && !spec.meter.isEmpty()) {
                gauges.add(gauge(spec.meter, spec.description, spec, () -> gaugeValue(metric)));
            }
            if (!spec.rateMeter.isEmpty()) {
                gauges.add(gauge(spec.rateMeter, spec.rateDescription, spec, () -> rate(metric)));
            }
        }
    }

    private Gauge gauge(String name, String description, Metric.Spec spec, Supplier<Number> value) {
        return Gauge.builder(name, value)
                .description(description)
                .baseUnit(unit(spec))
                .tags(tags)
                .register(registry);
    }

    /** A sample covers no time if the run ends just after the previous sample. */
    private double rate(Metric metric) {
        double seconds = lastSeconds;
        return seconds > 0 ? lastValues[metric.slot()] / seconds : UNKNOWN;
    }

    private double gaugeValue(Metric metric) {
        double value = lastValues[metric.slot()];
        return Double.isNaN(value) ? UNKNOWN : value * metric.spec().factor;
    }

    private static @Nullable String unit(Metric.Spec spec) {
        return spec.unit.isEmpty() ? null : spec.unit;
    }

    void publish(MetricValues values, double seconds) {
        lastValues = values.bySlot();
        lastSeconds = seconds;
        for (Metric metric : Metric.of(subject)) {
            Metric.Spec spec = metric.spec();
            if (spec.meterType == Metric.MeterType.COUNTER && !spec.meter.isEmpty()) {
                count(metric, spec, values);
            }
        }
        timers.forEach((metric, timer) -> values.durations(metric).forEach((micros, count) -> {
            for (long i = 0; i < count; i++) {
                timer.record(micros, TimeUnit.MICROSECONDS);
            }
        }));
    }

    private void count(Metric metric, Metric.Spec spec, MetricValues values) {
        if (spec.partTag != null) {
            values.parts(metric).forEach((part, count) -> count(spec, Tags.of(spec.partTag, part), count));
        } else if (!Double.isNaN(values.get(metric)) && !(spec.sparse && values.get(metric) == 0)) {
            count(spec, spec.tags, values.get(metric));
        }
    }

    private void count(Metric.Spec spec, Tags extraTags, double amount) {
        Counter.builder(spec.meter)
                .description(spec.description)
                .baseUnit(unit(spec))
                .tags(tags.and(extraTags))
                .register(registry)
                .increment(amount);
    }

    /** The gauges would otherwise keep their last value after the run. */
    void close() {
        gauges.forEach(registry::remove);
    }
}
