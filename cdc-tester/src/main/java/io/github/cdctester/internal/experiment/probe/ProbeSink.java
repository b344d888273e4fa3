// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.meter.ProbeMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes what probes read, as it comes. Called in the threads of the probes, of each probe in one. What it throws ends the run. */
@FunctionalInterface
public interface ProbeSink {

    void reading(ProbeReading reading);

    default ProbeSink andThen(ProbeSink next) {
        return reading -> {
            reading(reading);
            next.reading(reading);
        };
    }

    /** Publishes what probes read as gauges. */
    final class MeteredProbes implements ProbeSink, AutoCloseable {

        private final ProbeMeters meters;

        public MeteredProbes(MeterRegistry registry) {
            meters = new ProbeMeters(registry);
        }

        @Override
        public void reading(ProbeReading reading) {
            String unit = reading.unit().equals(ProbeSpec.NO_UNIT) ? null : reading.unit();
            meters.publish(reading.probe(), unit, reading.values());
        }

        @Override
        public void close() {
            meters.close();
        }
    }

    /**
     * One reading of a probe.
     *
     * @param seconds the same, in seconds since the probes were started
     * @param values by the flat names of the series; empty in a gap
     * @param gap why there is nothing, in one sentence; {@code null} where there is something
     */
    record ProbeReading(
            String probe,
            String unit,
            Instant at,
            double seconds,
            Map<String, Double> values,
            @Nullable String gap) {

        public ProbeReading {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }
}
