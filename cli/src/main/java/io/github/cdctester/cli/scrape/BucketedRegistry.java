// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;

/** A registry whose timers have buckets beside their quantiles: Micrometer's own has the one or the other. */
final class BucketedRegistry extends PrometheusMeterRegistry {

    private final TimerBuckets buckets = new TimerBuckets();

    BucketedRegistry() {
        super(PrometheusConfig.DEFAULT);
        getPrometheusRegistry().register(buckets);
    }

    @Override
    protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauseDetector) {
        List<Tag> tags = getConventionTags(id);
        Labels labels = Labels.of(
                tags.stream().map(Tag::getKey).toList(),
                tags.stream().map(Tag::getValue).toList());
        return new BucketedTimer(super.newTimer(id, config, pauseDetector), buckets.of(getConventionName(id), labels));
    }
}
