// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The gauges {@code cdc.probe}, one per series of a probe. Thread-safe. */
public final class ProbeMeters implements AutoCloseable {

    private static final class SeriesGauge {
        private volatile double value;
        private @Nullable Gauge gauge;
    }

    private final MeterRegistry registry;
    private final Map<String, Map<String, SeriesGauge>> probes = new HashMap<>();

    public ProbeMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    public synchronized void publish(String probe, @Nullable String unit, Map<String, Double> values) {
        Map<String, SeriesGauge> gauges = probes.computeIfAbsent(probe, name -> new HashMap<>());
        for (Iterator<Map.Entry<String, SeriesGauge>> entries =
                        gauges.entrySet().iterator();
                entries.hasNext(); ) {
            Map.Entry<String, SeriesGauge> entry = entries.next();
            if (!values.containsKey(entry.getKey())) {
                remove(entry.getValue());
                entries.remove();
            }
        }
        values.forEach((series, value) -> {
            SeriesGauge gauge = gauges.computeIfAbsent(series, name -> new SeriesGauge());
            gauge.value = value;
            if (gauge.gauge == null) {
                gauge.gauge = Gauge.builder("cdc.probe", gauge, it -> it.value)
                        .description("Last value of a probe")
                        .baseUnit(series.equals(probe + ".count") ? null : unit) // the number of targets
                        .tags(Tags.of("probe", probe, "series", series))
                        .register(registry);
            }
        });
    }

    private void remove(SeriesGauge series) {
        Gauge gauge = series.gauge;
        if (gauge != null) {
            registry.remove(gauge);
        }
    }

    @Override
    public synchronized void close() {
        probes.values().forEach(gauges -> gauges.values().forEach(this::remove));
        probes.clear();
    }
}
