// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.internal.consumer.ConsumerReader;
import io.github.cdctester.internal.scenario.ScenarioReader;
import io.github.cdctester.workload.script.Scripted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The top-level keys of a YAML block select the parser. */
final class DocumentedYamlTest {

    /** Completes an excerpt of a plan. */
    private static final String PHASES = "\nphases: [{observe: 1s}]\n";

    private static final Pattern VARIABLE = Pattern.compile("\\{env: \\w+}");
    private static final Pattern PROBE = Pattern.compile("\\bprobe: ([\\w-]+)");
    private static final Pattern FILE = Pattern.compile("(\\{file:|password-file:) [\\w./-]+");

    private enum BlockType {
        PLAN,
        PLAN_EXCERPT,
        PROBES,
        WORKLOAD,
        CONSUMER,
        OTHER_SYSTEM,
        UNKNOWN;

        private static final Set<String> PLAN_KEYS =
                Set.of("database", "prepare", "probes", "price", "actions", "inject", "fail-if", "beside", "defaults");
        private static final Set<String> PROBE_KEYS = Set.of("http", "sql", "command", "machine");
        /** In files of Kubernetes, Kustomize, GitHub, GitLab, Prometheus, Compose and MkDocs. */
        private static final Set<String> OTHER_SYSTEM_KEYS =
                Set.of("apiVersion", "jobs", "stages", "scrape_configs", "groups", "services", "site_name");

        static BlockType of(Map<?, ?> topLevel) {
            if (topLevel.containsKey("phases") || topLevel.containsKey("matrix")) {
                return PLAN;
            } else if (topLevel.containsKey("transactions")) {
                return WORKLOAD;
            } else if (topLevel.containsKey("command")) {
                return CONSUMER;
            } else if (topLevel.keySet().stream().anyMatch(OTHER_SYSTEM_KEYS::contains)
                    || eachHas(topLevel, Set.of("script"))) {
                return OTHER_SYSTEM;
            } else if (PLAN_KEYS.containsAll(topLevel.keySet())) {
                return PLAN_EXCERPT;
            }
            return eachHas(topLevel, PROBE_KEYS) ? PROBES : UNKNOWN;
        }

        private static boolean eachHas(Map<?, ?> topLevel, Set<String> keys) {
            return topLevel.values().stream()
                    .allMatch(value -> value instanceof Map<?, ?> map
                            && map.keySet().stream().anyMatch(keys::contains));
        }
    }

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> acceptsEachBlock() throws IOException {
        List<CodeBlock> blocks = CodeBlock.all("yaml");
        assertThat(blocks).hasSizeGreaterThan(5);
        return blocks.stream().map(block -> DynamicTest.dynamicTest(block.location(), () -> check(block)));
    }

    /** Asserts that {@link #check} can fail. */
    @Test
    void rejectsInvalidBlocks() {
        for (String invalidText : List.of(
                "phases: [{observe: 1 parsec}]",
                "probes: {a: {sql: SELECT 1, evry: 1s}}",
                "a: {sql: SELECT 1, evry: 1s}",
                "transactions: {a: {statements: [DROP TABLE t]}}",
                "colour: red",
                "- a list",
                "phases: [")) {
            CodeBlock block = new CodeBlock(Path.of("page.md"), 7, invalidText);
            assertThat(catchThrowable(() -> check(block))).as(invalidText).hasMessageContaining("page.md:7");
        }
    }

    private void check(CodeBlock block) throws IOException {
        if (block.isInExample()) {
            return; // another suite runs the examples
        }
        assertThatCode(() -> {
                    Object topLevel = new Load(LoadSettings.builder().build()).loadFromString(block.text());
                    assertThat(topLevel).as("a YAML block is a map of keys").isInstanceOf(Map.class);
                    accept(block, BlockType.of((Map<?, ?>) topLevel));
                })
                .as(block.location())
                .doesNotThrowAnyException();
    }

    private void accept(CodeBlock block, BlockType kind) throws IOException {
        switch (kind) {
            case PLAN -> readPlan(block.text());
            case PLAN_EXCERPT -> readPlan(block.text() + PHASES);
            case PROBES -> readPlan("probes:\n" + block.text().indent(2) + PHASES);
            case WORKLOAD -> Scripted.yaml("block", block.text()).rate();
            case CONSUMER ->
                ConsumerReader.readFile(Files.writeString(directory.resolve("consumer.yaml"), block.text()));
            case OTHER_SYSTEM -> {}
            case UNKNOWN ->
                throw new AssertionError("its keys are not those of a plan, probes, a workload, or a known other"
                        + " system; use ```text for anything else");
        }
    }

    /** Defines missing probes, and replaces variables and files. */
    private void readPlan(String text) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "secret\n");
        String textWithExistingFiles = FILE.matcher(VARIABLE.matcher(text).replaceAll("{env: PATH}"))
                .replaceAll("$1 " + Matcher.quoteReplacement(secret.toString()));
        String namedProbes = PROBE.matcher(text)
                .results()
                .map(probe -> "  " + probe.group(1) + ": {sql: SELECT 1}\n")
                .distinct()
                .collect(Collectors.joining());
        String plan = namedProbes.isEmpty() || text.contains("probes:")
                ? textWithExistingFiles
                : textWithExistingFiles + "\nprobes:\n" + namedProbes;
        ScenarioReader.read(Files.writeString(directory.resolve("plan.yaml"), plan), List.of(), Map.of());
    }
}
