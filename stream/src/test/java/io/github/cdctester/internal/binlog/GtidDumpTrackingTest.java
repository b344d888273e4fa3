// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The dumps omit transactions that the reader already has. */
class GtidDumpTrackingTest {

    private static final long COMMIT_MICROS = 1_795_250_967_554_060L;
    private static final String UUID = "00000000-0000-0000-0000-000000000000";

    private final RecordingSink sink = new RecordingSink();
    private final TransactionTracker tracker = StreamPlayer.tracker(sink, 4);
    private final ExecutedGtids executed = ExecutedGtids.withGtids(false);

    @Test
    void countsFromFirstTransaction() throws IOException {
        tracker.onDumpBegin(true, true, 4);
        playFileStart();
        assertThat(sink.calls).isEmpty();
        playTransaction(7, 158);
        assertThat(sink.calls).containsExactly("GTID 79", "QUERY 46", "XID 31", "transaction");
        play(EventBytes.rotate("binlog.000003", 4));
        assertThat(sink.calls).endsWith("transaction", "ROTATE 44", "outside");
    }

    /** If two servers alternately break at the same transaction, the position changes without progress. */
    @Test
    void startOfDumpIsNotCountedAsProgress() throws IOException {
        tracker.onDumpBegin(true, true, 4);
        playFileStart();
        assertThat(tracker.progress()).isZero();
        playTransaction(7, 158);
        long progress = tracker.progress();
        assertThat(progress).isPositive();
        play(EventBytes.gtid(COMMIT_MICROS).with(0, 0));
        tracker.discardInFlight();
        tracker.serverChanged(0);
        tracker.onDumpBegin(true, true, 4);
        playFileStart();
        assertThat(tracker.progress()).isEqualTo(progress);
    }

    @Test
    void doesNotCountGapsAsOmitted() throws IOException {
        tracker.onDumpBegin(true, true, 4);
        playFileStart();
        playTransaction(7, 5_000);
        playTransaction(9, 9_000);
        assertThat(tracker.omittedBytes()).isZero();
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000002", 9_156));
    }

    @Test
    void positionIsAtEndIfServerSkipsAll() throws IOException {
        tracker.onDumpBegin(true, true, 4);
        playFileStart();
        play(EventBytes.of(EventKind.HEARTBEAT, 13).endingAt(70_000).with(0, 0));
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000002", 70_000));
        play(EventBytes.of(EventKind.HEARTBEAT, 13).endingAt(60_000).with(0, 0));
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000002", 70_000));
        assertThat(sink.calls).isEmpty();
    }

    /** With GTIDs and a position, MySQL's format description contains its end position in the file. */
    @Test
    void countsAllEventsAfterPosition() throws IOException {
        tracker.onDumpBegin(true, true, 4);
        playFileStart();
        assertThat(tracker.failoverPosition()).isNull();
        playTransaction(7, 158);
        LogPosition resumePosition = new LogPosition("binlog.000002", 314);
        assertThat(tracker.failoverPosition()).isEqualTo(resumePosition);
        tracker.discardInFlight();
        sink.calls.clear();

        tracker.onDumpBegin(true, false, 4);
        play(
                EventBytes.fakeRotate("binlog.000002", 314),
                EventBytes.formatDescription().endingAt(127));
        assertThat(tracker.failoverPosition()).isEqualTo(resumePosition);
        play(
                EventBytes.rotate("binlog.000003", 4).endingAt(358),
                EventBytes.fakeRotate("binlog.000003", 4),
                EventBytes.formatDescription().endingAt(127),
                EventBytes.of(EventKind.PREVIOUS_GTIDS, 8).endingAt(158));
        playTransaction(8, 158);
        assertThat(sink.calls)
                .containsExactly(
                        "ROTATE 44",
                        "outside",
                        "FORMAT_DESCRIPTION 123",
                        "outside",
                        "PREVIOUS_GTIDS 31",
                        "outside",
                        "GTID 79",
                        "QUERY 46",
                        "XID 31",
                        "transaction");
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000003", 314));
    }

    /** A keep-alive may contain a position within skipped events, at which no dump can start. */
    @Test
    void doesNotResumeAtKeepAlive() throws IOException {
        tracker.onDumpBegin(true, true, 4);
        playFileStart();
        playTransaction(7, 158);
        play(EventBytes.of(EventKind.HEARTBEAT, 13).endingAt(400).with(0, 0));
        play(EventBytes.of(EventKind.HEARTBEAT, 13).endingAt(500).with(0, 0));
        assertThat(sink.completed).isEqualTo(new LogPosition("binlog.000002", 500));
        assertThat(tracker.failoverPosition()).isEqualTo(new LogPosition("binlog.000002", 314));
        playTransaction(9, 600);
        assertThat(tracker.failoverPosition()).isEqualTo(new LogPosition("binlog.000002", 756));
    }

    @Test
    void storesGtidsOfCompleteTransactions() throws IOException {
        executed.addBefore("");
        tracker.track(executed, TransactionWatch.NONE);
        tracker.onDumpBegin(false, false, 4);
        playFileStart();
        playTransaction(7, 158);
        play(EventBytes.gtid(COMMIT_MICROS, 8), EventBytes.of(EventKind.TRANSACTION_PAYLOAD, 100));
        play(EventBytes.gtid(COMMIT_MICROS, 9), EventBytes.query("BEGIN"));
        tracker.discardInFlight();
        play(EventBytes.query("DROP TABLE without_gtid"));
        assertThat(executed).hasToString(UUID + ":7-8");
    }

    @Test
    void discardsPositionWhenServerChanges() throws IOException {
        tracker.onDumpBegin(false, false, 4);
        tracker.openWindowAt(new WindowMark.AtPosition(new LogPosition("binlog.000002", 158), 0));
        playFileStart();
        tracker.serverChanged(0);
        assertThat(sink.completed).isEqualTo(new LogPosition("", 0));
        tracker.onDumpBegin(true, true, 4);
        play(EventBytes.fakeRotate("mysql-bin.000001", 4));
        playTransaction(7, 500);
        assertThat(sink.calls).contains("window mysql-bin.000001:500");
    }

    @Test
    void rejectsServerChangeBeforeMeasuredPart() throws IOException {
        tracker.onDumpBegin(false, false, 4);
        tracker.openWindowAt(new WindowMark.AtPosition(new LogPosition("binlog.000002", 500), 0));
        playFileStart();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> tracker.serverChanged(0))
                .withMessageContaining("binlog.000002:500");
    }

    /** The other server has the same file names. */
    @Test
    void rejectsPositionOfPreviousServer() throws IOException {
        tracker.onDumpBegin(false, false, 4);
        playFileStart();
        tracker.serverChanged(0);
        tracker.openWindowAt(new WindowMark.AtPosition(new LogPosition("binlog.000002", 158), 0));
        tracker.onDumpBegin(true, true, 4);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(this::playFileStart)
                .withMessageContaining("moved to another server before it reached binlog.000002:158");
    }

    /** The file start ends at offset 158. */
    private void playFileStart() throws IOException {
        play(
                EventBytes.fakeRotate("binlog.000002", 4),
                EventBytes.formatDescription().endingAt(127),
                EventBytes.of(EventKind.PREVIOUS_GTIDS, 8).endingAt(158));
    }

    /** The transaction has 156 bytes. */
    private void playTransaction(long number, long from) throws IOException {
        play(
                EventBytes.gtid(COMMIT_MICROS, number).endingAt(from + 79),
                EventBytes.query("BEGIN").endingAt(from + 125),
                EventBytes.xid().endingAt(from + 156));
    }

    private void play(EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 16).play(new PacketBytes().events(events).bytes(), () -> Integer.MAX_VALUE);
    }
}
