// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.config.Password;
import io.github.cdctester.failure.InvalidPlanException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public sealed interface ProbeSource {

    /** The label or column with the names of targets; each target has its own series. Empty for a single target. */
    default Optional<String> seriesBy() {
        return Optional.empty();
    }

    /**
     * Uses a separate connection of the probe.
     *
     * @param seriesBy column with the name of each row's series
     */
    record Sql(String sql, Optional<String> seriesBy) implements ProbeSource {

        private static final Pattern FIRST_WORD =
                Pattern.compile("(?s)(?:\\s|\\(|/\\*(?!!).*?\\*/|--\\s[^\\n]*\\n)*+(\\w*).*");
        private static final Set<String> READING_KEYWORDS =
                Set.of("SELECT", "SHOW", "WITH", "TABLE", "VALUES", "DESCRIBE", "DESC", "EXPLAIN");

        public Sql {
            Matcher matcher = FIRST_WORD.matcher(sql);
            if (!matcher.matches()
                    || !READING_KEYWORDS.contains(matcher.group(1).toUpperCase(Locale.ROOT))) {
                throw new InvalidPlanException(
                        "sql", sql, "a statement that reads: SELECT, SHOW, WITH, TABLE or VALUES");
            }
        }
    }

    /**
     * Prometheus text format or OpenMetrics.
     *
     * @param seriesBy label with the name of each sample's series
     */
    record Prometheus(Http at, PrometheusSelector selector, Optional<String> seriesBy) implements ProbeSource {}

    /** @param pointer JSON pointer (RFC 6901) to the number: {@code /cluster/nodes/0/cpu} */
    record Json(Http at, String pointer) implements ProbeSource {

        public Json {
            if (!pointer.isEmpty() && !pointer.startsWith("/") || pointer.matches("(?s).*~(?![01]).*")) {
                throw new InvalidPlanException(
                        "json", "'" + pointer + "'", "a JSON pointer (RFC 6901) such as /cluster/nodes/0/cpu");
            }
        }
    }

    /** Reads one number or several {@code NAME=NUMBER} pairs. */
    record Command(List<String> words) implements ProbeSource {

        public Command {
            words = List.copyOf(words);
            if (words.isEmpty() || words.get(0).isBlank()) {
                throw new InvalidPlanException("command", "''", "a program and its arguments");
            }
        }
    }

    /** @param headers values may be secrets, and are never printed */
    record Http(URI uri, Map<String, Password> headers) {

        private static final String EXPECTED = "an address such as http://host:9104/metrics";

        public Http {
            headers = Map.copyOf(headers);
            headers.forEach((name, value) -> {
                try {
                    HttpRequest.newBuilder().header(name, value.reveal());
                } catch (IllegalArgumentException e) { // drops the cause, because its message may contain the value
                    throw new InvalidPlanException("headers", "'" + name + "'", "a header that HTTP allows to set");
                }
            });
        }

        public static Http of(String address, Map<String, Password> headers) {
            URI uri;
            try {
                uri = new URI(address.strip());
            } catch (URISyntaxException e) {
                throw new InvalidPlanException("http", "'" + address + "'", EXPECTED);
            }
            if (uri.getRawUserInfo() != null) { // error messages would print the account
                throw new InvalidPlanException(
                        "http", "an address with an account in it", "an address without an account");
            }
            if (!String.valueOf(uri.getScheme()).matches("(?i)https?") || uri.getHost() == null) {
                throw new InvalidPlanException("http", "'" + uri + "'", EXPECTED);
            }
            return new Http(uri, headers);
        }
    }

    /**
     * @param cpu true for percent of the available processors (for a container, of its limit); false for memory in bytes
     * @param name id of a process, or name or id of a container; empty for other subjects
     */
    record Machine(boolean cpu, Subject subject, String name) implements ProbeSource {

        private static final String EXPECTED =
                "cpu or memory, alone or followed by one of: of this process, of the server, of process PID, of"
                        + " container NAME";
        private static final Pattern PATTERN =
                Pattern.compile("(cpu|memory)(?: of (?:(this process)|((?:the )?server)|process (\\d{1,10})"
                        + "|container ([A-Za-z0-9][A-Za-z0-9_.-]{0,127})))?");

        public static Machine parse(String text) {
            Matcher matcher = PATTERN.matcher(text.strip().replaceAll("\\s+", " "));
            if (!matcher.matches()) {
                throw new InvalidPlanException("machine", "'" + text + "'", EXPECTED);
            }
            boolean cpu = matcher.group(1).equals("cpu");
            if (matcher.group(4) != null) {
                return new Machine(cpu, Subject.PROCESS, matcher.group(4));
            }
            if (matcher.group(5) != null) {
                return new Machine(cpu, Subject.CONTAINER, matcher.group(5));
            }
            Subject machineOrServer = matcher.group(3) == null ? Subject.MACHINE : Subject.SERVER;
            return new Machine(cpu, matcher.group(2) == null ? machineOrServer : Subject.THIS_PROCESS, "");
        }

        /** {@link #parse} accepts the text. */
        public String text() {
            String suffix = switch (subject) {
                case MACHINE -> "";
                case THIS_PROCESS -> " of this process";
                case SERVER -> " of the server";
                case PROCESS -> " of process " + name;
                case CONTAINER -> " of container " + name;
            };
            return (cpu ? "cpu" : "memory") + suffix;
        }
    }

    enum Subject {
        /** The machine or this process's container, as reported by the operating system. */
        MACHINE,
        THIS_PROCESS,
        /** The server that this process has started. */
        SERVER,
        PROCESS,
        CONTAINER
    }
}
