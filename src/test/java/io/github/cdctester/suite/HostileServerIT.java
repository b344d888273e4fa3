// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.fault.FakeConversation;
import io.github.cdctester.suite.fault.FakeServer;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks servers that send invalid data before the stream. The command must exit with code 1 and one line, with a heap of 64 MB. */
@Timeout(120)
final class HostileServerIT {

    private static final int MAX_LINE_LENGTH = 1_000;
    private static final int MEGABYTE = 1 << 20;

    /** The message is a part of the command's output. */
    private record Lie(FakeServer.Script script, String expectedMessage) {}

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource
    void endsWithOneLine(Lie lie, @TempDir Path directory) {
        try (FakeServer server = FakeServer.start(lie.script());
                CliProcess cli = CliProcess.start(
                        directory,
                        CliProcess.javaOptions("-Xmx64m", "-XX:TieredStopAtLevel=1"),
                        Map.of("CDC_TESTER_PASSWORD", "secret"),
                        "subscribe",
                        "--host=127.0.0.1",
                        "--port=" + server.port(),
                        "--user=u",
                        "--ssl-mode=PREFERRED")) {
            assertOneLine(lie, server, cli.exitCode(), cli.err());
        }
    }

    /** These lies are too small to fill a heap. */
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource
    void smallLieEndsWithOneLine(Lie lie) {
        try (FakeServer server = FakeServer.start(lie.script());
                CliCall cli = CliCall.of(
                        "subscribe",
                        "--host=127.0.0.1",
                        "--port=" + server.port(),
                        "--user=u",
                        "--password=secret",
                        "--ssl-mode=PREFERRED")) {
            assertOneLine(lie, server, cli.exitCode(), cli.err());
        }
    }

    private static void assertOneLine(Lie lie, FakeServer server, int exitCode, String err) {
        assertThat(exitCode).as(err).isEqualTo(1);
        assertThat(err)
                .startsWith("cdc-tester: ")
                .contains(lie.expectedMessage())
                .contains("127.0.0.1:" + server.port())
                .hasSizeLessThan(MAX_LINE_LENGTH)
                .matches("[^\\p{Cntrl}]*\\R")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ValueSource(strings = {"run", "prepare"})
    void ctrlCEndsWaitForSilentServer(String command, @TempDir Path directory) {
        try (FakeServer server = FakeServer.start(FakeConversation::awaitClose);
                CliProcess cli = CliProcess.start(
                        directory, command, "--host=127.0.0.1", "--port=" + server.port(), "--user=u")) {
            Eventually.assertThat(Duration.ofSeconds(60), server::clientCount, clients -> clients == 1);
            cli.interrupt();
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).containsExactly("cdc-tester: interrupted before the start");
        }
    }

    static Stream<Named<Lie>> endsWithOneLine() {
        return Stream.concat(largeLiesInLogin(), largeLiesInAnswer());
    }

    private static Stream<Named<Lie>> largeLiesInLogin() {
        return Stream.of(
                lie("garbage", "", client -> {
                    byte[] bytes = new byte[MEGABYTE];
                    new SplittableRandom(1).nextBytes(bytes);
                    client.sendRaw(bytes);
                }),
                lie("a version of 15 MB", "version", client -> client.sendPacket(text(15 * MEGABYTE, 10))),
                lie("an error of 15 MB", "error 1040: x", client -> client.sendError(1040, "x".repeat(15 * MEGABYTE))),
                lie("a login that never ends", "does not end", client -> {
                    client.sendPacket(FakeConversation.greeting("9.7.4"));
                    client.read();
                    while (true) {
                        client.sendPacket("\376mysql_native_password\00012345678901234567890\0"
                                .getBytes(StandardCharsets.ISO_8859_1));
                        client.read();
                    }
                }),
                lie("a plugin of 1 MB", "a name of", client -> {
                    client.sendPacket(FakeConversation.greeting("9.7.4"));
                    client.read();
                    client.sendPacket(text(MEGABYTE, 0xFE));
                    client.awaitClose();
                }),
                lie("an error in the login", "error 1045: n", client -> {
                    client.sendPacket(FakeConversation.greeting("9.7.4"));
                    client.read();
                    client.sendError(1045, "n".repeat(MEGABYTE));
                }));
    }

    private static Stream<Named<Lie>> largeLiesInAnswer() {
        return Stream.of(
                lieInAnswer("2^60 columns", "columns", client -> {
                    client.sendPacket(new byte[] {(byte) 0xFE, 0, 0, 0, 0, 0, 0, 0, 0x10});
                    while (true) {
                        client.sendColumn();
                    }
                }),
                lieInAnswer("columns without end", "more than the 1 columns", client -> {
                    client.sendPacket(new byte[] {1});
                    while (true) {
                        client.sendColumn();
                    }
                }),
                lieInAnswer("rows without end", "rows", client -> {
                    client.sendPacket(new byte[] {1});
                    client.sendColumn();
                    client.sendEnd();
                    while (true) {
                        client.sendPacket(new byte[] {1, 'x'});
                    }
                }),
                lieInAnswer("large rows without end", "bytes", client -> {
                    client.sendPacket(new byte[] {1});
                    client.sendColumn();
                    client.sendEnd();
                    while (true) {
                        byte[] row = new byte[4 + MEGABYTE];
                        row[0] = (byte) 0xFD;
                        row[3] = (byte) (MEGABYTE >> 16);
                        client.sendPacket(row);
                    }
                }),
                lieInAnswer("a row of 2^60 bytes", "column of", client -> {
                    client.sendPacket(new byte[] {1});
                    client.sendColumn();
                    client.sendEnd();
                    client.sendPacket(new byte[] {(byte) 0xFE, 0, 0, 0, 0, 0, 0, 0, 0x10, 'x'});
                }),
                lieInAnswer("a row of a million columns", "columns", client -> {
                    client.sendPacket(new byte[] {1});
                    client.sendColumn();
                    client.sendEnd();
                    client.sendPacket(new byte[MEGABYTE]);
                }),
                lieInAnswer("a value of 8 MB", "characters for", client -> client.sendRow("v".repeat(8 * MEGABYTE))),
                lieInAnswer(
                        "an error of 15 MB",
                        "connection was closed",
                        client -> client.sendError(1105, "x".repeat(15 * MEGABYTE))));
    }

    static Stream<Named<Lie>> smallLieEndsWithOneLine() {
        return Stream.of(
                lie("silence", "no answer", FakeConversation::awaitClose),
                lie("nothing", "", client -> {}),
                lie("a byte now and then", "a login of more than", client -> {
                    client.sendRaw(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0});
                    while (true) {
                        client.sendRaw(new byte[] {10});
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
                    }
                }),
                lie("an empty packet", "", client -> client.sendPacket(new byte[0])),
                lie("a greeting cut off", "ends too early", client -> client.sendPacket(new byte[] {10, '9', 0, 1})),
                lie(
                        "an error that moves the cursor",
                        "error 1040:",
                        client -> client.sendError(1040, "\u001b[2J\r\nroot:")),
                lieInAnswer("no value", "", FakeConversation::sendOk),
                lieInAnswer("an empty packet", "empty packet", client -> client.sendPacket(new byte[0])),
                lieInAnswer(
                        "a request for a file",
                        "columns",
                        client -> client.sendPacket("\373/etc/passwd".getBytes(StandardCharsets.ISO_8859_1))),
                lieInAnswer("the end of the connection", "", client -> {}));
    }

    private static Named<Lie> lie(String name, String message, FakeServer.Script script) {
        return Named.of(name, new Lie(script, message));
    }

    /** The first wrong answer is to the first query after the connection's setup. */
    private static Named<Lie> lieInAnswer(String name, String message, FakeServer.Script script) {
        return lie("answer: " + name, message, client -> {
            client.logIn();
            for (String sql = client.statement(); isSetup(sql); sql = client.statement()) {
                if (sql.startsWith("SET")) {
                    client.sendOk();
                } else {
                    client.sendError(1193, "unknown variable");
                }
            }
            script.play(client);
        });
    }

    private static boolean isSetup(String sql) {
        return sql.startsWith("SET") || sql.startsWith("SELECT @@session.");
    }

    private static byte[] text(int length, int firstByte) {
        byte[] bytes = new byte[length];
        java.util.Arrays.fill(bytes, (byte) 'v');
        bytes[0] = (byte) firstByte;
        return bytes;
    }
}
