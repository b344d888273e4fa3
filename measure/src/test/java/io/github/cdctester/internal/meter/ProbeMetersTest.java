// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ProbeMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void seriesAppearAndDisappear() {
        ProbeMeters meters = new ProbeMeters(registry);
        meters.publish("nodes", "PCU", Map.of("nodes.a", 1.0, "nodes.count", 1.0));
        meters.publish("nodes", "PCU", Map.of("nodes.a", 2.0, "nodes.b", 7.0, "nodes.count", 2.0));
        meters.publish("pool", "bytes", Map.of("pool", 512.0));
        assertThat(gaugeValues()).isEqualTo(Map.of("nodes.a", 2.0, "nodes.b", 7.0, "nodes.count", 2.0, "pool", 512.0));
        assertThat(baseUnit("pool")).isEqualTo("bytes");
        assertThat(baseUnit("nodes.a")).isEqualTo("PCU");
        assertThat(baseUnit("nodes.count")).as("number of targets").isNull();

        meters.publish("nodes", "PCU", Map.of("nodes.b", 8.0, "nodes.count", 1.0));
        assertThat(gaugeValues()).isEqualTo(Map.of("nodes.b", 8.0, "nodes.count", 1.0, "pool", 512.0));
        meters.publish("nodes", "PCU", Map.of());
        assertThat(gaugeValues()).as("no series").isEqualTo(Map.of("pool", 512.0));
        meters.close();
        assertThat(gaugeValues()).isEmpty();
    }

    private @Nullable String baseUnit(String series) {
        return registry.get("cdc.probe").tag("series", series).gauge().getId().getBaseUnit();
    }

    private Map<String, Double> gaugeValues() {
        Map<String, Double> values = new TreeMap<>();
        for (Gauge gauge : registry.find("cdc.probe").gauges()) {
            values.put(gauge.getId().getTag("series"), gauge.value());
        }
        return values;
    }
}
