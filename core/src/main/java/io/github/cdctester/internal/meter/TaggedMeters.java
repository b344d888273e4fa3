// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Meters of one set of tags in the user's registry. */
final class TaggedMeters {

    private static final double[] PERCENTILES = {0.5, 0.95, 0.99, 0.999};

    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> gauges = new ArrayList<>();

    TaggedMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    Timer timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .publishPercentiles(PERCENTILES)
                .register(registry);
    }

    void gauge(String name, @Nullable String unit, String description, Supplier<Number> value) {
        gauges.add(Gauge.builder(name, value)
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    void count(String name, String unit, long amount, String... moreTags) {
        Counter.builder(name)
                .baseUnit(unit)
                .tags(tags.and(moreTags))
                .register(registry)
                .increment(amount);
    }

    void removeGauges() {
        gauges.forEach(registry::remove);
    }

    static void record(Timer timer, Distribution durations) {
        durations.forEach((micros, count) -> {
            for (long i = 0; i < count; i++) {
                timer.record(micros, TimeUnit.MICROSECONDS);
            }
        });
    }
}
