// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.kafka.KafkaTopics;
import io.github.cdctester.cli.options.OptionGroup;
import io.github.cdctester.cli.options.Places;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.consumer.FollowedFile;
import io.github.cdctester.internal.consumer.HttpPosts;
import io.github.cdctester.internal.consumer.LineSource;
import io.github.cdctester.internal.consumer.StandardInput;
import io.github.cdctester.internal.consumer.StartedProgram;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Source of a consumer's lines: exactly one. */
public final class LineSourceOptions extends OptionGroup {

    private static final String USUAL_PORT = "8077";
    private static final int MAX_PORT = 65_535;

    @SuppressWarnings("UnusedVariable") // picocli has the given options
    @Option(names = "--from-stdin", description = "Read lines from standard input")
    private boolean stdin;

    @Option(
            names = "--from-file",
            paramLabel = "FILE",
            converter = Places.Name.class,
            description = "Follow a growing file, or read a named pipe")
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
            fallbackValue = USUAL_PORT,
            description = "Take lines posted to this port (default: 8077)")
    private @Nullable Integer port;

    @Option(
            names = "--from-command",
            paramLabel = "COMMAND",
            description = "Start a consumer by the shell, and read its output")
    private @Nullable String command;

    /**
     * Chooses the source.
     *
     * @param server where a consumer that is started finds it; empty if that is not known yet
     * @throws ParameterException if there is none or more than one, or its options do not fit
     */
    public LineSource source(Optional<Endpoint> server) {
        List<String> given = Stream.of("--from-stdin", "--from-file", "--from-kafka", "--from-http", "--from-command")
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .toList();
        if (given.size() != 1) {
            throw usage(
                    given.isEmpty()
                            ? "no source of the consumer's lines: give --from-stdin, --from-file, --from-kafka,"
                                    + " --from-http or --from-command"
                            : String.join(" and ", given) + " are given: give one of them");
        }
        if (topics.isEmpty() && (servers != null || !properties.isEmpty())) {
            throw usage((servers == null ? "--kafka-property" : "--bootstrap-servers") + " is given, but "
                    + given.get(0) + " too: it is for --from-kafka");
        }
        if (!topics.isEmpty()) {
            return kafka();
        }
        if (file != null) {
            return new FollowedFile(file);
        }
        if (command != null) {
            return new StartedProgram(
                    command,
                    server.orElseThrow(() -> usage("--from-command is given, but no server that is there before the"
                            + " consumer: give --url, --host or --play")));
        }
        if (port != null && (port < 0 || port > MAX_PORT)) {
            throw usage("--from-http: " + port + ", must be a port up to " + MAX_PORT);
        }
        return Optional.ofNullable(port).<LineSource>map(HttpPosts::new).orElseGet(() -> new StandardInput(System.in));
    }

    private KafkaTopics kafka() {
        if (topics.stream().anyMatch(String::isBlank)) {
            throw usage("--from-kafka: an empty name, must be a topic, or several with commas");
        }
        for (String own : List.of("bootstrap.servers", "key.deserializer", "value.deserializer", "group.id")) {
            if (properties.containsKey(own)) {
                throw usage("--kafka-property " + own + " is given, but this command sets it"
                        + (own.equals("bootstrap.servers") ? ": use --bootstrap-servers" : " itself"));
            }
        }
        return new KafkaTopics(servers == null ? "127.0.0.1:9092" : servers, topics, properties);
    }
}
