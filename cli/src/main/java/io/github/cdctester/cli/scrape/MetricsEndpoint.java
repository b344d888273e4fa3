// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import com.sun.net.httpserver.HttpExchange;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.http.HttpRules;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.httpserver.DefaultHandler;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;

/** Serves the meters of a run at {@code /metrics}. */
public final class MetricsEndpoint implements AutoCloseable {

    private static final String PATH = "/metrics";

    private final PrometheusMeterRegistry registry;
    private final HTTPServer server;

    private MetricsEndpoint(PrometheusMeterRegistry registry, HTTPServer server) {
        this.registry = registry;
        this.server = server;
    }

    /** Fails if the port is in use, or the host is unknown or not an address of this machine. */
    public static MetricsEndpoint start(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new RunFailedException("--prometheus: unknown host " + address.getHostString());
        }
        PrometheusMeterRegistry registry = new BucketedRegistry();
        try {
            HTTPServer server = HTTPServer.builder()
                    .inetAddress(address.getAddress())
                    .port(address.getPort())
                    .registry(registry.getPrometheusRegistry())
                    .metricsHandlerPath(PATH)
                    .authenticator(new HttpRules(address))
                    .defaultHandler(MetricsEndpoint::answerOtherPath)
                    .buildAndStart();
            return new MetricsEndpoint(registry, server);
        } catch (IOException e) {
            throw new RunFailedException(
                    "--prometheus " + address.getHostString() + ":" + address.getPort() + " cannot be served: "
                            + e.getMessage(),
                    e);
        }
    }

    private static void answerOtherPath(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().equals("/")) {
            new DefaultHandler(PATH).handle(exchange);
        } else {
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_NOT_FOUND, -1);
            exchange.close();
        }
    }

    public MeterRegistry registry() {
        return registry;
    }

    @Override
    public void close() {
        server.close();
        registry.close();
    }
}
