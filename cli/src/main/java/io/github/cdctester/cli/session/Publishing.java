// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.otlp.OtlpPublisher;
import io.github.cdctester.cli.scrape.MetricsEndpoint;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Optional;
import java.util.function.Consumer;

/** Publishes a command's meters to a Prometheus endpoint, an OTLP collector, or both. */
public final class Publishing implements AutoCloseable {

    private final Optional<MetricsEndpoint> prometheusEndpoint;
    private final CompositeMeterRegistry registry = new CompositeMeterRegistry();

    public Publishing(OutputOptions output, Consumer<String> warnings) {
        prometheusEndpoint = output.prometheus().map(MetricsEndpoint::start);
        prometheusEndpoint.ifPresent(endpoint -> registry.add(endpoint.registry()));
        output.otlp()
                .ifPresent(url ->
                        registry.add(OtlpPublisher.start(url, warning -> warnings.accept("--otlp: " + warning))));
    }

    /** Returns empty without targets. */
    public Optional<MeterRegistry> registry() {
        return registry.getRegistries().isEmpty() ? Optional.empty() : Optional.of(registry);
    }

    @Override
    public void close() {
        registry.close();
        prometheusEndpoint.ifPresent(MetricsEndpoint::close);
    }
}
