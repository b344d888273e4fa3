// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.RecordingSink;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionTrackerTest {

    private static final long MICROS = 1_795_250_967_554_060L;

    private final RecordingSink sink = new RecordingSink();
    private TransactionTracker tracker = StreamPlayer.tracker(sink, 4);

    @Test
    void splitsTransactionAtXid() throws IOException {
        EventBytes rows = EventBytes.of(30, 10);
        play(EventBytes.gtid(MICROS), EventBytes.query("BEGIN"), rows, EventBytes.xid(), EventBytes.gtid(MICROS));
        assertThat(sink.calls)
                .containsExactly("GTID 79", "QUERY 46", "WRITE_ROWS 33", "XID 31", "transaction", "GTID 79");
        assertThat(sink.commitMicros).containsExactly(MICROS);
    }

    @Test
    void endsNonTransactionalChangeAtCommit() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.query("BEGIN"), EventBytes.query("COMMIT"));
        assertThat(sink.calls).endsWith("QUERY 47", "transaction");
    }

    @Test
    void continuesAfterRollbackToSavepoint() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.query("BEGIN"));
        play(EventBytes.query("SAVEPOINT `a`"), EventBytes.query("ROLLBACK TO `a`"));
        assertThat(transactionCount()).isZero();
        play(EventBytes.query("ROLLBACK"));
        assertThat(transactionCount()).isEqualTo(1);
    }

    @Test
    void statementAfterGtidIsTransaction() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.query("DROP TABLE t"));
        assertThat(sink.calls).containsExactly("GTID 79", "QUERY 53", "transaction");
    }

    @Test
    void contextEventsBelongToTransaction() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.of(EventKind.INTVAR, 9), EventBytes.query("INSERT INTO t"));
        play(EventBytes.of(EventKind.RAND, 16), EventBytes.query("INSERT INTO t"));
        assertThat(transactionCount()).isEqualTo(2);
        assertThat(tracker.incompleteTransactions()).isZero();
    }

    @Test
    void statementInsideTransactionDoesNotEndIt() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.query("BEGIN"), EventBytes.query("CREATE TABLE t START TRANSACTION"));
        assertThat(transactionCount()).isZero();
        play(EventBytes.xid());
        assertThat(transactionCount()).isEqualTo(1);
    }

    @Test
    void endsXaTransactionAtPrepare() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.query("XA START X'31',X'',1"), EventBytes.of(30, 10));
        play(EventBytes.query("XA END X'31',X'',1"));
        assertThat(transactionCount()).isZero();
        play(EventBytes.of(EventKind.XA_PREPARE, 20));
        play(EventBytes.gtid(MICROS), EventBytes.query("XA COMMIT X'31',X'',1"));
        assertThat(transactionCount()).isEqualTo(2);
    }

    /** MySQL 9.7 logs an INCIDENT event for a MyISAM statement that is larger than max_binlog_stmt_cache_size. */
    @Test
    void reportsFirstIncidentAndEndsItsTransaction() throws IOException {
        play(EventBytes.fakeRotate("binlog.000007", 4), EventBytes.of(EventKind.INCIDENT, 12));
        assertThat(tracker.incident()).as("of a server without GTIDs").isEqualTo("binlog.000007:4");
        assertThat(transactionCount()).isZero();
        play(EventBytes.gtid(MICROS), EventBytes.of(EventKind.INCIDENT, 12), EventBytes.rotate("binlog.000008", 4));
        assertThat(transactionCount()).isEqualTo(1);
        assertThat(tracker.incompleteTransactions()).isZero();
        assertThat(tracker.incident()).as("the first").isEqualTo("binlog.000007:4");
    }

    @Test
    void payloadIsWholeTransaction() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.of(EventKind.TRANSACTION_PAYLOAD, 500));
        assertThat(sink.calls)
                .containsExactly("GTID 79", "payload 523 inflates to 0", "TRANSACTION_PAYLOAD 523", "transaction");
        sink.calls.clear();
        play(EventBytes.of(EventKind.TRANSACTION_PAYLOAD, 500)); // from a server without GTIDs
        assertThat(sink.calls).endsWith("TRANSACTION_PAYLOAD 523", "transaction");
    }

    @Test
    void recognizesTransactionsWithoutGtids() throws IOException {
        play(EventBytes.query("BEGIN"), EventBytes.of(30, 10), EventBytes.xid(), EventBytes.query("DROP TABLE t"));
        assertThat(transactionCount()).isEqualTo(2);
        assertThat(sink.commitMicros).containsOnly(BinlogSink.UNKNOWN_MICROS);
    }

    @Test
    void standaloneMariaDbStatementIsTransaction() throws IOException {
        play(EventBytes.mariaDbGtid(1), EventBytes.query("DROP TABLE t"));
        assertThat(transactionCount()).isEqualTo(1);
        play(EventBytes.mariaDbGtid(4), EventBytes.of(23, 10), EventBytes.query("SAVEPOINT `a`"));
        assertThat(transactionCount()).isEqualTo(1);
        play(EventBytes.xid());
        assertThat(transactionCount()).isEqualTo(2);
    }

    @Test
    void ignoresMariaDbDummyStatement() throws IOException {
        EventBytes dummy = EventBytes.query("# Dummy event replacing event type 160 that slave cannot handle.");
        play(dummy, EventBytes.mariaDbGtid(1), dummy);
        assertThat(sink.calls).containsExactly("QUERY 105", "outside", "MARIADB_GTID 42", "QUERY 105");
    }

    @Test
    void countsIncompleteTransactions() throws IOException {
        play(EventBytes.gtid(MICROS), EventBytes.query("BEGIN"), EventBytes.of(30, 10));
        play(EventBytes.gtid(MICROS), EventBytes.query("BEGIN"), EventBytes.of(EventKind.STOP, 0));
        assertThat(tracker.incompleteTransactions()).isEqualTo(2);
        assertThat(transactionCount()).isZero();
    }

    @Test
    void readsEndOfTransactionWhoseStartIsMissing() throws IOException {
        EventBytes map = EventBytes.tableMap("db", "t");
        EventBytes rows = EventBytes.of(30, 10);
        play(map, rows, EventBytes.query("SAVEPOINT `a`"), EventBytes.xid());
        assertThat(sink.calls).containsExactly("TABLE_MAP 43", "WRITE_ROWS 33", "QUERY 54", "XID 31", "transaction");
        sink.calls.clear();
        play(rows, EventBytes.gtid(MICROS), EventBytes.query("BEGIN"), map, rows, EventBytes.xid());
        assertThat(sink.calls)
                .containsExactly(
                        "WRITE_ROWS 33",
                        "outside",
                        "GTID 79",
                        "QUERY 46",
                        "TABLE_MAP 43",
                        "WRITE_ROWS 33",
                        "XID 31",
                        "transaction");
        assertThat(tracker.incompleteTransactions()).isEqualTo(1);
    }

    @Test
    void ignoresArtificialEvents() throws IOException {
        play(EventBytes.fakeRotate("binlog.000001", 4), EventBytes.formatDescription());
        play(
                EventBytes.of(EventKind.HEARTBEAT, 13).endingAt(157).with(0, 0),
                EventBytes.of(EventKind.HEARTBEAT_V2, 20));
        play(EventBytes.of(EventKind.MARIADB_GTID_LIST, 4).with(0, EventBytes.ARTIFICIAL_FLAG));
        play(EventBytes.of(EventKind.MARIADB_GTID_LIST, 4).with(0, 0));
        assertThat(sink.calls).isEmpty();
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000001", 4));
    }

    @Test
    void positionIsEndOfLastCompleteTransaction() throws IOException {
        play(
                EventBytes.fakeRotate("binlog.000001", 4),
                EventBytes.formatDescription().endingAt(127));
        play(EventBytes.gtid(MICROS).endingAt(206), EventBytes.query("BEGIN"));
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000001", 127));
        play(EventBytes.xid());
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000001", 283));
        play(EventBytes.rotate("binlog.000002", 4));
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000002", 4));
    }

    @Test
    void resumesAfterLastCompleteTransaction() throws IOException {
        LogPosition completedEnd = new LogPosition("binlog.000001", 127);
        play(
                EventBytes.fakeRotate("binlog.000001", 4),
                EventBytes.formatDescription().endingAt(127));
        play(EventBytes.gtid(MICROS).endingAt(206), EventBytes.query("BEGIN"));
        assertThat(tracker.isInTransaction()).isTrue();
        assertThat(tracker.resumePosition()).isEqualTo(completedEnd);

        tracker.discardInFlight();
        assertThat(tracker.isInTransaction()).isFalse();
        assertThat(tracker.resumePosition()).isEqualTo(completedEnd);
        assertThat(sink.calls).endsWith("GTID 79", "QUERY 46", "discard");

        play(EventBytes.gtid(MICROS).endingAt(206), EventBytes.query("BEGIN"), EventBytes.xid());
        assertThat(transactionCount()).isEqualTo(1);
        assertThat(tracker.incompleteTransactions()).isZero();
        assertThat(tracker.resumePosition()).isEqualTo(new LogPosition("binlog.000001", 283));
    }

    @Test
    void convertsCommitTimesToTesterClock() throws IOException {
        long serverAheadMicros = 2_000_000;
        tracker = new TransactionTracker(sink, DelaySource.COMMIT_TIMESTAMP, serverAheadMicros, 4, null);
        play(EventBytes.gtid(MICROS), EventBytes.query("DROP TABLE t"));
        tracker = new TransactionTracker(sink, DelaySource.EVENT_HEADER, serverAheadMicros, 4, null);
        play(EventBytes.gtid(MICROS), EventBytes.query("DROP TABLE t"));
        tracker = new TransactionTracker(sink, DelaySource.HEARTBEAT, serverAheadMicros, 4, null);
        play(EventBytes.gtid(MICROS), EventBytes.query("DROP TABLE t"));
        assertThat(sink.commitMicros)
                .isEqualTo(List.of(
                        MICROS - serverAheadMicros,
                        EventBytes.EVENT_SECONDS * 1_000_000 - serverAheadMicros,
                        BinlogSink.UNKNOWN_MICROS));
    }

    private void play(EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 16).play(new PacketBytes().events(events).bytes(), () -> Integer.MAX_VALUE);
    }

    private long transactionCount() {
        return sink.calls.stream().filter("transaction"::equals).count();
    }
}
