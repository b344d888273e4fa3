// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.usage.NoReading;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Converts counters to rates per second. The first reading has no rates. A lower value has no rate either, because its counter was reset.
 */
final class RateReader implements SourceReader {

    private final SourceReader counters;
    private final String gaugeSeries;
    private final NanoClock clock;
    private Map<String, Double> previousValues = Map.of();
    private long previousNanos;

    /** @param gaugeSeries the number of targets, which is not a counter; may be empty */
    RateReader(SourceReader counters, String gaugeSeries, NanoClock clock) {
        this.counters = counters;
        this.gaugeSeries = gaugeSeries;
        this.clock = clock;
    }

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        Map<String, Double> currentValues = counters.read();
        long nowNanos = clock.nanoTime();
        Map<String, Double> rates = new LinkedHashMap<>();
        currentValues.forEach((series, value) -> {
            Double previousValue = previousValues.get(series);
            if (series.equals(gaugeSeries)) {
                rates.put(series, value);
            } else if (previousValue != null && value >= previousValue && nowNanos > previousNanos) {
                rates.put(series, (value - previousValue) * 1e9 / (nowNanos - previousNanos));
            }
        });
        previousValues = currentValues;
        previousNanos = nowNanos;
        return rates;
    }

    @Override
    public void close() {
        counters.close();
    }
}
