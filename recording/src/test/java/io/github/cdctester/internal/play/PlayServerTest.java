// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Password;
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
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PlayServerTest extends PlayFixture {

    @Test
    void servesEachByteOfAllFiles() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 100, 2_000_000, 200).rotate().transactions(101, 150, 3_000_000, 3_000_000 / 50);
        play(log.end(directory), PlayServer.MAX_SPEED);

        assertThat(dump(null, new LogPosition("", 4))).isEqualTo(log.events.toByteArray());
    }

    @Test
    void servesEventsOfSeveralPacketsAndBlocks() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 1, 2_000_000, 0xFFFFFF - 1 - 23) // a full packet, followed by an empty packet
                .transactions(2, 2, 2_000_000, 40_000_000)
                .transactions(3, 5, 2_000_000, 100);
        play(log.end(directory), PlayServer.MAX_SPEED);

        assertThat(dump(null, new LogPosition(ArtificialLog.FILE, 4))).isEqualTo(log.events.toByteArray());
    }

    @Test
    void startsAtEventPositionsOnly() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        long headEnd = log.offset;
        int skippedBytes = log.events.size();
        log.transactions(1, 3, 2_000_000, 100);
        play(log.end(directory), PlayServer.MAX_SPEED);

        byte[] allBytes = log.events.toByteArray();
        assertThat(dump(null, new LogPosition(ArtificialLog.FILE, headEnd)))
                .isEqualTo(Arrays.copyOfRange(allBytes, skippedBytes, allBytes.length));
        assertRefused(new LogPosition(ArtificialLog.FILE, headEnd + 1), "no event begins at " + ArtificialLog.FILE);
        assertRefused(new LogPosition(ArtificialLog.FILE, 1 << 20), "no position " + ArtificialLog.FILE + ":1048576");
        assertRefused(new LogPosition("binlog.000099", 4), "no position binlog.000099:4");
        assertThat(messages).filteredOn(line -> line.startsWith("refused ")).hasSize(3);
    }

    private void assertRefused(LogPosition from, String reason) {
        assertThatThrownBy(() -> dump(null, from))
                .isInstanceOf(ServerErrorException.class)
                .hasMessageContaining("1236")
                .hasMessageContaining(reason);
    }

    @Test
    void omitsTransactionsThatConsumerHas() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 40, 2_000_000, 100);
        int endOffset = log.events.size();
        log.transactions(41, 60, 3_500_000, 100);
        play(log.end(directory), PlayServer.MAX_SPEED);

        byte[] allBytes = log.events.toByteArray();
        byte[] head = Arrays.copyOf(allBytes, log.headBytes);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes(head);
        expected.write(allBytes, endOffset, allBytes.length - endOffset);
        assertThat(dump(GtidSet.parse(ArtificialLog.SERVER + ":1-40"), DumpCommand.ANYWHERE))
                .isEqualTo(expected.toByteArray());
        assertThat(dump(GtidSet.parse(""), DumpCommand.ANYWHERE)).isEqualTo(allBytes);
        assertThatThrownBy(() -> dump(GtidSet.parse(ArtificialLog.SERVER + ":1-61"), DumpCommand.ANYWHERE))
                .hasMessageContaining("go beyond the recording");
    }

    @Test
    void replacesRepeatedEventsAfterBreak() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 3, 2_000_000, 100);
        long offsetBeforeBreak = log.offset;
        byte[] completeEvents = log.events.toByteArray();
        log.event(33, new byte[42], false);
        log.event(30, new byte[5_000_000], false); // longer than a block, so a part of it is written
        log.recorder.onBreak();
        log.offset = offsetBeforeBreak;
        log.events.reset();
        log.events.writeBytes(completeEvents);
        log.transactions(4, 6, 4_000_000, 50);
        play(log.end(directory), PlayServer.MAX_SPEED);

        assertThat(dump(null, new LogPosition(ArtificialLog.FILE, 4))).isEqualTo(log.events.toByteArray());
    }

    @Test
    void playsTruncatedFileUpToLastCompleteBlock() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 3, 2_000_000, 100);
        int complete = log.events.size();
        log.transactions(4, 9, 9_000_000, 100);
        log.recorder.close();
        Path file = directory.resolve(ArtificialLog.FILE + ".zst");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(Files.size(file) - 5);
        }
        play(new Recording(directory), PlayServer.MAX_SPEED);

        byte[] allBytes = log.events.toByteArray();
        assertThat(dump(null, new LogPosition(ArtificialLog.FILE, 4))).isEqualTo(Arrays.copyOf(allBytes, complete));
    }

    @Test
    void sendsEventsWhenDue() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 1, 2_000_000, 100).transactions(2, 2, 12_000_000, 100);
        play(log.end(directory), 20);

        long from = System.nanoTime();
        byte[] playedEvents = dump(null, new LogPosition(ArtificialLog.FILE, 4));
        long nanos = System.nanoTime() - from;
        assertThat(nanos).isBetween(400_000_000L, 20_000_000_000L);
        assertThat(playedEvents).isEqualTo(log.events.toByteArray());
        server.close();
        // the second transaction is due after 0.5 s; it is late after another second
        String punctuality = nanos < 1_400_000_000 ? "kept up" : "(kept up|[0-9.]+ s late)";
        assertThat(messages).anyMatch(line -> line.matches(".*2 transactions.*, " + punctuality + ".*"));
    }

    /** A consumer that starts with GTIDs receives the format description, which {@code record} and {@code drain} do not count. */
    @Test
    void countsNoFormatDescriptionFromBeforeRecording() throws IOException {
        ArtificialLog log = ArtificialLog.withoutChecksums(directory, false);
        LogPosition begin = new LogPosition(ArtificialLog.FILE, log.offset);
        play(log.transactions(1, 2, 2_000_000, 9).end(directory), PlayServer.MAX_SPEED);
        byte[] playedEvents = dump(null, begin);
        assertThat(playedEvents).isEqualTo(log.events.toByteArray());
        assertThat(dump(GtidSet.parse(""), DumpCommand.ANYWHERE).length).isGreaterThan(playedEvents.length);
        server.close();
        assertThat(messages).hasSize(2).allMatch(line -> line.contains(" 2 transactions, 6 events, "));
    }

    @Test
    void answersQueriesLikeRecordedServer() throws IOException {
        ArtificialLog log = ArtificialLog.in(directory);
        log.transactions(1, 9, 2_000_000, 100);
        play(log.end(directory), PlayServer.MAX_SPEED);
        try (ServerConnection connection = connect()) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            assertThat(inspector.info().serverUuid()).isEqualTo(ArtificialLog.SERVER.toString());
            assertThat(inspector.logEnd().position()).isEqualTo(new LogPosition(ArtificialLog.FILE, log.offset));
            assertThat(inspector.logEnd().gtidSet()).isEqualTo(ArtificialLog.SERVER + ":1-9");
            assertThat(inspector.logStart()).isEqualTo(new LogPosition(ArtificialLog.FILE, 4));
            assertThat(connection.query("SHOW VARIABLES LIKE 'gtid\\_m%'")).containsExactly(List.of("gtid_mode", "ON"));
            connection.query("SET @a = @@global.gtid_mode, @b := 'x, y'");
            assertThat(connection.query("/* c */ SELECT @a, @b AS other, @@session.gtid_mode limit 1;"))
                    .containsExactly(List.of("ON", "x, y", "ON"));
            for (String sql : List.of(
                    "SHOW CREATE TABLE t",
                    "SHOW CREATE TABLE t",
                    "SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'd' and TABLE_NAME = 't'")) {
                assertThatThrownBy(() -> connection.query(sql)).hasMessageContaining("does not answer " + sql);
            }
            assertThat(connection.queryValue(
                            "SELECT GTID_SUBTRACT(@@gtid_executed, '" + ArtificialLog.SERVER + ":1-8')"))
                    .isEqualTo(ArtificialLog.SERVER + ":9");
        }
        assertThat(messages)
                .filteredOn(line -> line.contains("SHOW CREATE TABLE t"))
                .hasSize(1);
    }

    @Test
    void acceptsOnlyCorrectPassword() {
        play(ArtificialLog.in(directory).transactions(1, 1, 2_000_000, 9).end(directory), PlayServer.MAX_SPEED);
        assertThatThrownBy(() -> ServerConnection.open(endpoint(Password.of("wrong"))))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("1045");
        assertThatThrownBy(() -> ServerConnection.open(endpoint(Password.NONE))).hasMessageContaining("1045");
    }

    @Test
    void rejectsDirectoriesWithoutValidRecording() throws IOException {
        assertThatThrownBy(() -> new Recording(directory))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("recording.json");
        Files.writeString(directory.resolve("recording.json"), "{\"recordingVersion\": 2}");
        assertThatThrownBy(() -> new Recording(directory))
                .hasMessageContaining("its version is 2, not 1; use a newer cdc-tester");
        Files.writeString(directory.resolve("recording.json"), "[1]");
        assertThatThrownBy(() -> new Recording(directory)).hasMessageContaining("its version is 0");
    }

    /** In some rounds, the connection is accepted but not yet registered. */
    @Test
    void closesConnectionThatIsBeingAccepted() throws Exception {
        Recording recording =
                ArtificialLog.in(directory).transactions(1, 5, 2_000_000, 100).end(directory);
        for (int round = 0; round < 50; round++) {
            play(recording, PlayServer.MAX_SPEED);
            int port = server.address().getPort();
            CountDownLatch connectLatch = new CountDownLatch(5);
            CompletableFuture<List<Socket>> clients =
                    CompletableFuture.supplyAsync(() -> connectUntilRefused(port, connectLatch));
            connectLatch.await();
            server.close();
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("cdc-tester-play"));
            for (Socket client : clients.join()) {
                client.close();
            }
        }
    }

    private static List<Socket> connectUntilRefused(int port, CountDownLatch connectLatch) {
        List<Socket> sockets = new ArrayList<>();
        try {
            while (sockets.size() < 1_000) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
                connectLatch.countDown();
            }
        } catch (IOException e) {
            return sockets; // the server was closed
        }
        return sockets;
    }

    /** Closing the server ends all threads. */
    @Test
    void survivesRandomInput() throws IOException {
        play(ArtificialLog.in(directory).transactions(1, 5, 2_000_000, 100).end(directory), PlayServer.MAX_SPEED);
        Random random = new Random(42);
        for (int round = 0; round < 150; round++) {
            try (Socket client = new Socket(
                    InetAddress.getLoopbackAddress(), server.address().getPort())) {
                client.setSoTimeout(5_000);
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                if (round % 3 == 0 && bytes.length > 3) {
                    bytes[0] = (byte) (bytes.length - 4);
                    bytes[1] = 0;
                    bytes[2] = 0;
                } else if (round % 3 == 1 && bytes.length > 2) {
                    bytes[2] = (byte) 0xFE; // the header declares nearly 16 MB
                }
                client.getOutputStream().write(bytes);
                if (random.nextBoolean()) {
                    client.shutdownOutput();
                }
            }
        }
        for (int round = 0; round < 100; round++) {
            try (ServerConnection connection = connect()) {
                byte[] command = new byte[1 + random.nextInt(60)];
                random.nextBytes(command);
                command[0] = (byte) (round % 2 == 0 ? 0x1e : 0x12);
                connection.query("SET @master_binlog_checksum = 'CRC32'");
                connection.startDump(command);
            }
        }
        assertThat(dump(null, new LogPosition("", 4))).isNotEmpty();
        server.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("cdc-tester-play"));
    }
}
