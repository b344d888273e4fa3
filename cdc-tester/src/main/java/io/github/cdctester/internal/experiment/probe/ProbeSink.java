// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

/** Takes what probes read, as it comes. Called in the threads of the probes, of each probe in one. What it throws ends the run. */
@FunctionalInterface
public interface ProbeSink {

    /** Takes one reading, or a gap. */
    void reading(ProbeReading reading);

    /** Hands each reading to another sink too. */
    default ProbeSink andThen(ProbeSink next) {
        return reading -> {
            reading(reading);
            next.reading(reading);
        };
    }
}
