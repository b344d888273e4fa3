// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Posts;
import io.github.cdctester.consumer.ConsumerSpec.Proxy;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.consumer.ConsumerSpec.Source;
import io.github.cdctester.consumer.ConsumerSpec.Stdin;
import io.github.cdctester.consumer.ConsumerSpec.Topics;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlBinder.Range;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Reads consumer definitions from files and from the plan key {@code consumers}. */
public final class ConsumerReader {

    private static final int MAX_PORT = 65_535;
    private static final String[] SOURCES_AND_COMMAND = {"command", "file", "stdin", "http", "kafka"};
    private static final String[] SOURCES = {"file", "stdin", "http", "kafka"};
    private static final YamlBinder BINDER = new YamlBinder().with(Duration.class, YamlNode::duration);

    public record ConsumerKeys(
            YamlNode node,
            Optional<String> name,
            Optional<YamlNode> command,
            Optional<String> file,
            @Default("true") boolean stdin,
            Optional<YamlNode> http,
            Optional<KafkaKeys> kafka,
            Map<String, String> settings,
            @Default("auto") Format format,
            Optional<Identity> identity,
            List<String> keyColumns,
            List<String> columns,
            @Default("") String tableName,
            @Default("") String tableColumn,
            Optional<ReadyKeys> ready,
            @Default("5s") Duration stopTimeout,
            @Default("false") boolean atLeastOnce,
            @Default("false") boolean assumeEnded,
            @Default("false") boolean snapshot,
            Optional<String> container,
            Optional<YamlNode> proxy) {}

    public record ProxyKeys(
            @Default("127.0.0.1") String listen,
            @Default("") String advertise) {

        static Proxy proxy(YamlNode node) {
            ProxyKeys keys = node.isMapping() ? BINDER.read(node, ProxyKeys.class) : new ProxyKeys(node.text(), "");
            return node.withErrorsAtNode(() -> new Proxy(keys.listen, keys.advertise));
        }
    }

    public record KafkaKeys(
            List<String> topics, @Default("127.0.0.1:9092") String servers, Map<String, String> properties) {}

    public record ReadyKeys(
            YamlNode node,
            Optional<YamlNode> line,

            @Default("0") @Range(max = MAX_PORT) int port,

            @Default("60s") Duration timeout) {

        Ready ready() {
            node.oneOf("line", "port");
            return new Ready(line.map(ReadyKeys::pattern).orElse(null), port, timeout);
        }

        private static Pattern pattern(YamlNode text) {
            try {
                return Pattern.compile(text.text());
            } catch (PatternSyntaxException e) {
                throw text.error(text.text(), "a regular expression: " + e.getDescription());
            }
        }
    }

    private ConsumerReader() {}

    /** The consumer's default name is the file name without its extension. */
    public static ConsumerSpec readFile(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
        return read(YamlFile.parse(file), Optional.of(name));
    }

    /**
     * Each element is a mapping that defines a consumer, or the path of a file with one consumer.
     *
     * @param directory base directory for relative paths of these files; paths within a definition start at the working directory
     */
    public static List<ConsumerSpec> readList(YamlNode list, Path directory) {
        List<ConsumerSpec> specs = list.elementsOrSelf().stream()
                .map(element ->
                        element.isMapping() ? read(element, Optional.empty()) : readReferencedFile(element, directory))
                .toList();
        for (ConsumerSpec spec : specs) {
            if (specs.stream().filter(other -> other.name().equals(spec.name())).count() > 1) {
                throw list.problem("two consumers have the name '" + spec.name() + "'");
            }
        }
        return specs;
    }

    private static ConsumerSpec readReferencedFile(YamlNode node, Path directory) {
        Path path = directory.resolve(node.text());
        if (!Files.exists(path)) {
            throw node.problem("'" + node.text() + "' does not exist; give a path that starts at the plan's directory");
        }
        return readFile(path);
    }

    private static ConsumerSpec read(YamlNode node, Optional<String> defaultName) {
        ConsumerKeys keys = BINDER.read(node, ConsumerKeys.class);
        return node.withErrorsAtNode(() -> new ConsumerSpec(
                keys.name()
                        .or(() -> defaultName)
                        .orElseGet(() -> node.required("name").text()),
                source(keys),
                keys.command().map(ConsumerReader::commandWords).orElse(List.of()),
                keys.settings(),
                new Shape(
                        keys.format(),
                        keys.identity().orElse(null),
                        keys.keyColumns(),
                        keys.columns(),
                        keys.tableName(),
                        keys.tableColumn()),
                keys.ready().map(ReadyKeys::ready).orElse(Ready.AT_ONCE),
                keys.stopTimeout(),
                keys.atLeastOnce(),
                keys.assumeEnded(),
                keys.snapshot(),
                keys.container().orElse(null),
                keys.proxy().map(ProxyKeys::proxy).orElse(null)));
    }

    private static Source source(ConsumerKeys keys) {
        YamlNode node = keys.node();
        boolean hasNoSourceKey =
                Stream.of(SOURCES).noneMatch(key -> node.get(key).isPresent());
        return switch (hasNoSourceKey ? node.oneOf(SOURCES_AND_COMMAND) : node.oneOf(SOURCES)) {
            case "command" -> new Output();
            case "file" -> new FileSource(Path.of(keys.file().orElseThrow()));
            case "http" -> new Posts((int) keys.http().orElseThrow().wholeNumber(0, MAX_PORT));
            case "kafka" ->
                node.required("kafka")
                        .withErrorsAtNode(() -> keys.kafka()
                                .map(kafka -> new Topics(kafka.topics(), kafka.servers(), kafka.properties()))
                                .orElseThrow());
            default -> {
                if (!keys.stdin() || keys.command().isPresent()) {
                    throw node.required("stdin").problem("must be true or left out, and left out with a command");
                }
                yield new Stdin();
            }
        };
    }

    /** A text is a shell command line. A list is a program with its arguments. */
    private static List<String> commandWords(YamlNode command) {
        if (!command.isList() && command.text().isBlank()) {
            throw command.error(command.text(), "a program and its arguments");
        }
        return command.isList()
                ? command.elements().stream().map(YamlNode::text).toList()
                : ConsumerSpec.shell(command.text());
    }
}
