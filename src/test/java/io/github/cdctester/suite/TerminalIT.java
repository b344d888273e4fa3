// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.Interruptible;
import io.github.cdctester.suite.process.PseudoTerminal;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The tests run in parallel. */
@Timeout(120)
final class TerminalIT extends ServerContract {

    private static final String CTRL_C = "\003";
    private static final String PRINT_STATE = "; echo code=$?; stty -a";

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void redrawsInPlaceAndFollowsTerminalSize(@TempDir Path directory) {
        List<String> command =
                command("run", "--prepare", "--cleanup", "--table-size=10", "--threads=2", "--rate=100", "--time=12");
        try (PseudoTerminal terminal = PseudoTerminal.start(directory, 80, 24, Map.of(), command, PRINT_STATE)) {
            List<String> smallScreen = terminal.await(
                    "second",
                    lines -> showsPicture(lines)
                            && containsAll(
                                    lines,
                                    "run oltp_insert at \\S+ +measuring",
                                    "0:\\d\\d \\[[█▏▎▍▌▋▊▉░]+] +\\d+ %  0:\\d\\d left",
                                    "WRITE {20,}STREAM \\S+",
                                    "tps +\\S+ +DT p50 +\\S+ m?s",
                                    "behind +▁?[▁▂▃▄▅▆▇█]* +max \\S+ .B"));
            assertThat(smallScreen.indexOf("# measuring")).isNotNegative().isLessThan(5);

            terminal.resize(120, 40);
            terminal.await(
                    "wider picture",
                    lines -> containsAll(lines, "last 0:\\d\\d ─{100,}")
                            && showsPicture(lines)
                            && lines.stream().filter(line -> !line.isEmpty()).count() > 20
                            && lines.stream()
                                            .filter(line -> line.matches("last 0:\\d\\d ─{100,}"))
                                            .count()
                                    == 1);

            List<String> linesAtEnd = terminal.awaitEnd().allLines();
            assertThat(linesAtEnd).contains("# measuring", "code=0").noneMatch(line -> line.startsWith("WRITE "));
            assertThat(linesAtEnd).anyMatch(line -> line.startsWith("verdict    LOSSLESS"));
            assertTerminalRestored(terminal);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void ctrlCRestoresTerminal(@TempDir Path directory) {
        Interruptible.assumePossible();
        List<String> command = command("subscribe", "--report-interval=1");
        try (PseudoTerminal terminal = PseudoTerminal.start(directory, 60, 20, Map.of(), command, PRINT_STATE)) {
            assertThat(terminal.await(
                            "second",
                            lines -> showsPicture(lines) && containsAll(lines, "STREAM +\\S+", "DT p50 .*BPS .*/s")))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
            terminal.type(CTRL_C);

            List<String> linesAtEnd = terminal.awaitEnd().allLines();
            assertThat(linesAtEnd).contains("code=0").noneMatch(line -> line.matches("STREAM +\\S+"));
            assertThat(linesAtEnd).anyMatch(line -> line.startsWith("[   1s ] "));
            assertThat(linesAtEnd).anyMatch(line -> line.startsWith("log        "));
            assertTerminalRestored(terminal);
        }
    }

    /** The terminal sends SIGINT to all processes of the command. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void ctrlCDuringStartOfEmbeddedServerIsNoFailure(@TempDir Path directory) throws IOException {
        Interruptible.assumePossible();
        Path serverParent = Files.createDirectory(directory.resolve("tmp"));
        List<String> command = CliProcess.command(
                CliProcess.javaOptions("-Djava.io.tmpdir=" + serverParent), "run", "--time=60", "--threads=1");
        try (PseudoTerminal terminal = PseudoTerminal.start(directory, 120, 24, Map.of(), command, PRINT_STATE)) {
            terminal.await("installation", lines -> hasServerData(serverParent));
            terminal.type(CTRL_C);

            List<String> linesAtEnd = terminal.awaitEnd().allLines();
            assertThat(linesAtEnd)
                    .anyMatch(line -> line.startsWith("code="))
                    .noneMatch(line -> line.contains("could not be installed") || line.contains("did not start"));
            assertThat(serverDirectories(serverParent)).isEmpty();
            assertTerminalRestored(terminal);
        }
    }

    private static boolean hasServerData(Path serverParent) {
        return serverDirectories(serverParent).stream()
                .anyMatch(directory -> Files.exists(directory.resolve("data/mysql")));
    }

    private static List<Path> serverDirectories(Path serverParent) {
        try (Stream<Path> files = Files.list(serverParent)) {
            return files.filter(file -> file.getFileName().toString().startsWith("cdct-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A shrinking terminal may scroll lines out at the top. */
    @Test
    @Nightly
    @Execution(ExecutionMode.CONCURRENT)
    void followsShrinkingTerminal(@TempDir Path directory) {
        Interruptible.assumePossible();
        List<String> command = command("subscribe");
        try (PseudoTerminal terminal = PseudoTerminal.start(directory, 120, 40, Map.of(), command, PRINT_STATE)) {
            terminal.await("second", TerminalIT::showsPicture);
            terminal.resize(80, 24);
            terminal.await("smaller picture", lines -> showsOnePicture(lines, 80));
            terminal.resize(60, 20);
            terminal.await("smallest picture", lines -> showsOnePicture(lines, 60));
            terminal.type(CTRL_C);
            assertThat(terminal.awaitEnd().screen())
                    .contains("code=0")
                    .noneMatch(line -> line.startsWith("so far ") || line.startsWith("behind  "));
            assertTerminalRestored(terminal);
        }
    }

    @Test
    @Nightly
    @Execution(ExecutionMode.CONCURRENT)
    void sigtermRestoresTerminal(@TempDir Path directory) {
        List<String> command = commandInNewSchema(
                "terminal_term", "run", "--prepare", "--cleanup", "--table-size=10", "--rate=100", "--time=60");
        try (PseudoTerminal terminal = PseudoTerminal.start(directory, 120, 40, Map.of(), command, PRINT_STATE)) {
            terminal.await("second", TerminalIT::showsPicture);
            terminal.end("java");
            List<String> linesAtEnd = terminal.awaitEnd().allLines();
            assertThat(linesAtEnd).contains("code=1").noneMatch(line -> line.startsWith("so far "));
            assertThat(linesAtEnd).anyMatch(line -> line.startsWith("verdict    "));
            assertTerminalRestored(terminal);
        }
    }

    @Test
    @Nightly
    @Execution(ExecutionMode.CONCURRENT)
    void sweepShowsRemainingTime(@TempDir Path directory) {
        String[] commonOptions = {"--prepare", "--cleanup", "--table-size=10", "--rate=50", "--settle-timeout=0"};
        List<String> sweep = withArguments(
                commandInNewSchema("terminal_sweep", "sweep", "--threads=1,2,3", "--time=4"), commonOptions);
        List<String> search = withArguments(
                commandInNewSchema("terminal_search", "find-max", "--limit=delay.p99<60s", "--time=30"), commonOptions);
        try (PseudoTerminal sweepTerminal = PseudoTerminal.start(directory, 80, 24, Map.of(), sweep, PRINT_STATE);
                PseudoTerminal searchTerminal =
                        PseudoTerminal.start(directory, 80, 24, Map.of(), search, PRINT_STATE)) {
            sweepTerminal.await(
                    "second step with its bar",
                    lines -> containsAll(lines, "step 2 of 3: --threads=2 \\[\\S+] +[3-6]\\d %  about 0:\\d\\d left"));
            searchTerminal.await(
                    "first trial with its bar",
                    lines -> containsAll(
                            lines,
                            "step 1 of at most 18: --rate=50, .*",
                            ".*\\[\\S+] +\\d %  at most about \\d+:\\d\\d left"));
            searchTerminal.type(CTRL_C);
            assertThat(searchTerminal.awaitEnd().allLines())
                    .contains("code=1")
                    .anyMatch(line -> line.startsWith("answer  "))
                    .noneMatch(line -> line.startsWith("so far "));
            assertThat(sweepTerminal.awaitEnd().allLines())
                    .contains("code=0")
                    .noneMatch(line -> line.startsWith("so far "));
            assertTerminalRestored(searchTerminal);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void printsPlainLinesIfPictureIsOff(@TempDir Path directory) {
        List<String> plainRun = command("subscribe", "--time=2", "--progress=plain");
        try (PseudoTerminal dumbTerminal = PseudoTerminal.start(
                        directory, 80, 24, Map.of("TERM", "dumb"), command("subscribe", "--time=2"), PRINT_STATE);
                PseudoTerminal plainTerminal =
                        PseudoTerminal.start(directory, 80, 24, Map.of(), plainRun, PRINT_STATE);
                CliProcess pipe = CommandLines.start(directory, server, "subscribe", "--time=2")) {
            assertThat(pipe.exitCode()).as(pipe.err()).isZero();
            for (String output : List.of(
                    pipe.out(),
                    dumbTerminal.awaitEnd().raw(),
                    plainTerminal.awaitEnd().raw())) {
                assertThat(output)
                        .contains("# measuring")
                        .containsPattern("\\[   1s ] (cdc )?DT p50/p99/max: ")
                        .doesNotContain("\u001b");
            }
        }
    }

    /** The live picture has the lines "so far" and "DT". */
    private static boolean showsPicture(List<String> lines) {
        return lines.stream().anyMatch(line -> line.startsWith("so far "))
                && lines.stream().anyMatch(line -> line.matches("DT (p99|max) .*"));
    }

    private static boolean containsAll(List<String> lines, String... patterns) {
        return Stream.of(patterns).allMatch(pattern -> lines.stream().anyMatch(line -> line.matches(pattern)));
    }

    private static boolean showsOnePicture(List<String> lines, int columns) {
        return showsPicture(lines)
                && lines.stream().filter(line -> line.startsWith("so far ")).count() == 1
                && lines.stream().noneMatch(line -> line.length() >= columns);
    }

    private static void assertTerminalRestored(PseudoTerminal terminal) {
        assertThat(terminal.raw())
                .as("the cursor is never hidden, and no alternate screen is used")
                .doesNotContain("\u001b[?25l", "\u001b[?1049h");
        assertThat(terminal.raw().lastIndexOf("\u001b[0m"))
                .as("the last colour is reset")
                .isGreaterThan(terminal.raw().lastIndexOf("\u001b[2m"));
        assertThat(String.join(" ", terminal.allLines()))
                .as("the terminal's settings")
                .containsPattern("[^-]echo ")
                .containsPattern("[^-]icanon");
    }

    private static List<String> withArguments(List<String> command, String... arguments) {
        List<String> fullCommand = new ArrayList<>(command);
        fullCommand.addAll(List.of(arguments));
        return fullCommand;
    }

    /** The test has its own schema, because tests run in parallel. */
    private List<String> commandInNewSchema(String schema, String... arguments) {
        server.execute("CREATE OR REPLACE DATABASE " + schema);
        return command(schema, arguments);
    }

    private List<String> command(String... arguments) {
        return command(server.endpoint().database(), arguments);
    }

    private List<String> command(String schema, String[] arguments) {
        Endpoint endpoint = server.endpoint();
        List<String> fullCommand = new ArrayList<>(List.of(arguments));
        fullCommand.addAll(List.of(
                "--host=" + endpoint.host(),
                "--port=" + endpoint.port(),
                "--database=" + schema,
                "--user=" + endpoint.user(),
                "--password=" + endpoint.password().reveal()));
        return CliProcess.command(CliProcess.JAVA_OPTIONS, fullCommand.toArray(String[]::new));
    }
}
