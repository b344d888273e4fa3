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

/** Sends the meters of a run to an OpenTelemetry collector, every 10 s and at the end. */
public final class OtlpPublisher {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(3);

    /** A collector can add up histograms. With percentiles, Micrometer would send summaries. */
    private static final MeterFilter BUCKET_FILTER = new MeterFilter() {
        private final DistributionStatisticConfig buckets = DistributionStatisticConfig.builder()
                .percentiles()
                .serviceLevelObjectives(DurationBuckets.nanos())
                .build();

        @Override
        public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
            return id.getType() == Meter.Type.TIMER ? buckets.merge(config) : config;
        }
    };

    private OtlpPublisher() {}

    /**
     * The environment variables {@code OTEL_EXPORTER_OTLP_HEADERS} and {@code OTEL_RESOURCE_ATTRIBUTES} can contain HTTP headers, such
     * as a token, and resource attributes.
     *
     * @param warning receives one line at the first failure
     * @return the registry, which sends its values a last time when it is closed
     */
    public static MeterRegistry start(URI url, Consumer<String> warning) {
        return start(url, INTERVAL, warning);
    }

    static MeterRegistry start(URI url, Duration step, Consumer<String> warning) {
        OtlpMeterRegistry registry = OtlpMeterRegistry.builder(new Config(url, step))
                .clock(Clock.SYSTEM)
                .metricsSender(warningOnce(
                        new OtlpHttpMetricsSender(new HttpUrlConnectionSender(CONNECT_TIMEOUT, READ_TIMEOUT)),
                        url,
                        warning))
                .build();
        registry.config().meterFilter(BUCKET_FILTER);
        return registry;
    }

    /** Micrometer would log each failure with its stack trace. The run continues, and later sends are tried. */
    private static OtlpMetricsSender warningOnce(OtlpMetricsSender sender, URI url, Consumer<String> warning) {
        AtomicBoolean hasWarned = new AtomicBoolean();
        return request -> {
            try {
                sender.send(request);
            } catch (Exception e) {
                if (!hasWarned.getAndSet(true)) {
                    warning.accept("meters do not arrive at " + url + " (" + reason(e)
                            + "); the run continues without them; this is reported once");
                }
            }
        };
    }

    private static String reason(Throwable e) {
        Throwable cause = e.getCause();
        return cause != null
                ? reason(cause)
                : e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
    }

    private record Config(URI address, Duration step) implements OtlpConfig {

        @Override
        public @Nullable String get(String key) {
            return null; // Micrometer then uses the environment, and the methods below
        }

        @Override
        public String url() {
            return address.toString();
        }

        /** Micrometer's default is milliseconds. */
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
}
