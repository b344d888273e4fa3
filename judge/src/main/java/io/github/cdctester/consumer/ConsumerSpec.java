// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.failure.InvalidPlanException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that a run starts, reads, judges and stops. {@code docs/judge.md} describes the same settings in a plan file.
 *
 * @param name the consumer's name in the result, with the limits of {@link ConsumerProbe#named}
 * @param source the source of the consumer's lines
 * @param command program and arguments that start the consumer, see {@link #shell}; empty if the consumer already runs. The
 *     command's environment contains:
 *     <ul>
 *       <li>the server: {@code CDC_TESTER_HOST}, {@code CDC_TESTER_PORT}, {@code CDC_TESTER_USER}, {@code CDC_TESTER_DATABASE},
 *           {@code MYSQL_PWD}
 *       <li>the end of the log at the consumer's first start, if known: {@code CDC_TESTER_GTIDS}, {@code CDC_TESTER_LOG_FILE},
 *           {@code CDC_TESTER_LOG_POSITION}
 *       <li>a directory for offsets: {@code CDC_TESTER_STATE}. The run deletes it at the end.
 *     </ul>
 * @param settings environment variables of the command. The command's arguments may contain them as <code>${NAME}</code>
 * @param shape the format of the lines
 * @param ready the condition for the start of the load
 * @param stopTimeout time between SIGTERM and SIGKILL, 0 to 30 s
 * @param atLeastOnce true to allow repeats
 * @param assumeEnded true to judge unreported changes lost after the drain timeout
 * @param snapshot true to judge the consumer's snapshot; the command then starts during the measured part
 * @param container name or id of the Docker container whose resource use is measured; {@code null} to measure the command
 * @param proxy proxy between consumer and server; the environment then contains the proxy's address. With {@code null}, a proxy
 *     is used only if the run injects network faults
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
    private static final Duration MAX_STOP_TIMEOUT = Duration.ofSeconds(30); // two fit into the 90 s after Ctrl-C
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern SETTING = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> RUN_VARIABLES = Set.of(
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

    /** The lines are the standard output of the command. */
    public record Output() implements Source {}

    /** The lines are the standard input of this process. */
    public record Stdin() implements Source {}

    /** The lines are appended to a file, or written to a named pipe. Without a command, only one run can read a pipe. */
    public record FileSource(Path path) implements Source {}

    /**
     * The lines are bodies of HTTP POST requests to a port of the loopback interface.
     *
     * @param port the port; 0 for any free port
     */
    public record Posts(int port) implements Source {
        /**
         * Checks the port.
         *
         * @throws InvalidPlanException if the port is not from 0 to 65535
         */
        public Posts {
            if (port < 0 || port > MAX_PORT) {
                throw new InvalidPlanException("http", port, "a port up to " + MAX_PORT);
            }
        }
    }

    /**
     * The lines are messages of Kafka topics. The run needs {@code cdc-tester-cli} on the class path.
     *
     * @param topics the topics to read, at least one
     * @param servers brokers, {@code HOST:PORT}, separated by commas
     * @param properties properties of Kafka's consumer
     */
    public record Topics(List<String> topics, String servers, Map<String, String> properties) implements Source {

        private static final List<String> RESERVED_PROPERTIES =
                List.of("bootstrap.servers", "key.deserializer", "value.deserializer", "group.id");

        /**
         * Checks and copies the values.
         *
         * @throws InvalidPlanException if there is no topic, a topic is blank, or {@code properties} contains a property that the
         * run sets
         */
        public Topics {
            topics = List.copyOf(topics);
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
            if (topics.isEmpty() || topics.stream().anyMatch(String::isBlank)) {
                throw new InvalidPlanException("topics", "an empty name, must be a topic, or several");
            }
            for (String reserved : RESERVED_PROPERTIES) {
                if (properties.containsKey(reserved)) {
                    throw new InvalidPlanException(
                            "properties",
                            reserved,
                            "left out: "
                                    + (reserved.equals("bootstrap.servers")
                                            ? "servers sets it"
                                            : "the run sets it itself"));
                }
            }
        }
    }

    /**
     * The proxy between a consumer and the server. It listens on a free port.
     *
     * @param listen an address of this machine, such as 0.0.0.0 for all addresses
     * @param advertise the host that the consumer connects to. If empty, it is {@code listen}, or 127.0.0.1 if {@code listen} is
     *     0.0.0.0
     */
    public record Proxy(String listen, String advertise) {

        /** A proxy that listens on 127.0.0.1. */
        public static final Proxy LOCAL = new Proxy("127.0.0.1", "");

        /**
         * Checks the address.
         *
         * @throws InvalidPlanException if {@code listen} is blank
         */
        public Proxy {
            if (listen.isBlank()) {
                throw new InvalidPlanException("proxy", "empty", "an address of this machine, such as 0.0.0.0");
            }
        }
    }

    /**
     * Defines when a started consumer is ready. Without {@code line} and {@code port}, it is ready immediately.
     *
     * @param line pattern of a line of the consumer's output or standard error; the first such line is not read as a change
     * @param port the port of the loopback interface at which the consumer must accept connections; 0 for none
     * @param timeout maximum wait
     */
    public record Ready(@Nullable Pattern line, int port, Duration timeout) {

        /** The consumer is ready immediately after its start. */
        public static final Ready AT_ONCE = new Ready(null, 0, Duration.ofSeconds(60));

        /**
         * Checks the values.
         *
         * @throws InvalidPlanException if the port is not from 0 to 65535, the timeout is not above 0, or both {@code line} and
         *     {@code port} are set
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

        /** Returns true if the condition needs no wait. */
        public boolean isAtOnce() {
            return line == null && port == 0;
        }
    }

    /**
     * Checks and copies the values.
     *
     * @throws InvalidPlanException if a value is out of range, or two values contradict each other
     */
    public ConsumerSpec {
        ConsumerProbe.named(name);
        command = List.copyOf(command);
        settings =
                Collections.unmodifiableMap(new LinkedHashMap<>(settings)); // in order: a matrix compares specs as text
        if (command.isEmpty() && source instanceof Output) {
            throw new InvalidPlanException("command", "empty", "a program and its arguments");
        }
        if (command.isEmpty() && (!ready.isAtOnce() || !settings.isEmpty() || proxy != null)) {
            String uselessSetting = !settings.isEmpty() ? "settings" : ready.isAtOnce() ? "proxy" : "ready";
            throw new InvalidPlanException(uselessSetting, "needs command: nothing is started without one");
        }
        if (snapshot && !ready.isAtOnce()) {
            throw new InvalidPlanException(
                    "ready", "needs no snapshot: with snapshot, the consumer starts during the load");
        }
        if (stopTimeout.isNegative() || stopTimeout.compareTo(MAX_STOP_TIMEOUT) > 0) {
            throw new InvalidPlanException("stopTimeout", stopTimeout, "a duration from 0 to 30s");
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
            Set<String> knownNames = new TreeSet<>(settings.keySet());
            knownNames.addAll(RUN_VARIABLES);
            command.stream()
                    .flatMap(argument -> VARIABLE.matcher(argument).results())
                    .map(match -> match.group(1))
                    .filter(variable -> !knownNames.contains(variable))
                    .findFirst()
                    .ifPresent(variable -> {
                        throw new InvalidPlanException(
                                "command", "'${" + variable + "}'", "one of " + String.join(", ", knownNames));
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

    /** Creates a consumer from a command line for {@code sh}. The command prints changes in any supported format. */
    public static ConsumerSpec ofCommand(String name, String line) {
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

    /** Returns the command that runs a line in {@code sh}. The shell replaces <code>${NAME}</code>. */
    public static List<String> shell(String line) {
        return List.of("sh", "-c", line);
    }

    private static boolean isShell(List<String> command) {
        return command.size() == 3 && command.subList(0, 2).equals(List.of("sh", "-c"));
    }

    /** Returns the command as one line, without replacing <code>${NAME}</code>. */
    public String commandLine() {
        return isShell(command) ? command.get(2) : String.join(" ", command);
    }

    /** Returns the command with each <code>${NAME}</code> replaced by its value. A command for {@code sh} stays unchanged. */
    public List<String> expandedCommand(Map<String, String> environment) {
        return isShell(command)
                ? command
                : command.stream()
                        .map(argument -> VARIABLE.matcher(argument)
                                .replaceAll(found ->
                                        Matcher.quoteReplacement(environment.getOrDefault(found.group(1), ""))))
                        .toList();
    }

    /** Returns a copy in which the entries of {@code overrides} replace or extend the settings. */
    public ConsumerSpec withSettings(Map<String, String> overrides) {
        Map<String, String> mergedSettings = new LinkedHashMap<>(settings);
        mergedSettings.putAll(overrides);
        return new ConsumerSpec(
                name,
                source,
                command,
                mergedSettings,
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
