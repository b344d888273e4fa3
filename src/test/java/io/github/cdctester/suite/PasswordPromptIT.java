// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.Interruptible;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that {@code --password} without a value prompts on the terminal without echo, even if the standard streams are redirected. */
@Timeout(120)
final class PasswordPromptIT {

    private static final String PASSWORD = "Dist1nctive-Typed-Passw0rd";
    private static final String CTRL_C = "\003";
    private static final String PROMPT = "Password: ";

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.shared();
        server.execute(
                "CREATE OR REPLACE USER 'who'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT ALL PRIVILEGES ON *.* TO 'who'@'%'");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " >{out}", " </dev/null >{out} 2>{err}"})
    void promptsOnTerminalDespiteRedirection(String streams) throws Exception {
        Path out = directory.resolve("out");
        String redirection = streams.replace("{out}", out.toString())
                .replace("{err}", directory.resolve("err").toString());
        Process process = startOnTerminal("", "subscribe --time=1 --json --quiet" + redirection, "");
        String output = typeAnswers(process, PROMPT, PASSWORD + "\n");
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).contains("Password: ").doesNotContain(PASSWORD);
        if (!streams.isEmpty()) {
            assertThat(Files.readString(out)).startsWith("{");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " >{out}"})
    void ctrlCAtPromptRestoresEcho(String streams) throws Exception {
        String redirection = streams.replace("{out}", directory.resolve("out").toString());
        Interruptible.assumePossible();
        // the shell also receives Ctrl-C, and some shells exit then
        Process process = startOnTerminal("trap : INT; ", "subscribe" + redirection, "; echo code=$?; stty -a");
        String output = typeAnswers(process, PROMPT, CTRL_C);
        assertThat(output).contains("interrupted").contains("code=1").containsPattern("[^-]echo ");
    }

    /** A terminal library may change signal handlers, but Ctrl-C must still end the run normally. */
    @Test
    void ctrlCOnTerminalEndsRunNormally() throws Exception {
        Interruptible.assumePossible();
        Process process = startOnTerminal("trap : INT; ", "subscribe", "; echo code=$?");
        String output = typeAnswers(process, PROMPT, PASSWORD + "\n", "# measuring", CTRL_C);
        assertThat(output).contains("log        binlog.").contains("code=0");
    }

    @Test
    void rejectsPromptWithoutTerminal() throws Exception {
        // setsid detaches the process from the terminal; a child of the program script would have a terminal
        Process process = new ProcessBuilder("setsid", "-w", "sh", "-c", command("subscribe </dev/null"))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isEqualTo(2);
        assertThat(output)
                .contains("cdc-tester: --password without a value prompts, but there is no terminal")
                .contains("--password-file")
                .contains("CDC_TESTER_PASSWORD")
                .doesNotContain("Password:");
    }

    @Test
    void doesNotPromptIfPasswordIsGiven() {
        Endpoint endpoint = server.endpoint();
        try (CliProcess cli = CliProcess.start(
                directory,
                "subscribe",
                "--host=" + endpoint.host(),
                "--port=" + endpoint.port(),
                "--user=who",
                "--password=" + PASSWORD,
                "--time=1")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
        }
    }

    /** The program {@code script} uses the shell in $SHELL. */
    private static Process startOnTerminal(String prefix, String arguments, String suffix) throws IOException {
        ProcessBuilder script = new ProcessBuilder(Interruptible.withDefaultSignal(List.of(
                        "script",
                        "-q",
                        "-e",
                        "--echo=always",
                        "-c",
                        prefix + command(arguments) + suffix,
                        "/dev/null")))
                .redirectErrorStream(true);
        script.environment().put("SHELL", "/bin/sh");
        return script.start();
    }

    private static String command(String arguments) {
        Endpoint endpoint = server.endpoint();
        List<String> commandParts = arguments.contains(" ") ? List.of(arguments.split(" ", 2)) : List.of(arguments, "");
        return String.join(
                " ",
                CliProcess.command(
                        CliProcess.JAVA_OPTIONS,
                        commandParts.get(0),
                        "--host=" + endpoint.host(),
                        "--port=" + endpoint.port(),
                        "--user=who",
                        "--password",
                        commandParts.get(1)));
    }

    /** Types each text after its cue appears. Cues and texts alternate. */
    private static String typeAnswers(Process process, String... cuesAndTexts) throws Exception {
        StringBuilder output = new StringBuilder();
        int nextCue = 0;
        for (int nextByte = process.getInputStream().read();
                nextByte >= 0;
                nextByte = process.getInputStream().read()) {
            output.append((char) nextByte);
            if (nextCue < cuesAndTexts.length && output.indexOf(cuesAndTexts[nextCue]) >= 0) {
                process.getOutputStream().write(cuesAndTexts[nextCue + 1].getBytes());
                process.getOutputStream().flush();
                nextCue += 2;
            }
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output.toString();
    }
}
