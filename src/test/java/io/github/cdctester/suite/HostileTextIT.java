// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class HostileTextIT {

    /** Red text, window title, clear screen, line feed, right-to-left direction. */
    private static final String HOSTILE_TEXT =
            "\u001b[31mred \u001b]0;title\u0007 \u001b[2J\r\ncdc-tester: all is well \u202e";

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.shared();
        server.execute(
                "CREATE TABLE sbtest1 (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, k INT, c CHAR(120), pad CHAR(60))");
        server.execute("CREATE TRIGGER evil BEFORE INSERT ON sbtest1 FOR EACH ROW SIGNAL SQLSTATE '45000'"
                + " SET MESSAGE_TEXT = '" + HOSTILE_TEXT + "'");
        server.execute("CREATE TABLE `" + HOSTILE_TEXT.replace("\r\n", "") + "` (id INT)");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--quiet", "--verbose", "--json"})
    void serverErrorIsOneHarmlessLine(String option) {
        try (CliCall cli = CommandLines.call(server, "run", "--events=5", option)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            List<String> lines = cli.errLines();
            // MariaDB itself prints some characters as numbers
            assertThat(lines.get(lines.size() - 1))
                    .startsWith("cdc-tester: writing to ")
                    .contains("[31mred")
                    .endsWith("all is well");
            assertHarmless(cli);
        }
    }

    @Test
    void escapesTableNames() {
        try (CliCall cli = CommandLines.call(server, "prepare", "--tables=1")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("1 table that cdc-tester did not make (\ufffd[31mred");
            assertHarmless(cli);
        }
    }

    /** Containers often have no locale. */
    @Test
    void specialCharactersDoNotDependOnLocale() {
        Map<String, String> asciiLocale = Map.of("LC_ALL", "C");
        try (CliProcess cli = CommandLines.start(directory, server, asciiLocale, "subscribe", "--time=1", "--quiet")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("known within \u00b1");
        }
        try (CliProcess cli = CommandLines.start(directory, server, asciiLocale, "prepare", "--tables=1")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.err()).contains("(\ufffd[31mred");
        }
    }

    /** JSON may contain U+202E, which reverses the text direction. */
    private static void assertHarmless(CliCall cli) {
        assertThat(cli.out() + cli.err()).doesNotContain("\u001b", "\u0007", "\r");
        assertThat(cli.err()).doesNotContain("\u202e");
        if (!cli.out().startsWith("{")) {
            assertThat(cli.out()).doesNotContain("\u202e");
        }
    }
}
