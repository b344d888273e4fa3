// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.RunResult;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What a run was made with, as far as its result says: the plan, what the server said about itself, the tester and its machine. */
public final class RecordedSettings {

    /** Who a server is, rather than how it is set. */
    private static final Set<String> IDENTITY = Set.of("server.serverUuid", "server.serverId", "server.hostname");

    /** A server on this machine listens where there is room. */
    private static final Pattern LOOPBACK = Pattern.compile("(localhost|127\\.[0-9.]+|\\[?::1]?):\\d+");

    private RecordedSettings() {}

    /**
     * Lists them.
     *
     * @param result a run
     * @return each by its name in result.json, with dots for nesting; those that are {@code null} or empty are left out
     */
    public static Map<String, String> of(RunResult result) {
        Map<String, String> settings = new TreeMap<>();
        add("plan", ResultJson.COMPACT.valueToTree(result.plan()), settings);
        add("server", ResultJson.COMPACT.valueToTree(result.server()), settings);
        add("tool", ResultJson.COMPACT.valueToTree(result.tool()), settings);
        settings.keySet().removeAll(IDENTITY);
        return settings;
    }

    private static void add(String name, JsonNode value, Map<String, String> settings) {
        if (value.isObject()) {
            value.properties().forEach(part -> add(name + "." + part.getKey(), part.getValue(), settings));
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
