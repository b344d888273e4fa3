// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.meter.ProbeMeters;
import io.micrometer.core.instrument.MeterRegistry;

/** Publishes what probes read as gauges. */
public final class MeteredProbes implements ProbeSink, AutoCloseable {

    private final ProbeMeters meters;

    /** Publishes nothing yet. */
    public MeteredProbes(MeterRegistry registry) {
        meters = new ProbeMeters(registry);
    }

    @Override
    public void reading(ProbeReading reading) {
        String unit = reading.unit().equals(ProbeSpec.NO_UNIT) ? null : reading.unit();
        meters.publish(reading.probe(), unit, reading.values());
    }

    /** Takes the gauges out of the registry again. */
    @Override
    public void close() {
        meters.close();
    }
}
