// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the shell blocks of the README and of the tutorials twice in a row, with only the C1 compiler like {@link CliProcess}. Making an archive
 * of classes would take longer than it saves here. Other suites run Maven and Gradle.
 */
@Timeout(600)
abstract class TutorialsContract extends ServerContract {

    private static final List<String> TUTORIALS =
            List.of("first-measurement.md", "first-test.md", "regression-suite.md");

    /** Measures for one second, at 300 transactions per second unless the page has a rate, and accepts a failed check. */
    private static final String WRAPPER_SCRIPT = """
            #!/usr/bin/env bash
            arguments=() checked= rated= timed=
            for argument in "$@"; do
              case $argument in
                --time=*) argument=--time=1; timed=1 ;;
                --warmup-time=*) argument=--warmup-time=1 ;;
                --rate=*) rated=1 ;;
                --fail-if=*|--allow=*|--limit=*) checked=1 ;;
                --help|--version|--check) timed=1 ;;
              esac
              arguments+=("$argument")
            done
            case "${1-}" in
              run) [[ $rated ]] || arguments+=(--rate=300) ;;&
              run|subscribe|judge) [[ $timed ]] || arguments+=(--time=1) ;;
            esac
            'COMMAND' "${arguments[@]}" || { code=$?; [[ $checked && $code == 3 ]] || exit "$code"; }
            """;

    @TempDir
    private Path directory;

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
        for (String tutorial : TUTORIALS) {
            Path page = Path.of("docs", tutorial);
            if (Files.exists(CodeBlock.CHECKOUT.resolve(page)) && !blocks(page).isEmpty()) {
                pages.add(page);
            }
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void quickCommandsOfPageRunTwice(Path page) throws Exception {
        List<CodeBlock> quickBlocks =
                blocks(page).stream().filter(block -> !isExperiment(block)).toList();
        assertThat(quickBlocks).as("quick shell blocks of " + page).isNotEmpty();
        assertRunsTwice(quickBlocks);
    }

    @ParameterizedTest
    @MethodSource("pages")
    @Nightly
    @Timeout(1_800)
    void experimentsOfPageRunTwice(Path page) throws Exception {
        assertRunsTwice(blocks(page));
    }

    private static List<CodeBlock> blocks(Path page) throws IOException {
        return CodeBlock.of(page, "sh").stream()
                .filter(block -> block.text().lines().noneMatch(line -> line.matches("(mvn|gradle|./gradlew) .*")))
                .toList();
    }

    private static boolean isExperiment(CodeBlock block) {
        return block.text().lines().anyMatch(line -> line.matches(".*cdc-tester (find-max|plan|sweep) .*"));
    }

    private void assertRunsTwice(List<CodeBlock> blocks) throws IOException, InterruptedException {
        prepareCheckout();
        String script = blocks.stream().map(this::script).collect(Collectors.joining());
        for (int round = 1; round <= 2; round++) {
            ProcessBuilder shell = new ProcessBuilder("bash", "-euxo", "pipefail", "-c", script)
                    .directory(directory.toFile())
                    .redirectErrorStream(true);
            shell.environment().put("CDC_TESTER_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Xshare:auto");
            Process process = shell.start();
            try (var in = process.outputWriter()) {
                in.write(server.endpoint().password().reveal() + "\n"); // answers a prompt
            }
            String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor()).as("round %d: %s", round, output).isZero();
        }
    }

    /** The first line only prints the block's location in the shell's trace. */
    private String script(CodeBlock block) {
        Endpoint endpoint = server.endpoint();
        String commands = block.text()
                .replaceAll(
                        "PASSWORD=(['\"]?)…\\1",
                        "PASSWORD='" + endpoint.password().reveal() + "'")
                .replaceAll(
                        "db\\.example:3306(/sbtest)?",
                        endpoint.address() + (endpoint.database().isEmpty() ? "" : "/" + endpoint.database()))
                .replaceAll(
                        "--mysql-host=db\\.example",
                        "--mysql-host=" + endpoint.host() + " --mysql-port=" + endpoint.port() + " --mysql-db="
                                + endpoint.database())
                .replaceAll("(--(?:mysql-)?user=)cdc\\b", "$1" + endpoint.user())
                .replace("1 2 3 4 5", "1 2");
        return ": " + block.location() + "\n" + commands;
    }

    private void prepareCheckout() throws IOException {
        Path bin = Files.createDirectory(directory.resolve("bin"));
        Path command = Files.writeString(
                bin.resolve("cdc-tester"),
                WRAPPER_SCRIPT.replace(
                        "COMMAND",
                        CodeBlock.CHECKOUT
                                .resolve("cli/target/cdc-tester/bin/cdc-tester")
                                .toString()));
        assertThat(command.toFile().setExecutable(true)).isTrue();
        try (Stream<Path> files = Files.walk(CodeBlock.CHECKOUT.resolve("examples"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy =
                        directory.resolve(CodeBlock.CHECKOUT.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
