// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.options.OptionFiles;
import io.github.cdctester.cli.sysbench.SysbenchLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** The commands accept each command line in the documents and the examples. */
class DocumentedCommandsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final CommandLine COMMAND_LINE = Main.commandLine(new Interruption());

    private final Set<String> names = COMMAND_LINE.getSubcommands().keySet();

    @TempDir
    private Path directory;

    private DocumentedCommands commands;

    @BeforeEach
    void makeStub() throws IOException {
        commands = new DocumentedCommands(directory, names);
    }

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(Path.of("README.md"), Path.of("CONTRIBUTING.md")));
        for (String folder : List.of("docs", "examples", "bench")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !file.toString().contains("/target/"))
                        .map(ROOT::relativize)
                        .sorted()
                        .forEach(documents::add);
            }
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void acceptsCommandsOfDocument(Path document) throws IOException {
        assertAccepted(commands.argumentsInBlocks(ROOT.resolve(document)));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void acceptsCommandsInText(Path document) throws IOException {
        assertThat(refusals(commands.argumentsInText(ROOT.resolve(document))))
                .allSatisfy(refusal -> assertThat(refusal).isInstanceOf(MissingParameterException.class));
    }

    @Test
    void findsCommandsOfDocuments() throws IOException {
        assertThat(commands.argumentsInBlocks(ROOT.resolve("README.md")))
                .hasSizeGreaterThanOrEqualTo(7)
                .contains(List.of("run"));
        assertThat(commands.argumentsInBlocks(ROOT.resolve("examples/polardb-x/README.md")))
                .contains(
                        List.of("cleanup", "--url=jdbc:mysql://HOST:PORT/DATABASE", "--user=USER", "--workload=tpcc"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"01-main-job.sh", "02-your-server.sh", "03-subscribe.sh"})
    void acceptsCommandsOfScript(String script) throws IOException {
        List<List<String>> commandLines = commands.argumentsOfScript(
                ROOT.resolve("examples").resolve(script), "jdbc:mysql://db.example:3306/sbtest", "cdc");
        assertThat(commandLines).isNotEmpty();
        assertAccepted(commandLines);
    }

    @Test
    void acceptsEachOptionFile() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("examples"))) {
            List<List<String>> commandLines = files.filter(
                            file -> file.toString().endsWith(".options"))
                    .map(file -> List.of("sweep", "@" + ROOT.relativize(file)))
                    .toList();
            assertThat(commandLines).isNotEmpty();
            assertAccepted(commandLines);
        }
    }

    private void assertAccepted(List<List<String>> commandLines) {
        assertThat(refusals(commandLines)).isEmpty();
    }

    private List<ParameterException> refusals(List<List<String>> commandLines) {
        return commandLines.stream()
                .flatMap(this::forEachCommand)
                .map(DocumentedCommandsTest::refusal)
                .flatMap(Optional::stream)
                .toList();
    }

    private Stream<List<String>> forEachCommand(List<String> arguments) {
        return !arguments.get(0).equals("COMMAND")
                ? Stream.of(arguments)
                : names.stream()
                        .map(name -> Stream.concat(
                                        Stream.of(name), arguments.stream().skip(1))
                                .toList());
    }

    private static String pathInCheckout(String argument) {
        if (argument.startsWith("--config-file=")) {
            return argument.replace("=", "=" + ROOT.resolve("examples/polardb-x") + "/");
        }
        return OptionFiles.isOptionFile(argument) ? "@" + ROOT.resolve(argument.substring(1)) : argument;
    }

    private static Optional<ParameterException> refusal(List<String> arguments) {
        String[] absoluteArguments =
                arguments.stream().map(DocumentedCommandsTest::pathInCheckout).toArray(String[]::new);
        try {
            String[] expanded =
                    OptionFiles.expand(COMMAND_LINE, absoluteArguments).toArray(String[]::new);
            COMMAND_LINE.parseArgs(
                    SysbenchLine.read(COMMAND_LINE, expanded).arguments().toArray(String[]::new));
            return Optional.empty();
        } catch (ParameterException e) {
            return Optional.of(e);
        }
    }
}
