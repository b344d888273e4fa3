// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.otlp.OtlpPublisher;
import io.github.cdctester.cli.scrape.MetricsEndpoint;
import io.github.cdctester.internal.text.PlainText;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Optional;

/** Publishes a command's meters to a Prometheus endpoint, to an OTLP collector, to both, or to none. */
public final class Publishing implements AutoCloseable {

    private final Optional<MetricsEndpoint> prometheusEndpoint;
    private final Optional<OtlpPublisher> otlpPublisher;

    private Publishing(Optional<MetricsEndpoint> prometheusEndpoint, Optional<OtlpPublisher> otlpPublisher) {
        this.prometheusEndpoint = prometheusEndpoint;
        this.otlpPublisher = otlpPublisher;
    }

    public static Publishing start(OutputOptions output, PrintWriter err) {
        Optional<URI> collector = output.otlp();
        Optional<MetricsEndpoint> prometheusEndpoint = output.prometheus().map(MetricsEndpoint::start);
        return new Publishing(
                prometheusEndpoint,
                collector.map(url -> OtlpPublisher.start(url, warning -> {
                    err.println("cdc-tester: --otlp: " + PlainText.line(warning));
                    err.flush();
                })));
    }

    /** Returns one registry for all targets; empty without targets. */
    public Optional<MeterRegistry> registry() {
        CompositeMeterRegistry combinedRegistry = new CompositeMeterRegistry();
        prometheusEndpoint.ifPresent(endpoint -> combinedRegistry.add(endpoint.registry()));
        otlpPublisher.ifPresent(publisher -> combinedRegistry.add(publisher.registry()));
        return combinedRegistry.getRegistries().isEmpty() ? Optional.empty() : Optional.of(combinedRegistry);
    }

    @Override
    public void close() {
        otlpPublisher.ifPresent(OtlpPublisher::close);
        prometheusEndpoint.ifPresent(MetricsEndpoint::close);
    }
}
