// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The manifests are what Kubernetes takes, and agree with each other and with the commands. */
class KubernetesManifestsTest {

    private static final Path DIRECTORY = Path.of("../deploy/kubernetes");
    private static final Path WORKERS = DIRECTORY.resolve("workers.yaml");
    private static final Path COORDINATOR = DIRECTORY.resolve("coordinator.yaml");

    private static final Pattern ARGUMENT = Pattern.compile("(?m)^ {12}- (\\S+)$");

    static List<String> objects() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted()
                    .flatMap(file -> Stream.of(text(file).split("(?m)^---$")))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> complaints(String object) throws IOException {
        try (InputStream text = KubernetesManifestsTest.class.getResourceAsStream("kubernetes-1.31.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(new String(text.readAllBytes(), StandardCharsets.UTF_8));
            return schema.validate(object, InputFormat.YAML).stream()
                    .map(Object::toString)
                    .toList();
        }
    }

    @Test
    void thereAreThree() throws IOException {
        assertThat(objects()).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("objects")
    void holdsToTheSchema(String object) throws IOException {
        assertThat(complaints(object)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "completionMode:, completionsMode:",
        "completions: 3, completions: three",
        "containerPort:, port:",
        "mountPath:, path:",
        "kind: Job, kind: Jobs"
    })
    void aSlipWouldBeSeen(String right, String wrong) throws IOException {
        String job = objects().get(2);
        assertThat(job).contains(right);
        assertThat(complaints(job.replace(right, wrong))).isNotEmpty();
    }

    @Test
    void theCoordinatorCallsEachWorkerByItsName() {
        String workers = text(WORKERS);
        int completions = Integer.parseInt(first(workers, "\n  completions: (\\d+)"));
        assertThat(first(workers, "\n  parallelism: (\\d+)")).isEqualTo(String.valueOf(completions));
        String job = "cdc-tester-workers";
        assertThat(workers).contains("\n  name: " + job + "\n", "\n      subdomain: " + job + "\n");
        assertThat(first(text(COORDINATOR), "--workers=(\\S+)").split(","))
                .containsExactly(IntStream.range(0, completions)
                        .mapToObj(index -> job + "-" + index + "." + job + ":7070")
                        .toArray(String[]::new));
    }

    @Test
    void theirArgumentsAreThoseOfTheCommands() {
        CommandLine commands = Main.commandLine(new Interruption());
        String[] run = ARGUMENT.matcher(text(COORDINATOR))
                .results()
                .map(found -> found.group(1))
                .toArray(String[]::new);
        assertThat(run).hasSizeGreaterThan(8);
        assertThat(commands.parseArgs(run).subcommand().commandSpec().name()).isEqualTo("run");
        String[] worker =
                first(text(WORKERS), "args: \\[(.*)]").replace("\"", "").split(", ");
        assertThat(commands.parseArgs(worker).subcommand().commandSpec().name()).isEqualTo("worker");
    }

    @Test
    void theImageIsTheOneThatIsBuilt() {
        String version = first(text(Path.of("pom.xml")), "<version>(\\S+)</version>");
        assertThat(Stream.of(WORKERS, COORDINATOR).map(file -> first(text(file), "image: (\\S+)")))
                .containsOnly("cdc-tester:" + version);
    }

    private static String first(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + pattern));
    }
}
