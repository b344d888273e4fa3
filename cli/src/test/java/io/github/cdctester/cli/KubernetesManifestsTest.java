// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.cdctester.cli.failure.Interruption;
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

/** Kubernetes accepts the manifests. They agree with each other and with the commands. */
class KubernetesManifestsTest {

    private static final Path DIRECTORY = Path.of("../deploy/kubernetes");
    private static final Path WORKERS = DIRECTORY.resolve("workers.yaml");
    private static final Path COORDINATOR = DIRECTORY.resolve("coordinator.yaml");
    private static final Path KUSTOMIZATION = DIRECTORY.resolve("kustomization.yaml");
    private static final Path OVERLAY = Path.of("../bench/kubernetes-overlay/strict/kustomization.yaml");

    private static final Pattern ARGUMENT = Pattern.compile("(?m)^ {10,12}- (-?-?[a-z]\\S+)$");
    private static final Pattern RESOURCE = Pattern.compile("(?m)^ {2}- (\\S+\\.yaml)$");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\(([A-Z_]+)\\)");

    static List<String> objects() {
        return allMatches(RESOURCE, text(KUSTOMIZATION))
                .flatMap(file -> Stream.of(text(DIRECTORY.resolve(file)).split("(?m)^---$")))
                .toList();
    }

    private static Stream<String> allMatches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1));
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
    void kustomizationNamesAllFiles() throws IOException {
        assertThat(objects()).hasSize(5);
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            assertThat(files.filter(file -> !file.equals(KUSTOMIZATION))
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            allMatches(RESOURCE, text(KUSTOMIZATION)).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("objects")
    void conformsToSchema(String object) throws IOException {
        assertThat(complaints(object)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "completionMode:, completionsMode:",
        "completions: 3, completions: three",
        "containerPort:, port:",
        "mountPath:, path:",
        "kind: Job, kind: Jobs",
        "podSelector:, podsSelector:",
        "policyTypes: [Ingress], policyTypes: Ingress"
    })
    void schemaDetectsMistakes(String right, String wrong) throws IOException {
        String object = objects().stream()
                .filter(text -> text.contains(right))
                .findFirst()
                .orElseThrow();
        assertThat(complaints(object.replace(right, wrong))).isNotEmpty();
    }

    @Test
    void coordinatorAddressesEachWorkerByName() {
        String workers = text(WORKERS);
        int completions = Integer.parseInt(first(workers, "\n  completions: (\\d+)"));
        assertThat(first(workers, "\n  parallelism: (\\d+)")).isEqualTo(String.valueOf(completions));
        String job = "cdc-tester-workers";
        assertThat(workers).contains("\n  name: " + job + "\n", "\n      subdomain: " + job + "\n");
        assertThat(literal("workers").split(","))
                .containsExactly(IntStream.range(0, completions)
                        .mapToObj(index -> job + "-" + index + "." + job + ":7070")
                        .toArray(String[]::new));
    }

    @Test
    void argumentsAreAccepted() {
        CommandLine commands = Main.commandLine(new Interruption());
        for (Path file : List.of(COORDINATOR, OVERLAY)) {
            String[] run = runArguments(text(file));
            assertThat(run).hasSizeGreaterThan(8);
            assertThat(commands.parseArgs(run).subcommand().commandSpec().name())
                    .isEqualTo("run");
        }
        String[] worker =
                first(text(WORKERS), "args: \\[(.*)]").replace("\"", "").split(", ");
        assertThat(commands.parseArgs(worker).subcommand().commandSpec().name()).isEqualTo("worker");
    }

    /** Returns the arguments from "run" on, with Kubernetes' values for the variables. */
    private static String[] runArguments(String text) {
        return allMatches(ARGUMENT, text)
                .dropWhile(argument -> !argument.equals("run"))
                .map(argument -> VARIABLE.matcher(argument).replaceAll(found -> valueOf(found.group(1))))
                .toArray(String[]::new);
    }

    /** Returns the value of a variable in the coordinator's container, from the kustomization's ConfigMap. */
    private static String valueOf(String variable) {
        return literal(first(
                text(COORDINATOR),
                "- name: " + variable + "\\s+valueFrom:\\s+configMapKeyRef:\\s+name: cdc-tester\\s+key: (\\S+)"));
    }

    private static String literal(String key) {
        return first(text(KUSTOMIZATION), "\n {6}- " + key + "=(\\S+)");
    }

    @Test
    void networkPolicyAllowsCoordinator() {
        String policy = objects().get(3);
        assertThat(policy).contains("policyTypes: [Ingress]");
        assertThat(first(policy, "\n {10}port: (\\d+)")).isEqualTo(first(text(WORKERS), "containerPort: (\\d+)"));
        assertThat(Stream.of(WORKERS, COORDINATOR)
                        .map(file -> first(text(file), "\n {8}(\\S+component: \\S+)\n {4}spec")))
                .containsExactly(
                        first(policy, "\n {6}(\\S+component: \\S+)"), first(policy, "\n {14}(\\S+component: \\S+)"));
    }

    @Test
    void imageIsTheBuiltOne() {
        String version = first(text(Path.of("pom.xml")), "<version>(\\S+)</version>");
        assertThat(Stream.of(WORKERS, COORDINATOR)
                        .flatMap(file -> allMatches(Pattern.compile("image: (\\S+)"), text(file))))
                .hasSize(3)
                .containsOnly("cdc-tester:" + version);
    }

    private static String first(String text, String pattern) {
        return allMatches(Pattern.compile(pattern), text)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + pattern));
    }
}
