// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.otlp;

import io.github.cdctester.internal.meter.DurationBuckets;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;

/** Timers are sent as histograms, which a collector can add up; with percentiles they would be summaries. */
final class BucketsInPlaceOfPercentiles implements MeterFilter {

    private final DistributionStatisticConfig buckets = DistributionStatisticConfig.builder()
            .percentiles()
            .serviceLevelObjectives(DurationBuckets.nanos())
            .build();

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return id.getType() == Meter.Type.TIMER ? buckets.merge(config) : config;
    }
}
