// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Posts;
import io.github.cdctester.consumer.ConsumerSpec.Proxy;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.consumer.ConsumerSpec.Stdin;
import io.github.cdctester.consumer.ConsumerSpec.Topics;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsumerReaderTest {

    @TempDir
    private Path directory;

    private ConsumerSpec read(String text) throws IOException {
        return ConsumerReader.readFile(Files.writeString(directory.resolve("debezium.yaml"), text));
    }

    @Test
    void readsAllKeys() throws IOException {
        ConsumerSpec spec = read("""
                name: engine
                command: [java, '-Xmx${HEAP}', -jar, engine.jar, '${CDC_TESTER_HOST}']
                settings: {HEAP: 512m, BATCH: 2048}
                format: debezium
                identity: gtid
                key-columns: [id, part]
                table-name: orders
                table-column: __table
                ready: {line: 'Streaming|started', timeout: 90s}
                stop-timeout: 10s
                proxy: {listen: 0.0.0.0, advertise: host.docker.internal}
                at-least-once: true
                assume-ended: true
                """);

        assertThat(spec.name()).isEqualTo("engine");
        assertThat(spec.source()).isEqualTo(new Output());
        assertThat(spec.expandedCommand(Map.of("HEAP", "512m", "CDC_TESTER_HOST", "db1")))
                .containsExactly("java", "-Xmx512m", "-jar", "engine.jar", "db1");
        assertThat(spec.settings()).containsOnly(Map.entry("HEAP", "512m"), Map.entry("BATCH", "2048"));
        assertThat(spec.shape())
                .isEqualTo(new Shape(
                        Format.DEBEZIUM, Identity.GTID, List.of("id", "part"), List.of(), "orders", "__table"));
        assertThat(spec.ready().line()).hasToString("Streaming|started");
        assertThat(spec.ready().timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(spec.stopTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(List.of(spec.atLeastOnce(), spec.assumeEnded())).containsOnly(true);
        assertThat(spec.proxy()).isEqualTo(new Proxy("0.0.0.0", "host.docker.internal"));
        assertThat(read("{command: a, proxy: 0.0.0.0}").proxy()).isEqualTo(new Proxy("0.0.0.0", ""));
        assertThat(read("{command: a, proxy: {advertise: db}}").proxy()).isEqualTo(new Proxy("127.0.0.1", "db"));
        assertThat(read("command: a").proxy()).isNull();
        assertThat(spec.snapshot()).isFalse();
        assertThat(read("{command: a, snapshot: true}").snapshot()).isTrue();
    }

    @Test
    void usesFileNameAndDefaults() throws IOException {
        assertThat(read("command: my-consumer --batch=${BATCH}"))
                .isEqualTo(ConsumerSpec.ofCommand("debezium", "my-consumer --batch=${BATCH}"));
    }

    @Test
    void readsEachSource() throws IOException {
        assertThat(read("file: out.jsonl").source()).isEqualTo(new FileSource(Path.of("out.jsonl")));
        assertThat(read("stdin: true").source()).isEqualTo(new Stdin());
        assertThat(read("http: 8077").source()).isEqualTo(new Posts(8077));
        assertThat(read("kafka: {topics: [a, b], properties: {security.protocol: SSL}}")
                        .source())
                .isEqualTo(new Topics(List.of("a", "b"), "127.0.0.1:9092", Map.of("security.protocol", "SSL")));
        ConsumerSpec postingConsumer = read("{command: poster, http: 0, ready: {port: 8083}}");
        assertThat(postingConsumer.source()).isEqualTo(new Posts(0));
        assertThat(postingConsumer.ready()).isEqualTo(new Ready(null, 8083, Duration.ofSeconds(60)));
    }

    @Test
    void readsListWithFiles() throws IOException {
        read("command: a");

        List<ConsumerSpec> specs = ConsumerReader.readList(
                YamlFile.parse("plan.yaml", "[debezium.yaml, {name: canal, command: b}]", Map.of()), directory);

        assertThat(specs).extracting(ConsumerSpec::name).containsExactly("debezium", "canal");
        assertThatThrownBy(() -> ConsumerReader.readList(
                        YamlFile.parse("plan.yaml", "[debezium.yaml, {name: debezium, command: b}]", Map.of()),
                        directory))
                .hasMessage("plan.yaml:1: two consumers have the name 'debezium'");
        assertThatThrownBy(
                        () -> ConsumerReader.readList(YamlFile.parse("plan.yaml", "[none.yaml]", Map.of()), directory))
                .hasMessageContaining("'none.yaml' does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                       | give one of command, file, stdin, http, kafka
            {file: x, http: 1}                                       | give one of file, stdin, http, kafka; given are file and http
            {command: a, comand: b}                                  | unknown key; did you mean command?
            {command: ' '}                                           | must be a program and its arguments
            {command: a, name: a/b}                                  | must be a name of letters, digits
            {command: a, format: xml}                                | must be
            {command: a, identity: auto}                             | must be
            {command: ['x${NONE}']}                                  | '${NONE}' must be one of CDC_TESTER_DATABASE
            {command: a, settings: {MYSQL_PWD: x}}                   | 'MYSQL_PWD' must be a name of letters, digits and _
            {command: a, ready: {line: '('}}                         | must be a regular expression
            {command: a, ready: {timeout: 5s}}                       | give one of line, port
            {command: a, ready: {port: 70000}}                       | 65535
            {command: a, ready: {line: x, timeout: 0s}}              | must be a duration above 0
            {command: a, stop-timeout: 31s}                          | must be a duration from 0 to 30s
            {file: x, ready: {port: 80}}                             | needs command
            {file: x, proxy: 0.0.0.0}                                | proxy: needs command
            {command: a, proxy: {port: 80}}                          | proxy.port: unknown key
            {command: a, proxy: ''}                                  | proxy: empty, must be an address of this machine
            {command: a, snapshot: true, ready: {port: 80}}          | ready: needs no snapshot
            {command: a, stdin: true}                                | left out with a command
            {http: 99999}                                            | 65535
            {kafka: {topics: [' ']}}                                 | an empty name, must be a topic
            {kafka: {topics: [a], properties: {group.id: x}}}        | must be left out: the run sets it itself
            {command: a, format: canal, columns: [a]}                | must be left out with format canal
            {command: a, columns: [a], key-columns: [b]}             | must be one of the columns a
            {command: a, snapshot: perhaps}                          | must be
            """)
    void reportsLineOfInvalidKey(String text, String message) {
        assertThatThrownBy(() -> read("# first\n" + text))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("debezium.yaml:2: ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void reportsMissingFile() {
        assertThatThrownBy(() -> ConsumerReader.readFile(directory.resolve("none.yaml")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("none.yaml: cannot be read: there is no such file");
    }
}
