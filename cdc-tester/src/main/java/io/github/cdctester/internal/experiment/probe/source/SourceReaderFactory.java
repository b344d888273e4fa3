// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Http;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Subject;
import io.github.cdctester.internal.json.JsonNumber;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.usage.DockerSocket;
import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.internal.usage.ProcFiles;
import io.github.cdctester.workload.ConnectionSource;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

public final class SourceReaderFactory {

    private final Supplier<Optional<ProcessHandle>> server;
    private final Endpoint endpoint;
    private @Nullable HttpClient http;

    /**
     * @param server empty if this process has not started the server
     * @param endpoint for the environment of programs
     */
    public SourceReaderFactory(Supplier<Optional<ProcessHandle>> server, Endpoint endpoint) {
        this.server = server;
        this.endpoint = endpoint;
    }

    /**
     * @param probe prefix of the series names
     * @param connections the owner closes them after the reader has ended
     */
    public SourceReader reader(
            String probe, ProbeSource source, boolean rate, Duration timeout, ConnectionSource connections) {
        SeriesNames names = new SeriesNames(probe);
        SourceReader reader = reader(source, names, timeout, connections);
        return rate
                ? new RateReader(reader, source.seriesBy().isPresent() ? names.countSeries() : "", NanoClock.SYSTEM)
                : reader;
    }

    private SourceReader reader(ProbeSource source, SeriesNames names, Duration timeout, ConnectionSource connections) {
        if (source instanceof ProbeSource.Sql sql) {
            return new SqlReader(sql, names, connections, timeout);
        }
        if (source instanceof ProbeSource.Prometheus prometheus) {
            return new PrometheusReader(
                    fetch(prometheus.at(), PrometheusReader.ACCEPTED, timeout),
                    prometheus.selector(),
                    prometheus.seriesBy(),
                    names);
        }
        if (source instanceof ProbeSource.Json json) {
            HttpFetch httpFetch = fetch(json.at(), "application/json,*/*;q=0.1", timeout);
            return () -> number(httpFetch.text(), json.pointer(), names);
        }
        if (source instanceof ProbeSource.Command command) {
            return new CommandReader(command.words(), endpoint, names, timeout);
        }
        ProbeSource.Machine machine = (ProbeSource.Machine) source;
        if (machine.subject() == Subject.CONTAINER) {
            DockerSocket docker = new DockerSocket(System.getenv("DOCKER_HOST"), timeout);
            return new ContainerReader(
                    docker, machine.name(), machine.cpu(), names, new ProcFiles.CpuShare(NanoClock.SYSTEM));
        }
        return new MachineReader(machine, names, server, NanoClock.SYSTEM);
    }

    private static Map<String, Double> number(String json, String pointer, SeriesNames names) throws NoReading {
        try {
            return Map.of(names.singleSeries(), JsonNumber.at(pointer, json));
        } catch (IllegalArgumentException e) {
            throw NoReading.invalid("json", String.valueOf(e.getMessage()));
        }
    }

    /** Headers may contain secrets for one server, so requests with headers do not follow redirects. */
    private HttpFetch fetch(Http at, String accepted, Duration timeout) {
        HttpClient client = at.headers().isEmpty() ? http() : HttpFetch.client(Redirect.NEVER);
        return new HttpFetch(client, at, accepted, timeout);
    }

    /** Created on demand, because a client has its own thread. */
    private HttpClient http() {
        HttpClient client = http == null ? HttpFetch.client(Redirect.NORMAL) : http;
        http = client;
        return client;
    }
}
