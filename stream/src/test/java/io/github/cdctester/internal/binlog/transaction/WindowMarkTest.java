// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.RecordingSink;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A transaction has 79 + 31 bytes, a heartbeat 231 bytes. */
class WindowMarkTest {

    private static final String FILE = "binlog.000007";
    private static final int TRANSACTION_BYTES = 110;

    private final RecordingSink sink = new RecordingSink();
    private final TransactionTracker tracker =
            new TransactionTracker(sink, DelaySource.COMMIT_TIMESTAMP, 0, 4, new HeartbeatRow("cdc", "heartbeat"));

    @Test
    void opensBeforeFirstTransactionAtPosition() throws IOException {
        openAt(FILE, 4 + 2 * TRANSACTION_BYTES);
        startStream();
        playTransaction();
        playTransaction();
        assertThat(sink.calls).noneMatch(call -> call.startsWith("window"));
        playTransaction();
        assertThat(sink.calls.subList(6, 10))
                .containsExactly(
                        "window " + FILE + ":" + (4 + 2 * TRANSACTION_BYTES), "GTID 79", "XID 31", "transaction");
    }

    @Test
    void opensBeforeFirstTransactionAfterPosition() throws IOException {
        openAt(FILE, 4 + TRANSACTION_BYTES - 1);
        startStream();
        playTransaction();
        playTransaction();
        assertThat(sink.calls.get(3)).isEqualTo("window " + FILE + ":" + (4 + TRANSACTION_BYTES));
    }

    @Test
    void opensImmediatelyIfPositionIsPassed() throws IOException {
        startStream();
        playTransaction();
        openAt("binlog.000006", 5_000);
        playTransaction();
        assertThat(sink.calls.get(3)).isEqualTo("window " + FILE + ":" + (4 + TRANSACTION_BYTES));
    }

    @Test
    void lateBytesFromBeforeStartAreNotSubtractedFromOmitted() throws IOException {
        openAt(FILE, 4 + 2 * TRANSACTION_BYTES);
        startStream();
        playTransactionAt(1);
        assertThat(tracker.omittedBytes()).isEqualTo(TRANSACTION_BYTES);
        playTransactionAt(2);
        assertThat(tracker.omittedBytes()).isZero();
        playTransactionAt(0);
        playTransactionAt(5);
        assertThat(tracker.omittedBytes()).isEqualTo(2 * TRANSACTION_BYTES);
    }

    /** After the break, the server sends the transaction again from its start, or it remains missing. */
    @Test
    void lateBytesOfDiscardedTransactionStayOmitted() throws IOException {
        startStream();
        playTransactionAt(1);
        play(EventBytes.gtid(1).endingAt(4 + 79));
        tracker.discardInFlight();
        playTransactionAt(2);
        assertThat(tracker.omittedBytes()).isEqualTo(TRANSACTION_BYTES);
    }

    @Test
    void lateBytesBeforeRotationAreNotOmitted() throws IOException {
        startStream();
        playTransactionAt(1);
        play(
                EventBytes.gtid(1).endingAt(4 + 79),
                EventBytes.xid().endingAt(4 + TRANSACTION_BYTES),
                EventBytes.gtid(2).endingAt(4 + TRANSACTION_BYTES + 79),
                EventBytes.xid().endingAt(4 + 2 * TRANSACTION_BYTES),
                EventBytes.rotate("binlog.000008", 4),
                EventBytes.fakeRotate("binlog.000008", 4));
        assertThat(tracker.omittedBytes()).isZero();
    }

    /** The number counts from 0. */
    private void playTransactionAt(int number) throws IOException {
        int offset = 4 + number * TRANSACTION_BYTES;
        play(EventBytes.gtid(number + 1).endingAt(offset + 79), EventBytes.xid().endingAt(offset + TRANSACTION_BYTES));
    }

    @Test
    void opensInNextFileIfPositionIsFileEnd() throws IOException {
        openAt(FILE, 4 + TRANSACTION_BYTES);
        startStream();
        playTransaction();
        play(EventBytes.rotate("binlog.000008", 4), EventBytes.fakeRotate("binlog.000008", 4));
        playTransaction();
        assertThat(sink.calls.get(3)).isEqualTo("window " + FILE + ":" + (4 + TRANSACTION_BYTES));
        assertThat(sink.calls.get(4)).startsWith("ROTATE");
    }

    @Test
    void opensInsideTransactionIfStreamStartsThere() throws IOException {
        for (EventBytes firstEvent : new EventBytes[] {
            EventBytes.tableMap("db", "t"),
            EventBytes.of(30, 10),
            EventBytes.of(EventKind.UPDATE_ROWS, 10),
            EventBytes.of(EventKind.ROWS_QUERY, 10)
        }) {
            TransactionTracker newTracker = StreamPlayer.tracker(sink, 4);
            sink.calls.clear();
            newTracker.openWindowAt(new WindowMark.AtPosition(new LogPosition(FILE, 875), 0));
            play(newTracker, EventBytes.fakeRotate(FILE, 875), firstEvent, EventBytes.of(30, 10));
            play(newTracker, EventBytes.xid());
            assertThat(sink.calls)
                    .containsExactly(
                            "window " + FILE + ":875",
                            EventKind.name(firstEvent.type()) + " " + firstEvent.length(),
                            "WRITE_ROWS 33",
                            "XID 31",
                            "transaction");
        }
    }

    @Test
    void opensInFileThatEndsInsideTransaction() throws IOException {
        openAt(FILE, 875);
        play(EventBytes.fakeRotate(FILE, 875), EventBytes.tableMap("db", "t"), EventBytes.of(30, 10));
        play(
                EventBytes.fakeRotate("binlog.000008", 4),
                EventBytes.formatDescription().endingAt(127));
        assertThat(sink.calls)
                .containsExactly(
                        "window " + FILE + ":875",
                        "TABLE_MAP 43",
                        "WRITE_ROWS 33",
                        "outside",
                        "FORMAT_DESCRIPTION 123",
                        "outside");
        assertThat(tracker.incompleteTransactions()).isEqualTo(1);
    }

    @Test
    void countsOnlyIncompleteTransactionsOfMeasuredPart() throws IOException {
        openAt(FILE, 4 + TRANSACTION_BYTES + 79);
        startStream();
        playTransaction();
        play(EventBytes.gtid(1));
        assertThat(tracker.incompleteTransactions()).isZero();
        play(EventBytes.gtid(2));
        assertThat(tracker.incompleteTransactions())
                .as("the one before the mark")
                .isZero();
        play(EventBytes.gtid(3), EventBytes.xid());
        assertThat(tracker.incompleteTransactions()).isEqualTo(1);
    }

    @Test
    void reportsOnlyIncidentOfMeasuredPart() throws IOException {
        EventBytes incident = EventBytes.of(EventKind.INCIDENT, 12);
        startStream();
        play(incident);
        assertThat(tracker.incident()).isEqualTo(FILE + ":4");
        long mark = tracker.cursor().offset() + TRANSACTION_BYTES;
        openAt(FILE, mark);
        playTransaction();
        assertThat(tracker.incident()).as("the stream has not passed the mark").isEqualTo(FILE + ":4");
        play(incident);
        assertThat(tracker.incident()).isEqualTo(FILE + ":" + mark);
        playTransaction();
        play(incident);
        assertThat(tracker.incident()).as("the first").isEqualTo(FILE + ":" + mark);
    }

    @Test
    void opensOnceOnly() throws IOException {
        openAt(FILE, 4);
        startStream();
        for (int i = 0; i < 5; i++) {
            playTransaction();
        }
        assertThat(sink.calls.get(0)).isEqualTo("window " + FILE + ":4");
        assertThat(sink.calls).filteredOn(call -> call.startsWith("window")).hasSize(1);
    }

    @Test
    void waitsForFirstFileName() throws IOException {
        openAt("", 0);
        playTransaction();
        assertThat(sink.calls).containsExactly("GTID 79", "XID 31", "transaction");
    }

    @Test
    void opensAfterHeartbeat() throws IOException {
        tracker.openWindowAt(new WindowMark.AfterHeartbeat(41));
        startStream();
        playHeartbeat(40);
        playTransaction();
        assertThat(sink.calls).noneMatch(call -> call.startsWith("window"));
        sink.calls.clear();
        playHeartbeat(41);
        playTransaction();
        playHeartbeat(42);
        assertThat(sink.calls.subList(0, 6))
                .containsExactly(
                        "GTID 79",
                        "TABLE_MAP 52",
                        "UPDATE_ROWS 69",
                        "XID 31",
                        "heartbeat 41 sent 1041",
                        "window " + FILE + ":" + (4 + 2 * 231 + TRANSACTION_BYTES));
        assertThat(sink.calls).filteredOn(call -> call.startsWith("window")).hasSize(1);
    }

    @Test
    void opensAfterLaterHeartbeatIfOneIsMissing() throws IOException {
        tracker.openWindowAt(new WindowMark.AfterHeartbeat(41));
        startStream();
        playHeartbeat(50);
        assertThat(sink.calls).endsWith("heartbeat 50 sent 1050", "window " + FILE + ":" + (4 + 231));
    }

    @Test
    void updateOfOtherTableIsNoHeartbeat() throws IOException {
        startStream();
        play(EventBytes.gtid(1), EventBytes.tableMap("cdc", "other"), EventBytes.update(41, 7), EventBytes.xid());
        play(EventBytes.gtid(1), EventBytes.update(41, 7), EventBytes.xid());
        assertThat(sink.calls).noneMatch(call -> call.startsWith("heartbeat")).contains("transaction");
    }

    private void openAt(String file, long offset) {
        tracker.openWindowAt(new WindowMark.AtPosition(new LogPosition(file, offset), 0));
    }

    private void startStream() throws IOException {
        play(EventBytes.fakeRotate(FILE, 4));
    }

    private void playTransaction() throws IOException {
        play(EventBytes.gtid(1), EventBytes.xid());
    }

    private void playHeartbeat(long sequence) throws IOException {
        EventBytes map = EventBytes.tableMap("cdc", "heartbeat");
        play(EventBytes.gtid(1), map, EventBytes.update(sequence, 1_000 + sequence), EventBytes.xid());
    }

    private void play(EventBytes... events) throws IOException {
        play(tracker, events);
    }

    private static void play(TransactionTracker tracker, EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 16).play(new PacketBytes().events(events).bytes(), () -> Integer.MAX_VALUE);
    }
}
