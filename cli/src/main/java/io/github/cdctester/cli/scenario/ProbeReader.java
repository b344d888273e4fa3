// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.options.Passwords;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.HttpAddress;
import io.github.cdctester.internal.experiment.probe.source.PrometheusSelector;
import io.github.cdctester.internal.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads one probe. */
final class ProbeReader {

    static final List<String> KEYS = List.of(
            "sql",
            "http",
            "prometheus",
            "json",
            "machine",
            "series-by",
            "every",
            "unit",
            "rate",
            "url",
            "user",
            "password-file");

    private static final List<String> SOURCES = List.of("sql", "http", "machine");

    private ProbeReader() {}

    static ProbeSpec read(String name, YamlNode node) {
        node.allow(KEYS.toArray(String[]::new));
        List<String> given =
                SOURCES.stream().filter(key -> node.get(key).isPresent()).toList();
        if (given.size() != 1) {
            throw node.error(
                    given.isEmpty() ? "without a source" : String.join(" and ", given),
                    "given one of " + String.join(", ", SOURCES));
        }
        ProbeSource source = source(given.get(0), node);
        Duration every = Values.duration(node, "every", ProbeSpec.EVERY);
        String unit = node.get("unit").map(YamlNode::text).orElse(ProbeSpec.unitOf(source));
        boolean rate = node.get("rate").map(Values::isTrue).orElse(false);
        Optional<Endpoint> own = server(given.get(0).equals("sql"), node);
        return Values.inPlace(node, node, () -> new ProbeSpec(name, every, unit, rate, source, own));
    }

    /** A statement may be asked elsewhere than at the run's server, and as somebody else. */
    private static Optional<Endpoint> server(boolean sql, YamlNode node) {
        Optional<YamlNode> url = node.get("url");
        if (!sql || url.isEmpty()) {
            Stream.of("url", "user", "password-file")
                    .forEach(key -> node.get(key).ifPresent(other -> {
                        throw other.error("given", "left out without " + (sql ? "url" : "sql"));
                    }));
            return Optional.empty();
        }
        String user = node.get("user").map(YamlNode::text).orElse("");
        String password = node.get("password-file").map(ProbeReader::password).orElse("");
        Endpoint at =
                Values.inPlace(node, url.get(), () -> Endpoint.of(url.get().text(), user, password));
        if (at.withoutPassword().driverProperties().size()
                < at.driverProperties().size()) {
            throw url.get().error("one with a secret", "one without: the file is kept with the result");
        }
        return Optional.of(at);
    }

    private static String password(YamlNode file) {
        try {
            return Passwords.firstLine(Path.of(file.text())).reveal();
        } catch (IOException e) {
            throw file.error(file.text(), "a file that can be read (" + Passwords.why(e) + ")");
        }
    }

    private static ProbeSource source(String kind, YamlNode node) {
        YamlNode what = node.required(kind);
        Optional<String> seriesBy = node.get("series-by").map(YamlNode::text);
        if (!kind.equals("http")) {
            Stream.of("prometheus", "json")
                    .forEach(key -> node.get(key).ifPresent(other -> {
                        throw other.error(other.text(), "left out without http");
                    }));
        }
        return switch (kind) {
            case "sql" -> Values.inPlace(node, node, () -> new ProbeSource.Sql(what.text(), seriesBy));
            case "http" -> http(node, what, seriesBy);
            default -> {
                refuseSeries(node, "machine");
                yield Values.inPlace(node, node, () -> ProbeSource.Machine.parse(what.text()));
            }
        };
    }

    private static ProbeSource http(YamlNode node, YamlNode address, Optional<String> seriesBy) {
        Optional<YamlNode> prometheus = node.get("prometheus");
        Optional<YamlNode> json = node.get("json");
        if (prometheus.isPresent() == json.isPresent()) {
            throw node.error(
                    prometheus.isPresent() ? "prometheus and json" : "http alone",
                    "given one of prometheus, a selector, and json, a pointer");
        }
        if (prometheus.isPresent()) {
            return Values.inPlace(
                    node,
                    node,
                    () -> new ProbeSource.Prometheus(
                            HttpAddress.parse(address.text()),
                            PrometheusSelector.parse(prometheus.get().text()),
                            seriesBy));
        }
        refuseSeries(node, "json");
        return Values.inPlace(
                node,
                node,
                () -> new ProbeSource.Json(
                        HttpAddress.parse(address.text()), json.orElseThrow().text()));
    }

    private static void refuseSeries(YamlNode node, String kind) {
        node.get("series-by").ifPresent(by -> {
            throw by.error(by.text(), "left out with " + kind + ", which has one number");
        });
    }
}
