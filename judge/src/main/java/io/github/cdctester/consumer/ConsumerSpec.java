// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.failure.InvalidPlanException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that a run starts, reads, judges and stops. A file contains the same: {@code docs/judge.md}.
 *
 * @param name its name in the result, like {@link ConsumerProbe#named}
 * @param source where its lines come from
 * @param command program and arguments that start it, see {@link #shell}; empty if it runs already. Its environment contains the server's
 *     address ({@code CDC_TESTER_HOST}, {@code CDC_TESTER_PORT}, {@code CDC_TESTER_USER}, {@code CDC_TESTER_DATABASE},
 *     {@code MYSQL_PWD}), the log's end at its first start ({@code CDC_TESTER_GTIDS}, {@code CDC_TESTER_LOG_FILE},
 *     {@code CDC_TESTER_LOG_POSITION}), and {@code CDC_TESTER_STATE}: a directory for its offsets, which the run removes at its end
 * @param settings variables of its environment, which the command may contain as <code>${NAME}</code>
 * @param shape the format of its lines
 * @param ready the condition for the start of the load
 * @param stopTimeout time between SIGTERM and SIGKILL, 0 to 2 minutes
 * @param atLeastOnce true to allow repeats
 * @param assumeEnded true to count unreported changes as lost after the drain timeout
 * @param snapshot true to judge its snapshot; the command starts during the measured part
 * @param container name or id of the Docker container whose cost is measured; {@code null} to measure the command
 * @param proxy proxy between it and the server, whose address is then in its environment; {@code null}: only if the run injects
 *     faults into its connections
 */
public record ConsumerSpec(
        String name,
        Source source,
        List<String> command,
        Map<String, String> settings,
        Shape shape,
        Ready ready,
        Duration stopTimeout,
        boolean atLeastOnce,
        boolean assumeEnded,
        boolean snapshot,
        @Nullable String container,
        @Nullable Proxy proxy) {

    /** Default of {@code stopTimeout}. */
    public static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private static final int MAX_PORT = 65_535;
    private static final Duration MAX_STOP_TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern SETTING = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> OF_SERVER = Set.of(
            "CDC_TESTER_HOST",
            "CDC_TESTER_PORT",
            "CDC_TESTER_USER",
            "CDC_TESTER_DATABASE",
            "CDC_TESTER_STATE",
            "CDC_TESTER_GTIDS",
            "CDC_TESTER_LOG_FILE",
            "CDC_TESTER_LOG_POSITION");
    private static final Pattern CONTAINER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");

    /** The source of a consumer's lines. */
    public sealed interface Source {}

    /** Standard output of the command. */
    public record Output() implements Source {}

    /** Standard input of this process. */
    public record Stdin() implements Source {}

    /** A file that grows, or a named pipe. */
    public record Appended(Path path) implements Source {}

    /** Posts to a port of the loopback interface; 0 for a free one. */
    public record Posts(int port) implements Source {
        /**
         * Checks the port.
         *
         * @throws InvalidPlanException if it is not from 0 to 65535
         */
        public Posts {
            if (port < 0 || port > MAX_PORT) {
                throw new InvalidPlanException("http", port, "a port up to " + MAX_PORT);
            }
        }
    }

    /**
     * Topics of Kafka. The run needs {@code cdc-tester-cli} on the class path.
     *
     * @param topics at least one
     * @param servers brokers, {@code HOST:PORT}, separated by commas
     * @param properties properties of Kafka's consumer
     */
    public record Topics(List<String> topics, String servers, Map<String, String> properties) implements Source {

        private static final List<String> OWN =
                List.of("bootstrap.servers", "key.deserializer", "value.deserializer", "group.id");

        /**
         * Checks and copies the values.
         *
         * @throws InvalidPlanException if a topic is empty, or the run sets a property itself
         */
        public Topics {
            topics = List.copyOf(topics);
            properties = Map.copyOf(properties);
            if (topics.isEmpty() || topics.stream().anyMatch(String::isBlank)) {
                throw new InvalidPlanException("topics", "an empty name, must be a topic, or several");
            }
            for (String own : OWN) {
                if (properties.containsKey(own)) {
                    throw new InvalidPlanException(
                            "properties",
                            own,
                            "left out: "
                                    + (own.equals("bootstrap.servers") ? "servers sets it" : "the run sets it itself"));
                }
            }
        }
    }

    /**
     * The proxy between a consumer and the server. Its port is free.
     *
     * @param listen an address of this machine, such as 0.0.0.0 for all of them
     * @param advertise the host that the consumer connects to; empty: {@code listen}, or 127.0.0.1 for all addresses
     */
    public record Proxy(String listen, String advertise) {

        /** At 127.0.0.1. */
        public static final Proxy LOCAL = new Proxy("127.0.0.1", "");

        /**
         * Checks the address.
         *
         * @throws InvalidPlanException if {@code listen} is empty
         */
        public Proxy {
            if (listen.isBlank()) {
                throw new InvalidPlanException("proxy", "empty", "an address of this machine, such as 0.0.0.0");
            }
        }
    }

    /**
     * When a started consumer is ready. Without a line and a port it is ready at once.
     *
     * @param line a pattern that a line of its output or standard error contains; the line is not read as a change
     * @param port the port of the loopback interface at which it accepts connections; 0 for none
     * @param timeout the longest wait
     */
    public record Ready(@Nullable Pattern line, int port, Duration timeout) {

        /** Ready as soon as it was started. */
        public static final Ready AT_ONCE = new Ready(null, 0, Duration.ofSeconds(60));

        /**
         * Checks the values.
         *
         * @throws InvalidPlanException if the port is not from 0 to 65535, the timeout is not above 0, or both conditions are given
         */
        public Ready {
            if (port < 0 || port > MAX_PORT) {
                throw new InvalidPlanException("port", port, "a port up to " + MAX_PORT);
            }
            if (timeout.isNegative() || timeout.isZero()) {
                throw new InvalidPlanException("timeout", timeout, "a duration above 0");
            }
            if (line != null && port > 0) {
                throw new InvalidPlanException("port", port, "left out with line");
            }
        }

        /** Returns true if it is ready as soon as it was started. */
        public boolean isAtOnce() {
            return line == null && port == 0;
        }
    }

    /**
     * Checks and copies the values.
     *
     * @throws InvalidPlanException if one is out of range, or they do not fit together
     */
    public ConsumerSpec {
        ConsumerProbe.named(name);
        command = List.copyOf(command);
        settings = Map.copyOf(new LinkedHashMap<>(settings));
        if (command.isEmpty() && source instanceof Output) {
            throw new InvalidPlanException("command", "empty", "a program and its arguments");
        }
        if (command.isEmpty() && (!ready.isAtOnce() || !settings.isEmpty() || proxy != null)) {
            String needless = !settings.isEmpty() ? "settings" : ready.isAtOnce() ? "proxy" : "ready";
            throw new InvalidPlanException(needless, "needs command: nothing is started without one");
        }
        if (snapshot && !ready.isAtOnce()) {
            throw new InvalidPlanException(
                    "ready", "needs no snapshot: with snapshot, the consumer starts during the load");
        }
        if (stopTimeout.isNegative() || stopTimeout.compareTo(MAX_STOP_TIMEOUT) > 0) {
            throw new InvalidPlanException("stopTimeout", stopTimeout, "a duration from 0 to 2m");
        }
        if (container != null && !CONTAINER.matcher(container).matches()) {
            throw new InvalidPlanException("container", "'" + container + "'", "the name or id of a Docker container");
        }
        for (String setting : settings.keySet()) {
            if (!SETTING.matcher(setting).matches()
                    || setting.startsWith("CDC_TESTER_")
                    || setting.equals("MYSQL_PWD")) {
                throw new InvalidPlanException(
                        "settings",
                        "'" + setting + "'",
                        "a name of letters, digits and _, without CDC_TESTER_ at its beginning, and not MYSQL_PWD");
            }
        }
        check(shape);
        if (!isShell(command)) {
            Set<String> known = new TreeSet<>(settings.keySet());
            known.addAll(OF_SERVER);
            command.stream()
                    .flatMap(word -> VARIABLE.matcher(word).results())
                    .map(found -> found.group(1))
                    .filter(used -> !known.contains(used))
                    .findFirst()
                    .ifPresent(used -> {
                        throw new InvalidPlanException(
                                "command", "'${" + used + "}'", "one of " + String.join(", ", known));
                    });
        }
    }

    private static void check(Shape shape) {
        List<String> columns = shape.columns();
        if (!columns.isEmpty() && !Set.of(Format.FLINK, Format.CSV, Format.AUTO).contains(shape.format())) {
            throw new InvalidPlanException(
                    "columns",
                    String.join(",", columns),
                    "left out with format " + shape.format().name().toLowerCase(java.util.Locale.ROOT)
                            + ", which names its columns itself");
        }
        for (String key : shape.key()) {
            if (!columns.isEmpty() && !columns.contains(key)) {
                throw new InvalidPlanException("keyColumns", key, "one of the columns " + String.join(", ", columns));
            }
        }
    }

    /** Creates a consumer that the shell starts, and that prints changes of any format. */
    public static ConsumerSpec command(String name, String line) {
        return new ConsumerSpec(
                name,
                new Output(),
                shell(line),
                Map.of(),
                Shape.DEFAULT,
                Ready.AT_ONCE,
                STOP_TIMEOUT,
                false,
                false,
                false,
                null,
                null);
    }

    /** Returns the command for a line of the shell, which replaces <code>${NAME}</code> itself. */
    public static List<String> shell(String line) {
        return List.of("sh", "-c", line);
    }

    private static boolean isShell(List<String> command) {
        return command.size() == 3 && command.subList(0, 2).equals(List.of("sh", "-c"));
    }

    /** Returns the command as one line, with the names of its settings. */
    public String commandLine() {
        return isShell(command) ? command.get(2) : String.join(" ", command);
    }

    /** Returns the command with the values of {@code environment} in place of <code>${NAME}</code>. */
    public List<String> command(Map<String, String> environment) {
        return isShell(command)
                ? command
                : command.stream()
                        .map(word -> VARIABLE.matcher(word)
                                .replaceAll(found ->
                                        Matcher.quoteReplacement(environment.getOrDefault(found.group(1), ""))))
                        .toList();
    }

    /** Returns the same consumer with other values of some settings. */
    public ConsumerSpec withSettings(Map<String, String> changed) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.putAll(changed);
        return new ConsumerSpec(
                name,
                source,
                command,
                all,
                shape,
                ready,
                stopTimeout,
                atLeastOnce,
                assumeEnded,
                snapshot,
                container,
                proxy);
    }

    /** Creates a probe for one run. */
    public ConsumerProbe probe() {
        ConsumerProbe probe = ConsumerProbe.named(name);
        if (atLeastOnce) {
            probe.allowRepeats();
        }
        if (assumeEnded) {
            probe.assumeEnded();
        }
        if (snapshot) {
            probe.judgeSnapshot();
        }
        return probe;
    }
}
