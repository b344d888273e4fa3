// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class SecretsIT {

    private static final String PASSWORD = "Dist1nctive-Right-Passw0rd";
    private static final String WRONG_PASSWORD = "Dist1nctive-Wrong-Passw0rd";

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

    enum PasswordSource {
        OPTION,
        FILE,
        ENVIRONMENT
    }

    @ParameterizedTest
    @EnumSource(PasswordSource.class)
    void successfulRunShowsNoPassword(PasswordSource source) {
        try (CliProcess cli =
                run(source, PASSWORD, "--prepare", "--cleanup", "--events=20", "--out=" + directory.resolve("out"))) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(directory.resolve("out/result.json")).isNotEmptyFile();
            assertThat(cli.err()).as("logging is enabled").contains("DEBUG");
            assertNoFileContainsPassword();
        }
    }

    @ParameterizedTest
    @EnumSource(PasswordSource.class)
    void rejectedRunShowsNoPassword(PasswordSource source) {
        try (CliProcess cli = run(source, WRONG_PASSWORD, "--verbose")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("login refused by");
            assertNoFileContainsPassword();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--url=jdbc:mysql://who:" + WRONG_PASSWORD + "@127.0.0.1/test",
                "--url=jdbc:mysql://127.0.0.1/test?user=who&password=" + WRONG_PASSWORD,
                "--url=jdbc:mysql://(host=127.0.0.1,password=" + WRONG_PASSWORD + ")/test",
                "--passwrd=" + WRONG_PASSWORD,
                "--cdc-password=" + WRONG_PASSWORD,
                "-p" + WRONG_PASSWORD
            })
    void rejectsMisplacedPasswordWithoutPrinting(String argument) {
        try (CliCall cli = CliCall.of("run", "--user=who", argument)) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: ");
            assertThat(cli.out() + cli.err()).doesNotContain(WRONG_PASSWORD);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socketTimeout=", "socketFactory="})
    void doesNotPrintRejectedDriverOption(String option) throws IOException {
        Endpoint endpoint = server.endpoint();
        String url = "--url=jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?" + option
                + WRONG_PASSWORD;
        Path file = passwordFile(PASSWORD, "rw-------");
        try (CliCall cli = CliCall.of("run", "--verbose", "--user=who", "--password-file=" + file, url)) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines().get(0))
                    .contains("cannot write to " + endpoint.address())
                    .contains("…");
            assertThat(cli.out() + cli.err()).doesNotContain(WRONG_PASSWORD);
        }
    }

    @Test
    void readsPasswordFromPipe() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", "-m", "644", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        try (CliProcess cli = startCommand("prepare", Map.of(), "--table-size=5", "--password-file=" + pipe)) {
            Files.writeString(pipe, PASSWORD + "\n");
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.err()).doesNotContain("warning");
        }
        try (CliProcess cli =
                startCommand("cleanup", Map.of(), "--password-file=" + passwordFile(PASSWORD, "rw-------"))) {
            assertThat(cli.exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"nowhere, there is no such file", "latin-1, it is not UTF-8"})
    void reportsUnreadablePasswordFile(String name, String reason) throws IOException {
        Path file = directory.resolve(name);
        if (name.equals("latin-1")) {
            Files.write(file, new byte[] {(byte) 0xE4, (byte) 0xF6});
        }
        try (CliCall cli = CliCall.of("prepare", "--host=127.0.0.1", "--user=who", "--password-file=" + file)) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).contains("cdc-tester: --password-file " + file + " cannot be read: " + reason);
        }
    }

    @Test
    void warnsOfWorldReadablePasswordFile() throws IOException {
        Path file = passwordFile(PASSWORD, "rw-r--r--");
        try (CliProcess cli = startCommand("prepare", Map.of(), "--table-size=5", "--password-file=" + file)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.errLines())
                    .containsOnlyOnce("cdc-tester: warning: " + file + " can be read by all users; chmod 600 " + file);
        }
        try (CliProcess cli =
                startCommand("cleanup", Map.of(), "--password-file=" + passwordFile(PASSWORD, "rw-------"))) {
            assertThat(cli.exitCode()).isZero();
            assertThat(cli.err()).doesNotContain("warning");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = PasswordSource.class,
            names = {"FILE", "ENVIRONMENT"})
    void noProcessOrThreadTitleContainsPassword(PasswordSource source) throws IOException {
        try (CliProcess cli = run(source, PASSWORD, "--prepare", "--cleanup", "--time=0")) {
            cli.awaitOutput("[   1s ]");
            assertThat(titles("/proc", "cmdline")).contains("io.github.cdctester.cli.Main");
            assertThat(titles("/proc", "cmdline")).doesNotContain(PASSWORD);
            assertThat(titles("/proc/" + cli.pid() + "/task", "comm"))
                    .contains("cdc-tester")
                    .doesNotContain(PASSWORD);
            assertThat(cli.interrupt().exitCode()).isZero();
        }
    }

    /** Skips processes that end meanwhile. */
    private static String titles(String directory, String file) throws IOException {
        StringBuilder titles = new StringBuilder();
        try (Stream<Path> directories = Files.list(Path.of(directory))) {
            for (Path process : directories
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                try {
                    titles.append(Files.readString(process.resolve(file), StandardCharsets.ISO_8859_1))
                            .append('\n');
                } catch (NoSuchFileException e) {
                    continue;
                } catch (IOException e) {
                    assertThat(process).as(e.toString()).doesNotExist();
                }
            }
        }
        return titles.toString();
    }

    private CliProcess run(PasswordSource source, String password, String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        Map<String, String> environment =
                source == PasswordSource.ENVIRONMENT ? Map.of("CDC_TESTER_PASSWORD", password) : Map.of();
        if (source != PasswordSource.ENVIRONMENT) {
            arguments.add(
                    source == PasswordSource.OPTION
                            ? "--password=" + password
                            : "--password-file=" + passwordFile(password, "rw-------"));
        }
        return startCommand("run", environment, arguments.toArray(String[]::new));
    }

    /** The driver's options in the URL also contain a password. */
    private CliProcess startCommand(String command, Map<String, String> environment, String... options) {
        Endpoint endpoint = server.endpoint();
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--url=jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?keyStorePassword="
                        + WRONG_PASSWORD,
                "--user=who"));
        arguments.addAll(List.of(options));
        return CliProcess.start(
                directory,
                CliProcess.javaOptions("-Xmx256m", "-Dlogback.configurationFile=" + writeTraceConfiguration()),
                environment,
                arguments.toArray(String[]::new));
    }

    private Path writeTraceConfiguration() {
        try {
            return Files.writeString(directory.resolve("logback.xml"), """
                    <configuration>
                      <statusListener class="ch.qos.logback.core.status.NopStatusListener"/>
                      <appender name="stderr" class="ch.qos.logback.core.ConsoleAppender">
                        <target>System.err</target>
                        <encoder><pattern>%level %logger: %msg%n</pattern></encoder>
                      </appender>
                      <root level="TRACE"><appender-ref ref="stderr"/></root>
                    </configuration>
                    """);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path passwordFile(String password, String permissions) {
        try {
            Path file = directory.resolve("password-" + permissions);
            Files.writeString(file, password + "\n");
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The files include the output. */
    private void assertNoFileContainsPassword() {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> writtenFiles = files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("password-"))
                    .toList();
            assertThat(writtenFiles).hasSizeGreaterThanOrEqualTo(2);
            for (Path file : writtenFiles) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(PASSWORD, WRONG_PASSWORD);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
