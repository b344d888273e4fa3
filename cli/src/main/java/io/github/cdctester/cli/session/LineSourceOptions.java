// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.options.OptionGroup;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Posts;
import io.github.cdctester.consumer.ConsumerSpec.Source;
import io.github.cdctester.consumer.ConsumerSpec.Stdin;
import io.github.cdctester.consumer.ConsumerSpec.Topics;
import io.github.cdctester.failure.InvalidPlanException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Exactly one source is required. */
public final class LineSourceOptions extends OptionGroup {

    private static final String DEFAULT_PORT = "8077";
    private static final int MAX_PORT = 65_535;

    @SuppressWarnings("UnusedVariable") // read through picocli's ParseResult
    @Option(names = "--from-stdin", description = "Read lines from standard input")
    private boolean stdin;

    @Option(names = "--from-file", paramLabel = "FILE", description = "Follow a growing file, or read a named pipe")
    private @Nullable Path file;

    @Option(
            names = "--from-kafka",
            paramLabel = "TOPIC",
            split = ",",
            description = "Read Kafka topics, separated by commas")
    private List<String> topics = List.of();

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT[,...]",
            description = "Kafka brokers (default: 127.0.0.1:9092)")
    private @Nullable String servers;

    @Option(
            names = "--kafka-property",
            paramLabel = "NAME=VALUE",
            description = "Property of Kafka's consumer, such as security.protocol=SSL; repeatable (default:"
                    + " isolation.level=read_committed)")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--from-http",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = DEFAULT_PORT,
            description = "Receive HTTP POSTs on this port (default: 8077)")
    private @Nullable Integer port;

    @Option(
            names = "--from-command",
            paramLabel = "COMMAND",
            description = "Start a consumer in a shell, and read its output")
    private @Nullable String command;

    public boolean isGiven() {
        return !givenSources().isEmpty();
    }

    private List<String> givenSources() {
        return Stream.of("--from-stdin", "--from-file", "--from-kafka", "--from-http", "--from-command")
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .toList();
    }

    /** Returns an empty list if the consumer is already running. */
    public List<String> command() {
        return command == null ? List.of() : ConsumerSpec.shell(command);
    }

    public Source source() {
        List<String> givenSources = givenSources();
        if (givenSources.size() != 1) {
            throw usageError(
                    givenSources.isEmpty()
                            ? "no source of the consumer's lines: give --from-stdin, --from-file, --from-kafka,"
                                    + " --from-http, --from-command or --consumer"
                            : String.join(" and ", givenSources) + " are given: give one of them");
        }
        if (givenSources.contains("--from-kafka")) {
            return kafka();
        }
        if (servers != null || !properties.isEmpty()) {
            throw usageError((servers == null ? "--kafka-property" : "--bootstrap-servers") + " is given, but "
                    + givenSources.get(0) + " too: it is for --from-kafka");
        }
        if (file != null) {
            return new FileSource(file);
        }
        if (command != null && command.isBlank()) {
            throw usageError("--from-command: empty, must be the command that starts the consumer");
        }
        if (command != null) {
            return new Output();
        }
        if (port != null && (port < 0 || port > MAX_PORT)) {
            throw usageError("--from-http: " + port + ", must be a port up to " + MAX_PORT);
        }
        return Optional.ofNullable(port).<Source>map(Posts::new).orElseGet(Stdin::new);
    }

    private Topics kafka() {
        if (topics.isEmpty() || topics.stream().anyMatch(String::isBlank)) { // empty for commas without a name
            throw usageError("--from-kafka: an empty name, must be a topic, or several with commas");
        }
        try {
            return new Topics(topics, servers == null ? "127.0.0.1:9092" : servers, properties);
        } catch (InvalidPlanException e) {
            throw usageError("--kafka-property " + e.value() + " is given, but this command sets it"
                    + (e.value().equals("bootstrap.servers") ? ": use --bootstrap-servers" : " itself"));
        }
    }
}
