// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No stream of these servers is captured: MySQL 5.6 and 5.7, PolarDB-X, and future versions. */
class UncapturedServersTest {

    private static final int APPEND_BLOCK = 9;
    private static final int BEGIN_LOAD_QUERY = 17;
    private static final int EXECUTE_LOAD_QUERY = 18;
    private static final int INCIDENT = 26;

    private static final String TSO = "714859135699727161615759064623858360330000000000000000";
    private static final long TSO_MICROS = 1_704_356_993_913_000L;

    private final RecordingSink sink = new RecordingSink();
    private final TransactionTracker tracker = StreamPlayer.tracker(sink, 4);

    @Test
    void countsMySql56TransactionsWithoutGtidEvents() throws IOException {
        play(EventBytes.query("BEGIN"), rowsV1(), EventBytes.xid(), EventBytes.query("CREATE TABLE t (id INT)"));
        play(EventBytes.of(EventKind.INTVAR, 9), EventBytes.query("INSERT INTO m VALUES (NULL)"));
        play(EventBytes.query("BEGIN"), EventBytes.query("INSERT INTO m VALUES (1)"), EventBytes.query("COMMIT"));
        assertThat(sink.commitMicros).hasSize(4).containsOnly(BinlogSink.UNKNOWN_MICROS);
        assertThat(tracker.incompleteTransactions()).isZero();
    }

    @Test
    void mySql56GtidsEndAfterNumber() throws IOException {
        play(EventBytes.of(EventKind.GTID, 25), EventBytes.query("BEGIN"), rowsV1(), EventBytes.xid());
        assertThat(sink.calls).containsExactly("GTID 48", "QUERY 46", "WRITE_ROWS_V1 33", "XID 31", "transaction");
        assertThat(sink.commitMicros).containsExactly(BinlogSink.UNKNOWN_MICROS);
    }

    @Test
    void mySql57GtidsEndAfterLogicalClock() throws IOException {
        for (int type : new int[] {EventKind.GTID, EventKind.ANONYMOUS_GTID}) {
            byte[] body = new byte[42];
            body[25] = 2;
            play(EventBytes.of(type, body), EventBytes.query("BEGIN"), EventBytes.of(30, 10), EventBytes.xid());
            play(EventBytes.of(type, body), EventBytes.query("DROP TABLE t"));
        }
        assertThat(sink.commitMicros).hasSize(4).containsOnly(BinlogSink.UNKNOWN_MICROS);
        assertThat(tracker.incompleteTransactions()).isZero();
    }

    @Test
    void polarDbXSendsCommitTimeBeforeRows() throws IOException {
        play(EventBytes.query("BEGIN"), rowsQuery("/*DRDS /127.0.0.1/1a2b/0// */\n# CTS::" + TSO));
        play(EventBytes.tableMap("db", "t"), EventBytes.of(30, 10), rowsQuery("/*DRDS /127.0.0.1/1a2b/1// */"));
        play(EventBytes.tableMap("db", "t"), EventBytes.of(30, 10), EventBytes.xid(), rowsQuery("CTS::" + TSO));
        play(EventBytes.query("CREATE TABLE t (id INT)"), rowsQuery("CTS::" + TSO));
        assertThat(sink.commitMicros).containsExactly(TSO_MICROS, BinlogSink.UNKNOWN_MICROS);
        assertThat(sink.calls).endsWith("transaction", "ROWS_QUERY 83", "outside");
    }

    @Test
    void doesNotCountPolarDbXMarksAsTransactions() throws IOException {
        play(EventBytes.fakeRotate("binlog.000001", 123), rowsQuery("CTS::" + TSO), rowsQuery("CTS::" + TSO));
        assertThat(sink.calls).containsExactly("ROWS_QUERY 83", "outside", "ROWS_QUERY 83", "outside");
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000001", 123 + 2 * 83));
        assertThat(tracker.incompleteTransactions()).isZero();
    }

    @Test
    void polarDbXOmitsEmptyPacket() throws IOException {
        EventBytes fullPacketEvent = EventBytes.of(30, 0xFFFFFE - 19 - 4);
        byte[] packets = new PacketBytes()
                .event(EventBytes.query("BEGIN"))
                .eventWithoutEmptyPacket(fullPacketEvent)
                .events(EventBytes.xid(), rowsQuery("CTS::" + TSO))
                .bytes();
        new StreamPlayer(tracker, 1 << 20).play(packets, () -> Integer.MAX_VALUE);
        assertThat(sink.calls)
                .containsExactly(
                        "QUERY 46", "WRITE_ROWS 16777214", "XID 31", "transaction", "ROWS_QUERY 83", "outside");
    }

    /** LOAD DATA of a large file in statement format, and an incident, with the events of MySQL 5.6 to 9. */
    @Test
    void loadDataBelongsToItsTransaction() throws IOException {
        play(EventBytes.of(INCIDENT, 3), EventBytes.gtid(1), EventBytes.query("BEGIN"));
        play(EventBytes.of(BEGIN_LOAD_QUERY, 4_000), EventBytes.of(APPEND_BLOCK, 4_000));
        play(EventBytes.of(EXECUTE_LOAD_QUERY, 100), EventBytes.xid());
        assertThat(sink.calls)
                .containsExactly(
                        "INCIDENT 26",
                        "outside",
                        "GTID 79",
                        "QUERY 46",
                        "BEGIN_LOAD_QUERY 4023",
                        "APPEND_BLOCK 4023",
                        "EXECUTE_LOAD_QUERY 123",
                        "XID 31",
                        "transaction");
    }

    @Test
    void countsAndSkipsUnknownEventKinds() throws IOException {
        CountingSink counts = new CountingSink();
        TransactionTracker countingTracker = StreamPlayer.tracker(counts, 4);
        EventBytes ignorable = EventBytes.of(200, 50).with(EventBytes.EVENT_SECONDS, 0x80);
        byte[] packets = new PacketBytes()
                .events(EventBytes.of(99, 10), EventBytes.gtid(1), EventBytes.of(99, 5_000), EventBytes.query("BEGIN"))
                .events(EventBytes.of(30, 10), ignorable, EventBytes.xid(), EventBytes.of(99, 0))
                .bytes();
        new StreamPlayer(countingTracker, 1 << 20).play(packets, () -> 100);
        assertThat(counts.transactions()).isEqualTo(1);
        assertThat(counts.eventsByKind())
                .isEqualTo(Map.of("TYPE_99", 3L, "TYPE_200", 1L, "GTID", 1L, "QUERY", 1L, "WRITE_ROWS", 1L, "XID", 1L));
        assertThat(countingTracker.incompleteTransactions()).isZero();
    }

    private void play(EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 20).play(new PacketBytes().events(events).bytes(), () -> Integer.MAX_VALUE);
    }

    private static EventBytes rowsV1() {
        return EventBytes.of(EventKind.WRITE_ROWS_V1, 10);
    }

    private static EventBytes rowsQuery(String text) {
        byte[] bytes = ("\0" + text).getBytes(StandardCharsets.US_ASCII);
        bytes[0] = (byte) text.length();
        return EventBytes.of(EventKind.ROWS_QUERY, bytes);
    }
}
