// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.play.Recorder;
import io.github.cdctester.internal.play.Recording;
import io.github.cdctester.server.ServerInfos;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Learns from compressed transactions of two schemas. A player answers the queries about tables, like a server without them. */
@Timeout(60)
final class LearnerTest {

    private static final String LOG = "binlog.000001";
    private static final int WRITE_ROWS = 30;
    private static final int FORMAT_DESCRIPTION = 15;
    private static final int PREVIOUS_GTIDS = 35;
    private static final int FIRST_SECOND = 1_700_000_000;
    private static final int TRANSACTIONS_PER_SECOND = 1_000;
    private static final int TRANSACTIONS = 200_000;

    /** With four rows per transaction, the first sampling step ends after 8,192 transactions. */
    private static final int ROWS = 4;

    private static final int OTHER_ROWS = 40;

    private PlayServer server;
    private Learner learner;
    private Path file;
    private int second = FIRST_SECOND;

    @BeforeEach
    void start(@TempDir Path directory) {
        Endpoint unused = Endpoint.of("127.0.0.1", 1, "", "root", Password.NONE);
        Path recording = directory.resolve("recording");
        Recorder recorder = new Recorder(recording, unused, ServerInfos.mySql(), Map.of("version", "9.7.0"));
        recorder.setStartGtids("");
        ByteBuffer description = event(FORMAT_DESCRIPTION, new byte[104]);
        recorder.begin(LOG, 4, description, 0, description.capacity());
        recorder.end(true);
        recorder.close();
        server = PlayServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Recording(recording),
                new PlayServer.PlaySettings(PlayServer.MAX_SPEED, 1, false, "root", Password.of("s3cret"), null),
                message -> {});
        Endpoint player = Endpoint.of("127.0.0.1", server.address().getPort(), "", "root", Password.of("s3cret"))
                .withSsl(SslMode.DISABLED, null);
        file = directory.resolve("learned.yaml");
        learner = new Learner(player, "shop", false, file, false, 0, () -> {});
    }

    @AfterEach
    void close() {
        server.close();
    }

    private ByteBuffer event(int type, byte[] body) {
        ByteBuffer event = ByteBuffer.allocate(19 + body.length).order(ByteOrder.LITTLE_ENDIAN);
        event.putInt(second).put((byte) type).putInt(7).putInt(event.capacity()).putInt(0);
        return event.putShort((short) 0).put(body).flip();
    }

    /** Returns an event with a transaction that inserts rows into table t of a schema. */
    private ByteBuffer payload(String schema, int rows) {
        ByteArrayOutputStream map = new ByteArrayOutputStream();
        map.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 1, 0, (byte) schema.length()});
        map.writeBytes((schema + "\0").getBytes(StandardCharsets.US_ASCII));
        map.writeBytes(new byte[] {1, 't', 0, 1, 3, 0, 0}); // a 32-bit number
        ByteArrayOutputStream inserted = new ByteArrayOutputStream();
        inserted.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 1, 0, 2, 0, 1, 1});
        for (int row = 0; row < rows; row++) {
            inserted.writeBytes(new byte[] {0, (byte) row, 0, 0, 0});
        }
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        inner.writeBytes(event(EventKind.TABLE_MAP, map.toByteArray()).array());
        inner.writeBytes(event(WRITE_ROWS, inserted.toByteArray()).array());
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {2, 3, (byte) 252, (byte) 255, 0}); // without compression
        body.writeBytes(new byte[] {1, 3, (byte) 252, (byte) inner.size(), (byte) (inner.size() >> 8), 0});
        body.writeBytes(inner.toByteArray());
        return event(EventKind.TRANSACTION_PAYLOAD, body.toByteArray());
    }

    /** Reads transactions of which 10 % are of the learned schema, or all. Returns the number of these. */
    private int readTransactions(boolean hasOthers) throws StreamProtocolException {
        Random random = new Random(1);
        int learned = 0;
        for (int i = 0; i < TRANSACTIONS; i++) {
            second = FIRST_SECOND + i / TRANSACTIONS_PER_SECOND;
            boolean isLearned = !hasOthers || random.nextInt(10) == 0;
            learned += isLearned ? 1 : 0;
            pass(event(EventKind.GTID, new byte[42]), false);
            pass(isLearned ? payload("shop", ROWS) : payload("other", OTHER_ROWS), true);
        }
        return learned;
    }

    private void pass(ByteBuffer event, boolean isEnd) throws StreamProtocolException {
        learner.begin(LOG, 500, event, 0, event.capacity());
        learner.end(isEnd);
    }

    private double transactionBytes() {
        return event(EventKind.GTID, new byte[42]).capacity()
                + payload("shop", ROWS).capacity();
    }

    @Test
    void estimatesTransactionsOfOneSchemaInCompressedLog() throws IOException, StreamProtocolException {
        int expected = readTransactions(true);
        learner.close();

        LearnedFacts facts = LearnedFacts.read(file);
        assertThat(facts.read()).isBetween(8_192L, expected / 2L);
        assertThat(facts.transactions()).isCloseTo(expected, within(expected / 20L));
        assertThat(facts.rate()).isCloseTo(TRANSACTIONS_PER_SECOND / 10.0, within(5.0));
        assertThat(facts.bytes()).isEqualTo(transactionBytes());
        assertThat(facts.largest()).isEqualTo((long) transactionBytes());
        assertThat(facts.events()).isEqualTo(2);
        assertThat(facts.arrivals()).isEqualTo("poisson");
        assertThat(Files.readString(file))
                .containsPattern("# \\d{5} of the " + facts.transactions() + " transactions are estimated: ")
                .doesNotContain("heights");
    }

    @Test
    void countsTransactionsOfCompressedLogWithOneSchema() throws IOException, StreamProtocolException {
        readTransactions(false);
        learner.close();

        LearnedFacts facts = LearnedFacts.read(file);
        assertThat(facts.read()).isLessThan(TRANSACTIONS / 2L);
        assertThat(facts.transactions()).isEqualTo(TRANSACTIONS);
        assertThat(facts.rate()).isEqualTo(TRANSACTIONS_PER_SECOND);
        assertThat(facts.bytes()).isEqualTo(transactionBytes());
        assertThat(Files.readString(file)).doesNotContain("estimated");
    }

    /** Control events and DDL statements are not logged as rows with any binlog_format. */
    @Test
    void doesNotBlameBinlogFormatForIdleServer() throws StreamProtocolException {
        pass(event(FORMAT_DESCRIPTION, new byte[104]), true);
        pass(event(PREVIOUS_GTIDS, new byte[12]), true);
        pass(event(EventKind.GTID, new byte[42]), false);
        pass(statement("CREATE TABLE t (id INT)"), true);
        assertThatThrownBy(learner::close)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("nothing was learned: no transaction with rows has come");
    }

    @Test
    void blamesBinlogFormatForStatements() throws StreamProtocolException {
        pass(event(FORMAT_DESCRIPTION, new byte[104]), true);
        pass(event(EventKind.GTID, new byte[42]), false);
        pass(statement("BEGIN"), false);
        pass(statement("UPDATE t SET id = 2"), false);
        pass(statement("COMMIT"), true);
        assertThatThrownBy(learner::close)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("nothing was learned: the log has 1 transaction logged as statements;"
                        + " binlog_format must be ROW");
    }

    private ByteBuffer statement(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.US_ASCII);
        // after thread, time, and the lengths: no status, an empty schema
        return event(
                EventKind.QUERY,
                ByteBuffer.allocate(14 + text.length).put(14, text).array());
    }
}
