// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.sysbench;

import io.github.cdctester.internal.catalog.Workloads;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Translates sysbench's names of options and scripts. */
final class SysbenchNames {

    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("--mysql-host", "--host"),
            Map.entry("--mysql-port", "--port"),
            Map.entry("--mysql-user", "--user"),
            Map.entry("--mysql-password", "--password"),
            Map.entry("--mysql-db", "--database"),
            Map.entry("--mysql-ignore-errors", "--ignore-errors"),
            Map.entry("--mysql-ssl", "--ssl-mode"),
            Map.entry("--mysql-ssl-ca", "--ssl-ca"),
            // deprecated options of sysbench 1.0
            Map.entry("--num-threads", "--threads"),
            Map.entry("--max-time", "--time"),
            Map.entry("--max-requests", "--events"),
            Map.entry("--tx-rate", "--rate"));

    private static final String SCRIPT_PREFIX = "oltp_";

    private SysbenchNames() {}

    static String name(String argument) {
        int equals = argument.indexOf('=');
        return equals < 0 ? argument : argument.substring(0, equals);
    }

    static Optional<String> value(String argument) {
        int equals = argument.indexOf('=');
        return equals < 0 ? Optional.empty() : Optional.of(argument.substring(equals + 1));
    }

    static String translate(String argument) {
        if (!argument.startsWith("--")) {
            return argument;
        }
        String hyphenated = name(argument).replace('_', '-');
        String name = OPTIONS.getOrDefault(hyphenated, hyphenated);
        if (hyphenated.equals("--mysql-ssl")) {
            return name + "=" + sslMode(value(argument).orElse("on"));
        }
        return value(argument).map(value -> name + "=" + value).orElse(name);
    }

    /** sysbench 1.0 has {@code on} and {@code off}; version 1.1 has the modes of MySQL's clients. */
    private static String sslMode(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "on", "true", "yes", "1" -> "REQUIRED";
            case "off", "false", "no", "0" -> "DISABLED";
            default -> value;
        };
    }

    static Optional<String> translatedName(String option) {
        return Optional.ofNullable(OPTIONS.get(option));
    }

    static Optional<String> workload(String word) {
        String name = word.replaceFirst("^.*/", "").replaceFirst("\\.lua$", "");
        return Workloads.ALL.names().contains(name) && (name.equals(word) || isScript(name))
                ? Optional.of(name)
                : Optional.empty();
    }

    static boolean isScript(String workload) {
        return workload.startsWith(SCRIPT_PREFIX);
    }
}
