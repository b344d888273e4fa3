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

/** Where a probe takes its values from. */
public sealed interface ProbeSource {

    /**
     * Which label or column names the targets, of which there is a series each.
     *
     * @return the label or column; empty where there is one target
     */
    default Optional<String> seriesBy() {
        return Optional.empty();
    }

    /**
     * A statement, over a connection of the probe's own.
     *
     * @param seriesBy the column that names each row; empty where there is one row
     */
    record Sql(String sql, Optional<String> seriesBy) implements ProbeSource {

        private static final Pattern FIRST_WORD =
                Pattern.compile("(?s)(?:\\s|\\(|/\\*(?!!).*?\\*/|--\\s[^\\n]*\\n)*+(\\w*).*");
        private static final Set<String> READING =
                Set.of("SELECT", "SHOW", "WITH", "TABLE", "VALUES", "DESCRIBE", "DESC", "EXPLAIN");

        public Sql {
            Matcher first = FIRST_WORD.matcher(sql);
            if (!first.matches() || !READING.contains(first.group(1).toUpperCase(Locale.ROOT))) {
                throw new InvalidPlanException(
                        "sql", sql, "a statement that reads: SELECT, SHOW, WITH, TABLE or VALUES");
            }
        }
    }

    /**
     * An endpoint that speaks Prometheus' text form or OpenMetrics.
     *
     * @param seriesBy the label that names each sample; empty where the selector matches one
     */
    record Prometheus(URI uri, PrometheusSelector selector, Optional<String> seriesBy, HttpHeaders headers)
            implements ProbeSource {}

    /**
     * An endpoint that answers in JSON.
     *
     * @param pointer where the number is, as RFC 6901 has it: {@code /cluster/nodes/0/cpu}
     */
    record Json(URI uri, String pointer, HttpHeaders headers) implements ProbeSource {

        public Json {
            if (!pointer.isEmpty() && !pointer.startsWith("/") || pointer.matches("(?s).*~(?![01]).*")) {
                throw new InvalidPlanException(
                        "json", "'" + pointer + "'", "a JSON pointer (RFC 6901) such as /cluster/nodes/0/cpu");
            }
        }
    }

    /**
     * What a program on this machine prints: one number, or {@code NAME=NUMBER} several times.
     *
     * @param words the program and its arguments
     */
    record Command(List<String> words) implements ProbeSource {

        public Command {
            words = List.copyOf(words);
            if (words.isEmpty() || words.get(0).isBlank()) {
                throw new InvalidPlanException("command", "''", "a program and its arguments");
            }
        }

        /** A line for the shell, which knows pipes and quotes. */
        public static Command shell(String line) {
            return new Command(line.isBlank() ? List.of() : List.of("/bin/sh", "-c", line));
        }
    }

    /**
     * What is sent with each request, beside what it needs anyway. Values may be secrets, which nothing shows.
     *
     * @param values by the headers' names
     */
    record HttpHeaders(Map<String, Password> values) {

        public static final HttpHeaders NONE = new HttpHeaders(Map.of());

        public HttpHeaders {
            values = Map.copyOf(values);
            values.forEach((name, value) -> {
                try {
                    HttpRequest.newBuilder().header(name, value.reveal());
                } catch (IllegalArgumentException e) { // whose message may have the value
                    throw new InvalidPlanException("headers", "'" + name + "'", "a header that HTTP allows to set");
                }
            });
        }
    }

    /** Processors or memory in use on this machine. */
    record Machine(Quantity quantity, Subject subject) implements ProbeSource {

        private static final String EXPECTED =
                "cpu or memory, with nothing behind it or one of: of this process, of the server, of process PID, of"
                        + " container NAME";
        private static final Pattern FORM = Pattern.compile("(cpu|memory)(?: of (.+))?");

        /**
         * Reads what somebody wrote.
         *
         * @param text {@code cpu}, {@code memory of the server}, {@code cpu of container mysql-1}
         */
        public static Machine parse(String text) {
            Matcher form = FORM.matcher(text.strip().replaceAll("\\s+", " "));
            if (form.matches()) {
                Quantity quantity = form.group(1).equals("cpu") ? Quantity.CPU : Quantity.MEMORY;
                String whose = form.group(2) == null ? "" : form.group(2);
                for (Subject.Kind kind : Subject.Kind.values()) {
                    Matcher subject = kind.form.matcher(whose);
                    if (subject.matches()) {
                        return new Machine(
                                quantity, new Subject(kind, subject.groupCount() == 0 ? "" : subject.group(1)));
                    }
                }
            }
            throw new InvalidPlanException("machine", "'" + text + "'", EXPECTED);
        }
    }

    /** What is read of a machine or a process. */
    enum Quantity {
        /** Percent of the processors that there are: 100 is all of them. Of a container, of those that it may use. */
        CPU("percent"),
        MEMORY("bytes");

        private final String unit;

        Quantity(String unit) {
            this.unit = unit;
        }

        public String unit() {
            return unit;
        }
    }

    /**
     * Who uses processors and memory.
     *
     * @param name the number of a process, the name or id of a container; empty for others
     */
    record Subject(Kind kind, String name) {

        /** The kinds of subjects. */
        public enum Kind {
            /** All of this machine, or of the container that this process is in, as the operating system shows it. */
            MACHINE(""),
            THIS_PROCESS("this process"),
            /** The server that this process has started, whichever process that is at the time. */
            SERVER("(?:the )?server"),
            PROCESS("process (\\d{1,10})"),
            CONTAINER("container ([A-Za-z0-9][A-Za-z0-9_.-]{0,127})");

            @SuppressWarnings("ImmutableEnumChecker") // a pattern cannot be changed
            private final Pattern form;

            Kind(String form) {
                this.form = Pattern.compile(form);
            }
        }
    }

    /** Addresses that a probe may ask. */
    final class HttpAddress {

        private static final String EXPECTED = "an address such as http://host:9104/metrics";

        private HttpAddress() {}

        public static URI parse(String text) {
            try {
                URI uri = new URI(text.strip());
                if (uri.getRawUserInfo() != null) { // it would be printed with each failure
                    throw new InvalidPlanException("http", "an address with an account in it", "one without");
                }
                String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
                if (!scheme.equals("http") && !scheme.equals("https") || uri.getHost() == null) {
                    throw new InvalidPlanException("http", "'" + uri + "'", EXPECTED);
                }
                return uri;
            } catch (URISyntaxException e) {
                throw new InvalidPlanException("http", "'" + text + "'", EXPECTED);
            }
        }
    }
}
