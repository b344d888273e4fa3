// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.DumpCommand;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests further functions of a played recording: TLS, waiting, drivers' queries, damage. */
@Timeout(60)
final class PlayedRecordingTest extends PlayFixture {

    @Test
    void usesTlsOnRequest() throws IOException {
        play(ArtificialLog.in(directory).transactions(1, 1, 2_000_000, 9).end(directory), PlayServer.MAX_SPEED);
        for (SslMode mode : List.of(SslMode.DISABLED, SslMode.REQUIRED)) {
            try (ServerConnection connection =
                    ServerConnection.open(endpoint(SECRET).withSsl(mode, null))) {
                assertThat(connection.queryValue("SELECT @@gtid_mode")).isEqualTo("ON");
                assertThat(connection.security().tls()).isEqualTo(mode == SslMode.REQUIRED);
            }
        }
        assertThatThrownBy(() -> ServerConnection.open(endpoint(SECRET).withSsl(SslMode.VERIFY_IDENTITY, null)))
                .isInstanceOf(RunFailedException.class);
    }

    @Test
    void logIsEmptyBeforeRelease() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 9, 2_000_000, 100);
        server = PlayServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                log.end(directory),
                new PlayServer.PlaySettings(PlayServer.MAX_SPEED, 0, true, "root", SECRET, null),
                messages::add);
        try (ServerConnection connection = connect()) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            assertThat(inspector.logEnd().position()).isEqualTo(new LogPosition(ArtificialLog.FILE, 4));
            assertThat(server.clock().haveConsumersStarted()).isTrue();
            server.clock().release();
            assertThat(inspector.logEnd().position()).isEqualTo(new LogPosition(ArtificialLog.FILE, log.offset));
        }
        assertThat(server.clock().dueMicros(ArtificialLog.FILE, log.offset))
                .isEqualTo(server.clock().startedMicros())
                .isPositive();
    }

    @Test
    void playsWholeLogAfterSetMaxSpeed() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 1, 2_000_000, 100).transactions(2, 2, 3_600_000_000L, 100);
        play(log.end(directory), 0.5);
        server.clock().setMaxSpeed();

        assertThat(dump(null, new LogPosition("", 4))).isEqualTo(log.events.toByteArray());
    }

    @Test
    void ignoresConsumerThatDisconnectsEarly() throws IOException {
        server = PlayServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ArtificialLog.in(directory).transactions(1, 1, 2_000_000, 9).end(directory),
                new PlayServer.PlaySettings(1, 1, true, "root", SECRET, null),
                messages::add);
        for (int round = 0; round < 2; round++) {
            try (ServerConnection connection = connect()) {
                connection.query("SET @master_binlog_checksum = 'CRC32'");
                connection.startDump(byPosition(new LogPosition("", 4)));
                while (!server.clock().haveConsumersStarted()) {
                    Thread.onSpinWait();
                }
            }
            while (server.clock().haveConsumersStarted()) {
                Thread.onSpinWait();
            }
        }
        assertThat(messages).isEmpty();
    }

    @Test
    void dumpThatEndsEarlyIsNotTheEndWhileConnectionIsOpen() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 1, 2_000_000, 100).transactions(2, 2, 3_600_000_000L, 100);
        play(log.end(directory), 0.5);
        try (ServerConnection otherConnection = connect()) {
            assertThat(otherConnection.queryValue("SELECT @@gtid_mode")).isEqualTo("ON");
            leaveEarly();
            while (!server.hasEnded()) {
                Thread.onSpinWait();
            }
            assertThat(server.hasServedConsumers()).isFalse();
            server.clock().setMaxSpeed();
            dump(null, new LogPosition("", 4));
            while (!server.hasServedConsumers()) {
                Thread.onSpinWait();
            }
            assertThat(otherConnection.queryValue("SELECT @@gtid_mode")).isEqualTo("ON");
        }
    }

    /** Some readers test whether a server accepts a dump, before their actual dump. Otherwise, this test waits for two hours. */
    @Test
    void startsAtDataOfConsumerThatFollowsTestedDump() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 1, 2_000_000, 100);
        int firstTransactionEnd = log.events.size();
        log.transactions(2, 2, 3_600_000_000L, 100);
        play(log.end(directory), 0.5);
        try (ServerConnection connection = connect()) {
            connection.query("SET @master_binlog_checksum = 'CRC32'");
            connection.startDump(byPosition(new LogPosition("", 4)));
            while (!server.clock().haveConsumersStarted()) {
                Thread.onSpinWait();
            }
        }
        byte[] secondTransaction = Arrays.copyOfRange(log.events.toByteArray(), firstTransactionEnd, log.events.size());
        assertThat(dump(GtidSet.parse(ArtificialLog.SERVER + ":1"), DumpCommand.ANYWHERE))
                .endsWith(secondTransaction)
                .hasSize(log.headBytes + secondTransaction.length);
    }

    @Test
    void endsWhenAllConsumersHaveLeft() throws IOException {
        play(ArtificialLog.in(directory).transactions(1, 1, 3_600_000_000L, 9).end(directory), 0.5);
        assertThat(server.hasServedConsumers()).isFalse();
        leaveEarly();
        while (!server.hasServedConsumers()) {
            Thread.onSpinWait();
        }
        assertThat(server.hasEnded()).isTrue();
    }

    private void leaveEarly() throws IOException {
        try (ServerConnection connection = connect()) {
            connection.query("SET @master_binlog_checksum = 'CRC32'");
            connection.startDump(byPosition(new LogPosition("", 4)));
        }
    }

    @Test
    void answersDriversLikeServerWithoutTables() throws IOException {
        play(ArtificialLog.in(directory).transactions(1, 1, 2_000_000, 9).end(directory), PlayServer.MAX_SPEED);
        try (ServerConnection connection = connect()) {
            assertThat(connection.queryValue("SET STATEMENT max_statement_time=600 FOR SELECT @@gtid_mode"))
                    .isEqualTo("ON");
            assertThat(connection.query("SHOW DATABASES")).isEmpty();
            assertThat(connection.query("SELECT a, b FROM information_schema.schemata WHERE a = 'x'"))
                    .isEmpty();
            assertThat(connection.queryValue("SHOW GRANTS FOR CURRENT_USER")).startsWith("GRANT ALL");
            connection.query("FLUSH TABLES WITH READ LOCK");
            connection.query("SET autocommit=0");
        }
        assertThat(messages).isEmpty();
    }

    private static byte[] tableMap(int number, String database, String table, int columns) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {(byte) number, 0, 0, 0, 0, 0, 1, 0});
        for (String name : List.of(database, table)) {
            body.write(name.length());
            body.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
        }
        body.write(columns);
        for (int i = 0; i < columns; i++) {
            body.write(3); // a 32-bit number
        }
        body.write(0);
        body.writeBytes(new byte[columns + 7 >> 3]);
        return body.toByteArray();
    }

    /** No server listens at the address. */
    @Test
    void recordsWithoutReachableServer() {
        ArtificialLog log = ArtificialLog.in(directory);
        log.event(19, new byte[8], true); // without a definition
        log.event(19, tableMap(1, "shop", "orders", 2), true);
        log.event(19, tableMap(1, "shop", "orders", 2), true);
        log.event(19, tableMap(2, "shop", "orders", 2), true);
        assertThat(log.transactions(1, 1, 2_000_000, 9).end(directory).toString())
                .contains("; without the definition of 1 table: shop.orders (cannot connect to 127.0.0.1:");
    }

    @Test
    void queriesChangedTableAgain() {
        ArtificialLog log = ArtificialLog.in(directory);
        log.event(19, tableMap(1, "shop", "orders", 2), true);
        log.event(19, tableMap(2, "shop", "orders", 3), true);
        log.event(19, tableMap(3, "shop", "old", 3), true);
        Recording recording = log.transactions(1, 1, 2_000_000, 9).end(directory);
        assertThat(recording.server().tables())
                .extracting(RecordedTables.RecordedTable::name)
                .containsExactly("shop.orders", "shop.orders", "shop.old");
        assertThat(recording.toString())
                .contains("; without the definition of 2 tables: shop.orders, shop.old (cannot connect to ");
    }

    /** Without optional metadata, the last bytes of the event are the bitmap of nullable columns. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void queriesTableOfLogWithoutChecksums(boolean isWholeFile) {
        ArtificialLog log = ArtificialLog.withoutChecksums(directory, isWholeFile);
        log.event(19, tableMap(1, "shop", "orders", 2), true);
        assertThat(log.transactions(1, 1, 2_000_000, 9).end(directory).toString())
                .contains("; without the definition of 1 table: shop.orders (cannot connect to 127.0.0.1:");
    }

    private static String table(String name, long offset, String column, String missing) {
        String answers = "\"SHOW FULL COLUMNS FROM\":[[\"" + column
                + "\",\"int\",null,\"NO\",\"\",null,\"\",\"select\",\"\"]],\"SHOW INDEX FROM\":[],"
                + "\"SHOW CREATE TABLE\":[[\"t\",\"CREATE TABLE `t` (`" + column + "` int)\"]]";
        return "{\"name\":\"" + name + "\",\"from\":{\"file\":\"" + ArtificialLog.FILE + "\",\"offset\":" + offset
                + "},\"answers\":{" + (missing.isEmpty() ? answers : "") + "},\"missing\":\"" + missing + "\"}";
    }

    @Test
    void describesTablesAtEndOfPlayedLog() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 9, 2_000_000, 100);
        log.recorder.close();
        Path json = directory.resolve("recording.json");
        String tables = String.join(
                ",",
                table("shop.orders", 300, "first", ""),
                table("shop.a b", 300, "only", ""),
                table("shop.secret", 300, "", "error 1142: no"),
                table("shop.orders", 600, "later", ""),
                table("stock.orders", 700, "other", ""));
        Files.writeString(json, Files.readString(json).replace("\"tables\":[]", "\"tables\":[" + tables + "]"));
        Recording recording = new Recording(directory);
        assertThat(recording.toString()).endsWith("; without the definition of 1 table: shop.secret (error 1142: no)");
        server = PlayServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                recording,
                new PlayServer.PlaySettings(PlayServer.MAX_SPEED, 0, true, "root", SECRET, null),
                messages::add);
        try (ServerConnection connection = connect()) {
            String columns = "show full columns from `shop`.`orders`";
            assertThat(connection.queryWithNulls(columns))
                    .containsExactly(Arrays.asList("first", "int", null, "NO", "", null, "", "select", ""));
            server.clock().release();
            assertThat(connection.queryValue(columns)).isEqualTo("later");
            assertThat(connection.queryValue("SHOW FULL COLUMNS FROM stock.orders;"))
                    .isEqualTo("other");
            assertThat(connection.query("SHOW CREATE TABLE `shop` . `a b`"))
                    .containsExactly(List.of("t", "CREATE TABLE `t` (`only` int)"));
            assertThat(connection.query("SHOW INDEX FROM `shop`.`orders`")).isEmpty();
            assertThat(connection.query("SHOW DATABASES")).containsExactly(List.of("shop"), List.of("stock"));
            assertThat(connection.query("SHOW TABLES IN shop")).containsExactly(List.of("orders"), List.of("a b"));
            assertThat(connection.query("SHOW FULL TABLES FROM `stock` WHERE Table_type = 'BASE TABLE'"))
                    .containsExactly(List.of("orders", "BASE TABLE"));
            assertThat(connection.query("SHOW TABLES FROM nowhere")).isEmpty();
            for (String sql : List.of("SHOW CREATE TABLE shop.secret", "SHOW CREATE TABLE t", "SHOW TABLES")) {
                assertThatThrownBy(() -> connection.query(sql)).hasMessageContaining("does not answer " + sql);
            }
        }
    }

    /** The server's log file names may be unsafe. Recorded files contain all rows, so only the owner may read them. */
    @Test
    void writesFilesWithSafeNamesForOwnerOnly() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory.resolve("a"));
        log.transactions(1, 1, 2_000_000, 9);
        log.file = "../b\n\u001b[2J.000001";
        log.offset = 4;
        log.addFormatDescription();
        log.transactions(2, 2, 3_000_000, 9);
        Recording recording = log.end(directory.resolve("a"));

        assertThat(recording.lastBlock().file()).isEqualTo(log.file);
        try (Stream<Path> files = Files.list(directory.resolve("a"))) {
            assertThat(files).hasSize(3).allSatisfy(file -> {
                assertThat(file.getFileName().toString()).matches("[\\w.%-]+");
                assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            });
        }
    }

    /** Wrong lengths of the first event, of an event inside a block, and of an event that could continue in the next block. */
    @ParameterizedTest
    @CsvSource({"0, 2147483647", "0, -1", "0, 0", "0, 20", "2, 2147483647", "2, -1", "2, 1000000", "2, 5"})
    void rejectsDumpOfEventWithWrongLength(int eventIndex, int length) throws IOException {
        ArtificialLog log = ArtificialLog.withWrongLength(directory, eventIndex, length);
        log.transactions(1, 2, 2_000_000, 100).transactions(3, 9, 4_000_000, 100);
        play(log.end(directory), PlayServer.MAX_SPEED);

        for (LogPosition from : List.of(new LogPosition("", 4), new LogPosition("", log.headBytes + 4))) {
            assertThatThrownBy(() -> dump(null, from)).isInstanceOfSatisfying(ServerErrorException.class, e -> {
                assertThat(e.code()).isEqualTo(1236);
                assertThat(e.getMessage()).contains("the recording is damaged at binlog.000007:");
            });
        }
    }

    /** A damaged recording is rejected, or played up to the damage. One line then describes the damage. */
    @Test
    void playsUndamagedPartOfRecording() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        for (int i = 0; i < 30; i++) {
            log.transactions(1 + 20 * i, 20 + 20 * i, 2_000_000 + 100_000L * i, 150);
        }
        log.recorder.close();
        Path file = directory.resolve(ArtificialLog.FILE + ".zst");
        Path json = directory.resolve("recording.json");
        byte[] intactFile = Files.readAllBytes(file);
        byte[] intactJson = Files.readAllBytes(json);
        byte[] allBytes = log.events.toByteArray();
        Random random = new Random(7);
        int playedCount = 0;
        int refusedCount = 0;
        for (int round = 0; round < 120; round++) {
            Files.write(file, intactFile);
            Files.write(json, intactJson);
            Path badFile = round % 6 == 5 ? json : file;
            byte[] bytes = badFile == json ? intactJson.clone() : intactFile.clone();
            if (round % 4 == 3) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(badFile, bytes);
            Recording recording;
            try {
                recording = new Recording(directory);
                play(recording, PlayServer.MAX_SPEED);
            } catch (InvalidPlanException e) {
                assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(300);
                refusedCount++;
                continue;
            }
            try (PlayServer playServer = server) {
                assertThat(playServer.hasEnded()).isFalse();
                byte[] dumped = dump(null, new LogPosition("", 4));
                assertThat(dumped).as("round " + round).isEqualTo(Arrays.copyOf(allBytes, dumped.length));
                assertThat(dumped.length == allBytes.length
                                || recording.toString().contains("it was cut"))
                        .isTrue();
                playedCount++;
            } catch (ServerErrorException e) { // a damaged variable name looks like a valid name
                assertThat(e.getMessage())
                        .containsPattern(badFile == json ? "1193|1236" : "the recording is damaged at binlog.000007:");
            }
        }
        assertThat(playedCount).isGreaterThan(20);
        assertThat(refusedCount).isGreaterThan(5);
    }
}
