// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The settings that a result records. */
public final class RecordedSettings {

    /** These values identify a server, and are not settings. */
    private static final Set<String> IDENTITY_NAMES = Set.of("server.serverUuid", "server.serverId", "server.hostname");

    /** The port of a server on this machine is removed, because it is arbitrary. */
    private static final Pattern LOOPBACK = Pattern.compile("(localhost|127\\.[0-9.]+|\\[?::1]?):\\d+");

    /** Notes about conditions that no other recorded value shows. Server variables such as sync_binlog appear only there. */
    private static final Set<Code> CONDITIONS =
            EnumSet.of(Code.COMMITS_NOT_DURABLE, Code.BUFFER_POOL_SMALL, Code.CLOCK_UNKNOWN);

    private RecordedSettings() {}

    /**
     * Keys are names in result.json, with dots for nesting. Settings that are {@code null} or empty are omitted. Options of a
     * load are below {@code plan.loads.NAME}, or below {@code plan} if there is one load.
     */
    public static Map<String, String> of(RunResult result) {
        Map<String, String> settings = new TreeMap<>();
        ObjectNode plan = ResultJson.COMPACT.valueToTree(result.plan());
        JsonNode loads = plan.remove("loads");
        loads.forEach(load -> add(
                loads.size() == 1 ? "plan" : "plan.loads." + load.path("name").asString(), load, settings));
        add("plan", plan, settings);
        add("server", ResultJson.COMPACT.valueToTree(result.server()), settings);
        ObjectNode tool = ResultJson.COMPACT.valueToTree(result.tool());
        tool.remove("clients");
        add("tool", tool, settings);
        result.tool()
                .clients()
                .forEach(loadClient -> settings.put(
                        loads.size() == 1 ? "tool.client" : "tool.client." + loadClient.load(),
                        loadClient.client().name()));
        addNodes(result.summary().tester().nodes(), settings);
        addConditions(result.notes(), settings);
        settings.put("verdict.method", result.verdict().method());
        result.consumers()
                .forEach(consumer -> settings.put(
                        "consumers." + consumer.name() + ".verdict.method",
                        consumer.verdict().method()));
        result.probeUnits().forEach((probe, unit) -> settings.put("probeUnits." + probe, unit));
        settings.keySet().removeAll(IDENTITY_NAMES);
        return settings;
    }

    /** Addresses are omitted, because they may change between runs. */
    private static void addNodes(List<NodeSummary> nodes, Map<String, String> settings) {
        long writers = nodes.stream().filter(node -> node.threads() > 0).count();
        long readers = nodes.stream().filter(node -> !node.streams().isEmpty()).count();
        if (writers > 0) {
            settings.put("nodes.writing", String.valueOf(writers));
            String drivers = distinctValues(nodes, NodeSummary::jdbcDriver);
            if (!drivers.isEmpty()) {
                settings.put("nodes.jdbcDriver", drivers);
            }
        }
        if (readers > 0) {
            settings.put("nodes.reading", String.valueOf(readers));
        }
        if (!nodes.isEmpty()) {
            settings.put("nodes.java", distinctValues(nodes, NodeSummary::java));
            settings.put("nodes.processors", distinctValues(nodes, node -> String.valueOf(node.processors())));
        }
    }

    private static String distinctValues(List<NodeSummary> nodes, Function<NodeSummary, String> property) {
        return nodes.stream()
                .map(property)
                .filter(text -> !text.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /**
     * Several servers can have the same note. Their addresses are omitted, because they may change between runs. Places are
     * omitted, because they are not conditions.
     */
    private static void addConditions(List<Note> notes, Map<String, String> settings) {
        for (Note note : Note.worstFirst(notes)) {
            if (!CONDITIONS.contains(note.code())) {
                continue;
            }
            String name = "notes." + note.code();
            Map<String, Object> arguments = new TreeMap<>(note.arguments());
            arguments.keySet().removeAll(Set.of("server", Note.PLACE));
            if (arguments.isEmpty()) {
                settings.put(name, "yes");
            }
            arguments.forEach((argument, value) ->
                    settings.merge(name + "." + argument, text(value), RecordedSettings::distinctTexts));
        }
    }

    private static String text(Object argument) {
        return argument instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : String.valueOf(argument);
    }

    private static String distinctTexts(String first, String second) {
        return List.of(first.split("; ")).contains(second) ? first : first + "; " + second;
    }

    /** Returns the values that all cells share, and the commands of each setting. */
    public static Map<String, String> of(MatrixResult matrix) {
        Map<String, String> settings = new TreeMap<>();
        add("server", ResultJson.COMPACT.valueToTree(matrix.server()), settings);
        matrix.settings()
                .forEach(setting -> settings.put("settings." + setting.name(), String.join("; ", setting.what())));
        settings.put("address", LOOPBACK.matcher(matrix.address()).replaceFirst("$1"));
        settings.put("baseline", matrix.baseline());
        settings.put("values", matrix.axis() + " " + String.join(", ", matrix.values()));
        settings.put("workloads", String.join(", ", matrix.workloads()));
        if (!matrix.consumers().isEmpty()) {
            settings.put("consumers", String.join(", ", matrix.consumers()));
        }
        settings.put("repeats", String.valueOf(matrix.repeats()));
        settings.put("seed", String.valueOf(matrix.seed()));
        settings.put("seconds", String.valueOf(matrix.seconds()));
        settings.put("warmUp", matrix.warmUp());
        addConditions(matrix.notes(), settings);
        settings.keySet().removeAll(IDENTITY_NAMES);
        return settings;
    }

    public static Map<String, String> of(PlanResult plan) {
        Map<String, String> settings = of(plan.whole());
        if (!plan.text().isEmpty()) {
            settings.put("text", plan.text());
        }
        return settings;
    }

    /** Settings that change from run to run, such as the rate, are omitted. */
    public static Map<String, String> of(FindMaxResult search) {
        Map<String, String> settings = new TreeMap<>();
        List<Map<String, String>> runs = search.trials().stream()
                .map(Trial::result)
                .filter(Objects::nonNull)
                .map(RecordedSettings::of)
                .toList();
        if (!runs.isEmpty()) {
            settings.putAll(runs.get(0));
            settings.entrySet()
                    .removeIf(setting ->
                            runs.stream().anyMatch(run -> !setting.getValue().equals(run.get(setting.getKey()))));
        }
        settings.put("workload", search.workload());
        settings.put("background", search.background() == null ? "" : search.background());
        settings.put("limits", String.join(", ", search.limits()));
        settings.put("startRate", String.valueOf(search.startRate()));
        settings.put("maxRate", String.valueOf(search.maxRate()));
        settings.put("precisionPercent", String.valueOf(search.precisionPercent()));
        settings.put("confirmations", String.valueOf(search.confirmations()));
        settings.put("mostSteps", String.valueOf(search.mostSteps()));
        return settings;
    }

    private static void add(String name, JsonNode value, Map<String, String> settings) {
        if (value.isObject()) {
            value.properties().forEach(child -> add(name + "." + child.getKey(), child.getValue(), settings));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                add(name + "." + (i + 1), value.get(i), settings);
            }
        } else if (!value.isNull() && !value.asString().isEmpty()) {
            String text = value.asString();
            settings.put(name, LOOPBACK.matcher(text).replaceFirst("$1"));
        }
    }
}
