// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.failure.InvalidPlanException;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a probe reads. */
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
     * @param sql a statement that only reads
     * @param seriesBy the column that names each row; empty where there is one row
     */
    record Sql(String sql, Optional<String> seriesBy) implements ProbeSource {

        private static final Pattern FIRST_WORD =
                Pattern.compile("(?s)(?:\\s|\\(|/\\*(?!!).*?\\*/|--\\s[^\\n]*\\n)*+(\\w*).*");
        private static final Set<String> READING =
                Set.of("SELECT", "SHOW", "WITH", "TABLE", "VALUES", "DESCRIBE", "DESC", "EXPLAIN");

        /**
         * Checks the statement.
         *
         * @throws InvalidPlanException if it is not one that reads
         */
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
     * @param uri {@code http:} or {@code https:}, without an account
     * @param selector which of its samples
     * @param seriesBy the label that names each sample; empty where the selector matches one
     */
    record Prometheus(URI uri, PrometheusSelector selector, Optional<String> seriesBy) implements ProbeSource {

        /**
         * Checks the address.
         *
         * @throws InvalidPlanException if it is none of HTTP
         */
        public Prometheus {
            HttpAddress.check(uri);
        }
    }

    /**
     * An endpoint that answers in JSON.
     *
     * @param uri {@code http:} or {@code https:}, without an account
     * @param pointer where the number is, as RFC 6901 has it: {@code /cluster/nodes/0/cpu}
     */
    record Json(URI uri, String pointer) implements ProbeSource {

        /**
         * Checks the address and the pointer.
         *
         * @throws InvalidPlanException if the address is none of HTTP, or the pointer is none
         */
        public Json {
            HttpAddress.check(uri);
            if (!pointer.isEmpty() && !pointer.startsWith("/") || pointer.matches("(?s).*~(?![01]).*")) {
                throw new InvalidPlanException(
                        "json", "'" + pointer + "'", "a JSON pointer (RFC 6901) such as /cluster/nodes/0/cpu");
            }
        }
    }

    /**
     * What something on this machine uses.
     *
     * @param quantity of what
     * @param subject by whom
     */
    record Machine(Quantity quantity, Subject subject) implements ProbeSource {

        private static final String EXPECTED =
                "cpu or memory, with nothing behind it or one of: of this process, of the server, of process PID, of container NAME";
        private static final Pattern FORM = Pattern.compile("(cpu|memory)(?: of (.+))?");

        /**
         * Reads what somebody wrote.
         *
         * @param text {@code cpu}, {@code memory of the server}, {@code cpu of container mysql-1}
         * @throws InvalidPlanException if it has another form
         */
        public static Machine parse(String text) {
            Matcher form = FORM.matcher(text.strip().replaceAll("\\s+", " "));
            if (!form.matches()) {
                throw new InvalidPlanException("machine", "'" + text + "'", EXPECTED);
            }
            Quantity quantity = form.group(1).equals("cpu") ? Quantity.CPU : Quantity.MEMORY;
            String subject = form.group(2);
            if (subject == null) {
                return new Machine(quantity, new Subject.WholeMachine());
            }
            return new Machine(
                    quantity,
                    Subject.parse(subject)
                            .orElseThrow(() -> new InvalidPlanException("machine", "'" + text + "'", EXPECTED)));
        }
    }

    /** What is used. */
    enum Quantity {
        /** Percent of the processors that there are: 100 is all of them. Of a container, of those that it may use. */
        CPU("percent"),
        /** Bytes in memory. */
        MEMORY("bytes");

        private final String unit;

        Quantity(String unit) {
            this.unit = unit;
        }

        /**
         * Tells the unit.
         *
         * @return {@code percent} or {@code bytes}
         */
        public String unit() {
            return unit;
        }
    }
}
