// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The gauges {@code cdc.phase}: one for each phase that has begun, which is 1 while it goes on and 0 from its end on. For the thread that
 * takes the samples.
 */
final class PhaseMeters {

    /** A phase's gauge, and what it shows. */
    private static final class Shown {
        private volatile int value;
        private @Nullable Gauge gauge;
    }

    private final MeterRegistry registry;
    private final Tags tags;
    private final Map<String, Shown> phases = new LinkedHashMap<>();
    private @Nullable Shown on;

    PhaseMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /** Another phase goes on from here, or the same one; with {@code null} none does. */
    void show(@Nullable String phase) {
        Shown next = phase == null ? null : phases.computeIfAbsent(phase, name -> new Shown());
        if (next == on) {
            return;
        }
        if (on != null) {
            on.value = 0;
        }
        on = next;
        if (next != null) {
            next.value = 1;
            if (next.gauge == null) {
                next.gauge = Gauge.builder("cdc.phase", next, it -> it.value)
                        .description("1 while the phase goes on, 0 when it is over")
                        .tags(tags.and("phase", String.valueOf(phase)))
                        .register(registry);
            }
        }
    }

    void close() {
        for (Shown shown : phases.values()) {
            Gauge gauge = shown.gauge;
            if (gauge != null) {
                registry.remove(gauge);
            }
        }
    }
}
