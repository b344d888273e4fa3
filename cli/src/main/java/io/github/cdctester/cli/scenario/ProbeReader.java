// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.options.Passwords;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.HttpAddress;
import io.github.cdctester.internal.experiment.probe.source.PrometheusSelector;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads one probe. */
final class ProbeReader {

    /** The keys of a probe. */
    record ProbeKeys(
            YamlNode node,
            Optional<String> sql,
            Optional<String> http,
            Optional<String> prometheus,
            Optional<String> json,
            Optional<String> machine,
            Optional<String> seriesBy,
            @Default("1s") Duration every,
            Optional<String> unit,
            @Default("false") boolean rate,
            Optional<String> url,
            Optional<String> user,
            Optional<YamlNode> passwordFile) {}

    private ProbeReader() {}

    static ProbeSpec read(String name, ProbeKeys keys) {
        YamlNode node = keys.node();
        String kind = node.oneOf("sql", "http", "machine");
        node.refuseWithout("http", "prometheus", "json");
        node.refuseWithout("sql", "url");
        node.refuseWithout("url", "user", "password-file");
        return node.inPlace(() -> {
            ProbeSource source = switch (kind) {
                case "sql" -> new ProbeSource.Sql(keys.sql().orElseThrow(), keys.seriesBy());
                case "http" -> http(keys);
                default -> {
                    refuseSeries(node, kind);
                    yield ProbeSource.Machine.parse(keys.machine().orElseThrow());
                }
            };
            String unit = keys.unit().orElseGet(() -> ProbeSpec.unitOf(source));
            return new ProbeSpec(name, keys.every(), unit, keys.rate(), source, server(keys));
        });
    }

    /** A statement may be asked elsewhere than at the run's server, and as somebody else. */
    private static Optional<Endpoint> server(ProbeKeys keys) {
        Optional<Endpoint> own = keys.url()
                .map(url -> Endpoint.of(
                        url,
                        keys.user().orElse(""),
                        keys.passwordFile().map(ProbeReader::password).orElse("")));
        own.filter(at -> at.withoutPassword().driverProperties().size()
                        < at.driverProperties().size())
                .ifPresent(at -> {
                    throw keys.node()
                            .required("url")
                            .problem("has a secret in it; use password-file, as the plan is kept with the result");
                });
        return own;
    }

    private static String password(YamlNode file) {
        try {
            return Passwords.firstLine(Path.of(file.text())).reveal();
        } catch (IOException e) {
            throw file.problem("cannot read '" + file.text() + "': " + Passwords.why(e));
        }
    }

    private static ProbeSource http(ProbeKeys keys) {
        var address = HttpAddress.parse(keys.http().orElseThrow());
        if (keys.node().oneOf("prometheus", "json").equals("prometheus")) {
            PrometheusSelector selector =
                    PrometheusSelector.parse(keys.prometheus().orElseThrow());
            return new ProbeSource.Prometheus(address, selector, keys.seriesBy());
        }
        refuseSeries(keys.node(), "json");
        return new ProbeSource.Json(address, keys.json().orElseThrow());
    }

    private static void refuseSeries(YamlNode node, String kind) {
        node.get("series-by").ifPresent(by -> {
            throw by.problem(kind + " gives one number; leave this out");
        });
    }
}
