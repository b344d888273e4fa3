// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.cli.manual.ManPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A page for each command, with each of its options, that the tools which show pages find nothing wrong with. */
class ManPageTest {

    private static final CommandLine ROOT = Main.commandLine(new Interruption());

    /** What checks or shows a page, each only where it is installed. */
    private static final Map<String, List<String>> TOOLS = Map.of(
            "groff", List.of("groff", "-man", "-Tutf8", "-ww", "-z"),
            "mandoc", List.of("mandoc", "-Tlint", "-Wwarning"));

    @TempDir
    private Path directory;

    static Stream<CommandSpec> commands() {
        return ManualFiles.commands(ROOT).stream().map(CommandLine::getCommandSpec);
    }

    static Stream<String> tools() {
        return TOOLS.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aPageHasEveryOptionOfItsCommand(CommandSpec command) {
        List<String> lines = page(command).lines().toList();
        assertThat(lines).contains(".SH \"NAME\"", ".SH \"OPTIONS\"", ".SH \"EXIT STATUS\"");
        List<String> ofRun =
                page(ROOT.getSubcommands().get("run").getCommandSpec()).lines().toList();
        for (OptionSpec option : command.options()) {
            for (String name : option.names()) {
                // a workload's options are described once, for run
                assertThat(Stream.concat(lines.stream(), ofRun.stream()))
                        .anySatisfy(line -> assertThat(line)
                                .startsWith("\\fB")
                                .contains("\\fB" + name.replace("-", "\\-") + "\\fR"));
            }
        }
        assertThat(lines).noneMatch(line -> line.contains("${") || line.contains("%n"));
    }

    @Test
    void theFirstPageNamesEveryCommand() {
        assertThat(page(ROOT.getCommandSpec()).lines())
                .containsAll(ROOT.getSubcommands().keySet().stream()
                        .map(name -> "\\fB" + name.replace("-", "\\-") + "\\fR")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("tools")
    void nothingIsWrongWithAPage(String tool) throws Exception {
        assumeTrue(isInstalled(tool), tool + " is not installed");
        for (CommandSpec command : commands().toList()) {
            Path file = Files.writeString(directory.resolve(ManPage.name(command) + ".1"), page(command));
            Shown shown = run(Stream.concat(TOOLS.get(tool).stream(), Stream.of(file.toString()))
                    .toList());
            assertThat(shown.text()).as(ManPage.name(command)).isEmpty();
            assertThat(shown.code()).isZero();
        }
    }

    @Test
    void manShowsOne() throws Exception {
        assumeTrue(isInstalled("man"), "man is not installed");
        CommandSpec command = ROOT.getSubcommands().get("run").getCommandSpec();
        Path file = Files.writeString(directory.resolve("cdc-tester-run.1"), page(command));
        Shown shown = run(List.of("man", "-l", file.toString()));
        assertThat(shown.code()).as(shown.text()).isZero();
        assertThat(shown.text().replace('\u2212', '-').replaceAll("\\s+", " "))
                .contains("CDC-TESTER-RUN(1)")
                .contains("--threads, --terminals=N")
                .contains("--password[=PASSWORD]")
                .contains("commit-timestamp, heartbeat, event-header, all or auto")
                .contains("'0..9000 over 60s'")
                .contains("cdc-tester-plan(1)");
    }

    private static String page(CommandSpec command) {
        return ManPage.of(command, "1.2.3", "2026-11-21");
    }

    private record Shown(int code, String text) {}

    private static boolean isInstalled(String program) throws Exception {
        return run(List.of("sh", "-c", "command -v " + program)).code() == 0;
    }

    private static Shown run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("MANWIDTH", "200", "MAN_KEEP_FORMATTING", "", "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Shown(process.waitFor(), text);
    }
}
