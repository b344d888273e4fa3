// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a probe has read once.
 *
 * @param probe its name
 * @param unit its unit
 * @param at when it asked
 * @param seconds the same, in seconds since the probes were started
 * @param values by the flat names of the series; empty in a gap
 * @param gap why there is nothing, in one sentence; {@code null} where there is something
 */
public record ProbeReading(
        String probe,
        String unit,
        Instant at,
        double seconds,
        Map<String, Double> values,
        @Nullable String gap) {

    /** Keeps the order of the series. */
    public ProbeReading {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
