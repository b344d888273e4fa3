// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Http;
import io.github.cdctester.internal.experiment.probe.source.PrometheusSelector;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads probe definitions from a plan, a file, or one line. */
public final class ProbeReader {

    public record ProbeKeys(
            YamlNode node,
            Optional<String> sql,
            Optional<String> http,
            Optional<String> prometheus,
            Optional<String> json,
            Optional<String> machine,
            Optional<YamlNode> command,
            Map<String, YamlNode> headers,
            Optional<YamlNode> bearerToken,
            Optional<String> seriesBy,
            @Default("1s") Duration every,
            Optional<String> unit,
            @Default("false") boolean rate,
            Optional<YamlNode> of,
            Optional<String> url,
            Optional<String> user,
            Optional<YamlNode> passwordFile) {}

    private static final YamlBinder BINDER = new YamlBinder().with(Duration.class, YamlNode::duration);

    private static final String SOURCES =
            "SELECT …, SHOW …, http://HOST/… METRIC or /JSON/POINTER, command …, cpu or memory";
    private static final Pattern STATEMENT =
            Pattern.compile("(?is)(select|show|with|table|values|describe|desc|explain)\\b.*|[(/-].*");
    private static final Pattern ADDRESS = Pattern.compile("(?is)(https?://\\S+)\\s*(.*)");
    private static final Pattern COMMAND = Pattern.compile("(?s)command\\b:?\\s*(.*)");

    /** These values are secrets: they must not appear in a plan file or a process list. */
    private static final Pattern SECRET_HEADER =
            Pattern.compile("(?i).*(authorization|cookie|token|secret|password|api-?key).*");

    private ProbeReader() {}

    /** The key {@code probes} may be left out. */
    public static List<ProbeSpec> readFile(Path file) {
        YamlNode root = YamlFile.parse(file);
        Map<String, YamlNode> entries = root.entries();
        Map<String, YamlNode> probes = root.get("probes")
                .filter(head -> entries.size() == 1 && head.isMapping())
                .map(YamlNode::entries)
                .filter(nested -> nested.values().stream().allMatch(YamlNode::isMapping))
                .orElse(entries);
        return probes.entrySet().stream()
                .map(entry -> read(entry.getKey(), BINDER.read(entry.getValue(), ProbeKeys.class)))
                .toList();
    }

    /**
     * @param source a statement, an address with a selector or a JSON pointer, {@code command …}, {@code cpu of the server}, or a plan's
     * probe keys in braces
     */
    public static ProbeSpec parseLine(String name, String source) {
        String text = source.strip();
        try {
            String keys = text.startsWith("{") ? text : keys(text);
            return read(name, BINDER.read(YamlFile.parse(name, keys, Map.of()), ProbeKeys.class));
        } catch (InvalidPlanException e) { // removes the line number, and the key that the user did not write
            String reason = String.valueOf(e.getMessage()).replaceFirst("^\\Q" + name + "\\E:1: ", "");
            throw new InvalidPlanException(
                    "probes." + name, text.startsWith("{") ? reason : reason.replaceFirst("^[a-z]+: ", ""));
        }
    }

    private static String keys(String text) {
        Matcher address = ADDRESS.matcher(text);
        Matcher command = COMMAND.matcher(text);
        if (address.matches()) {
            String selector = address.group(2).strip();
            if (selector.isEmpty()) {
                throw new InvalidPlanException("http", "'" + text + "' needs a metric or a /json/pointer after it");
            }
            String kind = selector.startsWith("/") ? "json" : "prometheus";
            return "{http: " + quoted(address.group(1)) + ", " + kind + ": " + quoted(selector) + "}";
        } else if (command.matches()) {
            return "{command: " + quoted(command.group(1)) + "}";
        } else if (STATEMENT.matcher(text).matches()) {
            return "{sql: " + quoted(text) + "}";
        } else if (text.matches("(?s)(cpu|memory)\\b.*")) {
            return "{machine: " + quoted(text) + "}";
        }
        throw new InvalidPlanException("source", "'" + text + "' must be " + SOURCES);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    public static ProbeSpec read(String name, ProbeKeys keys) {
        YamlNode node = keys.node();
        String kind = node.oneOf("sql", "http", "machine", "command");
        node.requireFor("http", "prometheus", "json", "headers", "bearer-token");
        node.requireFor("sql", "url");
        node.requireFor("url", "user", "password-file");
        return node.withErrorsAtNode(() -> {
            ProbeSource source = switch (kind) {
                case "sql" -> new ProbeSource.Sql(keys.sql().orElseThrow(), keys.seriesBy());
                case "http" -> http(keys);
                case "command" -> command(keys.command().orElseThrow());
                default -> ProbeSource.Machine.parse(keys.machine().orElseThrow());
            };
            if (keys.seriesBy().isPresent() && source.seriesBy().isEmpty()) {
                String reason = kind.equals("command")
                        ? "a command names its series itself, as NAME=NUMBER"
                        : keys.json().map(any -> "json").orElse(kind) + " gives one number";
                throw node.required("series-by").problem(reason + "; leave this out");
            }
            String unit = keys.unit().orElseGet(() -> ProbeSpec.defaultUnit(source));
            Map<String, ResultMetric> metrics =
                    keys.of().map(of -> resultMetrics(name, of, unit, source)).orElse(Map.of());
            return new ProbeSpec(name, keys.every(), unit, keys.rate(), source, server(keys), metrics);
        });
    }

    /** A list is a program and its arguments. A text is a line for the shell. */
    private static ProbeSource.Command command(YamlNode node) {
        return node.withErrorsAtNode(() -> new ProbeSource.Command(
                node.isList()
                        ? node.elements().stream().map(YamlNode::text).toList()
                        : node.text().isBlank() ? List.of() : List.of("/bin/sh", "-c", node.text())));
    }

    /** One metric for a single number, or one metric per series. */
    private static Map<String, ResultMetric> resultMetrics(String name, YamlNode of, String unit, ProbeSource source) {
        if (of.isMapping()) {
            Map<String, ResultMetric> metrics = new LinkedHashMap<>();
            of.entries().forEach((series, node) -> metrics.put(name + "." + series, resultMetric(node.text(), unit)));
            return metrics;
        }
        if (source.seriesBy().isPresent()) {
            throw new InvalidPlanException(
                    "of", "'" + of.text() + "'", "given for each series, as {SERIES: METRIC}, with series-by");
        }
        return Map.of(name, resultMetric(of.text(), unit));
    }

    private static ResultMetric resultMetric(String metric, String unit) {
        try {
            boolean isOfLoadOrConsumer =
                    metric.matches("(?i)(loads|consumers)\\..*"); // names of loads and consumers may contain hyphens
            ResultValue value = ResultValues.of((isOfLoadOrConsumer ? metric : metric.replace("-", "")).strip());
            return new ResultMetric(value.name(), value.scaleOf(unit));
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException(
                    "of",
                    "'" + metric + "'",
                    "a number of the result such as dt.mean, bps, eps or tps: " + e.getMessage());
        }
    }

    /** Returns empty for the run's server. */
    private static Optional<Endpoint> server(ProbeKeys keys) {
        Optional<Endpoint> probeServer = keys.url()
                .map(url -> Endpoint.of(
                        url,
                        keys.user().orElse(""),
                        keys.passwordFile().map(ProbeReader::firstLine).orElse("")));
        probeServer
                .filter(server -> server.withoutPassword().driverProperties().size()
                        < server.driverProperties().size())
                .ifPresent(server -> {
                    throw keys.node()
                            .required("url")
                            .problem(
                                    "contains a secret; use password-file, because the plan is stored with the result");
                });
        return probeServer;
    }

    private static String firstLine(YamlNode file) {
        try {
            return SecretFile.firstLine(Path.of(file.text()));
        } catch (IOException e) {
            throw file.problem("cannot read '" + file.text() + "': " + SecretFile.reasonOf(e));
        }
    }

    private static ProbeSource http(ProbeKeys keys) {
        Http address = Http.of(keys.http().orElseThrow(), headers(keys));
        if (keys.node().oneOf("prometheus", "json").equals("prometheus")) {
            PrometheusSelector selector =
                    PrometheusSelector.parse(keys.prometheus().orElseThrow());
            return new ProbeSource.Prometheus(address, selector, keys.seriesBy());
        }
        return new ProbeSource.Json(address, keys.json().orElseThrow());
    }

    private static Map<String, Password> headers(ProbeKeys keys) {
        Map<String, Password> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        keys.headers().forEach((name, value) -> {
            boolean isSecret = SECRET_HEADER.matcher(name).matches();
            headers.put(name, Password.of(isSecret || value.isMapping() ? secret(value) : value.text()));
        });
        keys.bearerToken().ifPresent(token -> {
            if (headers.containsKey("Authorization")) {
                throw token.problem("leave it out, or the header Authorization");
            }
            headers.put("Authorization", Password.of("Bearer " + secret(token)));
        });
        return headers;
    }

    /** The value must never be printed. */
    private static String secret(YamlNode node) {
        if (!node.isMapping()) {
            throw node.problem("is a secret, and the plan is stored with the result; give {env: NAME} or {file: PATH}");
        }
        node.rejectKeysExcept("env", "file");
        YamlNode valueNode = node.required(node.oneOf("env", "file"));
        boolean isInFile = node.get("file").isPresent();
        String value = isInFile ? firstLine(valueNode) : System.getenv(valueNode.text());
        if (value == null || value.isBlank()) {
            throw valueNode.problem(
                    isInFile
                            ? "the first line of '" + valueNode.text() + "' is empty"
                            : "there is no variable '" + valueNode.text() + "' in the environment");
        }
        return value.strip();
    }
}
