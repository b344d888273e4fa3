// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell blocks of the README work as they are printed, twice in a row; only the server, its account and the times are others. */
@Timeout(600)
final class EmbeddedReadmeIT {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path COMMAND = ROOT.resolve("cli/target/cdc-tester/bin/cdc-tester");
    private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");
    private static final Pattern CHECKED = Pattern.compile("--(fail-if|allow|limit)=");
    private static final int A_CHECK_FAILED = 3;

    @TempDir
    private Path directory;

    @Test
    void blocksAboutAServerWorkTwice() throws Exception {
        try (TestServer server = EmbeddedTestServer.shared()) {
            List<String> blocks = blocks();
            assertThat(blocks).hasSize(3);
            runTwice(blocks.get(0), server.endpoint());
            runTwice(blocks.get(1), server.endpoint());
        }
    }

    @Test
    @Nightly
    void blockAboutExperimentsWorksTwice() throws Exception {
        try (TestServer server = EmbeddedTestServer.shared()) {
            runTwice(blocks().get(2), server.endpoint());
        }
    }

    private static List<String> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(ROOT.resolve("README.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
    }

    private void runTwice(String block, Endpoint at) throws IOException, InterruptedException {
        String script = block.replace("bin/cdc-tester", COMMAND.toString())
                .replace("plan examples", "plan " + ROOT.resolve("examples"))
                .replace("PASSWORD=…", "PASSWORD='" + at.password().reveal() + "'")
                .replace("db.example:3306/sbtest", at.address() + "/" + at.database())
                .replace("user=cdc", "user=" + at.user())
                .replaceAll("--time=\\d{2,}", "--time=1");
        for (int round = 1; round <= 2; round++) {
            for (String line :
                    script.lines().filter(EmbeddedReadmeIT::isCommand).toList()) {
                run(round, script, line, at);
            }
        }
    }

    private static boolean isCommand(String line) {
        return line.contains(COMMAND.toString());
    }

    private void run(int round, String script, String line, Endpoint at) throws IOException, InterruptedException {
        String settings =
                String.join("\n", script.lines().filter(one -> !isCommand(one)).toList());
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", settings + "\n" + line)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        shell.environment().put("CDC_TESTER_PASSWORD", at.password().reveal());
        Process process = shell.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes());
        List<Integer> expected = CHECKED.matcher(line).find() ? List.of(0, A_CHECK_FAILED) : List.of(0);
        assertThat(process.waitFor())
                .as("round %d: %s\n%s", round, line, printed)
                .isIn(expected);
    }
}
