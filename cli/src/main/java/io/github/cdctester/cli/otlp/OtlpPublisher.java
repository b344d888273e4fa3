// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.otlp;

import io.github.cdctester.internal.meter.duration.DurationBuckets;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the meters of a run to a collector, every ten seconds and at the end. It reports only the first failure. */
public final class OtlpPublisher implements AutoCloseable {

    private static final Duration STEP = Duration.ofSeconds(10);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(3);

    /** Timers are sent as histograms, which a collector can add up; with percentiles they would be summaries. */
    private static final MeterFilter BUCKETS = new MeterFilter() {
        private final DistributionStatisticConfig buckets = DistributionStatisticConfig.builder()
                .percentiles()
                .serviceLevelObjectives(DurationBuckets.nanos())
                .build();

        @Override
        public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
            return id.getType() == Meter.Type.TIMER ? buckets.merge(config) : config;
        }
    };

    private final OtlpMeterRegistry registry;

    private OtlpPublisher(OtlpMeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Starts sending. Headers, such as a token, and further attributes are from the environment:
     * {@code OTEL_EXPORTER_OTLP_HEADERS}, {@code OTEL_RESOURCE_ATTRIBUTES}.
     *
     * @param warning receives one line if they do not arrive
     */
    public static OtlpPublisher start(URI url, Consumer<String> warning) {
        return start(url, STEP, warning);
    }

    static OtlpPublisher start(URI url, Duration step, Consumer<String> warning) {
        OtlpMeterRegistry registry = OtlpMeterRegistry.builder(new Config(url, step))
                .clock(Clock.SYSTEM)
                .metricsSender(warningOnce(
                        new OtlpHttpMetricsSender(new HttpUrlConnectionSender(CONNECT_TIMEOUT, READ_TIMEOUT)),
                        url,
                        warning))
                .build();
        registry.config().meterFilter(BUCKETS);
        return new OtlpPublisher(registry);
    }

    /**
     * Warns of the first failure in one line; Micrometer would log each with its stack trace. A run continues without its meters.
     */
    private static OtlpMetricsSender warningOnce(OtlpMetricsSender sender, URI url, Consumer<String> warning) {
        AtomicBoolean told = new AtomicBoolean();
        return request -> {
            try {
                sender.send(request);
            } catch (Exception e) {
                if (!told.getAndSet(true)) {
                    warning.accept("meters do not arrive at " + url + " (" + reason(e)
                            + "); the run goes on without them, and this is said once");
                }
            }
        };
    }

    /** The root cause in words. */
    private static String reason(Throwable e) {
        Throwable cause = e.getCause();
        return cause != null
                ? reason(cause)
                : e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
    }

    private record Config(URI address, Duration step) implements OtlpConfig {

        @Override
        public @Nullable String get(String key) {
            return null; // only the environment, and the settings below
        }

        @Override
        public String url() {
            return address.toString();
        }

        /** The unit in the meters' names in Prometheus; the default is milliseconds. */
        @Override
        public TimeUnit baseTimeUnit() {
            return TimeUnit.SECONDS;
        }

        @Override
        public Map<String, String> resourceAttributes() {
            Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
            attributes.putIfAbsent("service.name", "cdc-tester");
            return attributes;
        }
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Sends what there is, and ends. */
    @Override
    public void close() {
        registry.close();
    }
}
