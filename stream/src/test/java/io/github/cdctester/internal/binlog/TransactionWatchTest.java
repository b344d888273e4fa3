// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A watch receives each transaction once, with its GTID and its position. */
class TransactionWatchTest {

    static java.util.stream.Stream<CapturedStream> streams() {
        return CapturedStream.all();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void receivesEachTransactionOnceOnBothPaths(CapturedStream stream) throws IOException {
        List<String> fastPath = transactionsOf(stream, false);
        List<String> slowPath = transactionsOf(stream, true);

        assertThat(fastPath)
                .hasSize((int) stream.expectedCounts("transactions"))
                .doesNotHaveDuplicates();
        assertThat(slowPath).isEqualTo(fastPath);
    }

    /** Followers are transactions with consecutive GTIDs. */
    @ParameterizedTest
    @MethodSource("streams")
    void receivesFollowersAsCountIfRequested(CapturedStream stream) throws IOException {
        Listener singleListener = new Listener();
        Listener counter = new Listener();
        counter.acceptsFollowers = true;

        String executed = transactionsOf(stream, false, singleListener);

        assertThat(transactionsOf(stream, false, counter)).isEqualTo(executed);
        assertThat(counter.transactions.size() + counter.followerCount).isEqualTo(singleListener.transactions.size());
        assertThat(singleListener.transactions).containsSubsequence(counter.transactions);
    }

    @Test
    void receivesFollowersOfOneReadAsCount() throws IOException {
        Listener listener = new Listener();
        listener.acceptsFollowers = true;
        ExecutedGtids executed = ExecutedGtids.withGtids(false);
        executed.addBefore("");
        TransactionTracker tracker = StreamPlayer.tracker(new RecordingSink(), 4);
        tracker.track(executed, listener);
        tracker.onDumpBegin(false, false, 4);
        PacketBytes packets = new PacketBytes()
                .events(
                        EventBytes.fakeRotate("binlog.000002", 4),
                        EventBytes.formatDescription().endingAt(127));
        for (int number : new int[] {7, 8, 9, 12, 13, 3, 4}) {
            packets.events(EventBytes.gtid(1, number), EventBytes.query("BEGIN"), EventBytes.xid());
        }
        new StreamPlayer(tracker, 1 << 16).play(packets.bytes(), () -> Integer.MAX_VALUE);

        // 4 does not follow the highest number, so it is reported separately
        assertThat(listener.transactions).hasSize(4);
        assertThat(listener.followerCount).isEqualTo(3);
        assertThat(executed.toString()).endsWith(":3-4:7-9:12-13");
    }

    @Test
    void receivesInterruptedTransactionOnce() throws IOException {
        Listener listener = new Listener();
        TransactionTracker tracker = StreamPlayer.tracker(new RecordingSink(), 4);
        tracker.track(ExecutedGtids.withGtids(false), listener);
        tracker.onDumpBegin(false, false, 4);
        play(
                tracker,
                EventBytes.fakeRotate("binlog.000002", 4),
                EventBytes.formatDescription().endingAt(127));
        play(tracker, EventBytes.gtid(1, 8), EventBytes.query("BEGIN"));
        tracker.discardInFlight();
        play(tracker, EventBytes.gtid(1, 8), EventBytes.query("BEGIN"), EventBytes.xid());

        assertThat(listener.transactions).hasSize(1);
    }

    /** Without a GTID event, nothing shows that the server repeats the transaction. */
    @Test
    void reportsDiscardedOpenTransaction() throws IOException {
        Listener listener = new Listener();
        TransactionTracker tracker = StreamPlayer.tracker(new RecordingSink(), 4);
        tracker.track(ExecutedGtids.withoutGtids(), listener);
        tracker.onDumpBegin(false, false, 4);
        play(
                tracker,
                EventBytes.fakeRotate("binlog.000002", 4),
                EventBytes.formatDescription().endingAt(127));
        play(tracker, EventBytes.query("BEGIN"));
        tracker.discardInFlight();
        play(tracker, EventBytes.query("BEGIN"), EventBytes.xid());

        assertThat(listener.transactions).hasSize(1);
        assertThat(listener.discardedCount).isOne();
    }

    private static void play(TransactionTracker tracker, EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 16).play(new PacketBytes().events(events).bytes(), () -> Integer.MAX_VALUE);
    }

    private static List<String> transactionsOf(CapturedStream stream, boolean usesSlowPath) throws IOException {
        Listener listener = new Listener();
        transactionsOf(stream, usesSlowPath, listener);
        return listener.transactions;
    }

    private static String transactionsOf(CapturedStream stream, boolean usesSlowPath, Listener listener)
            throws IOException {
        ExecutedGtids executed = ExecutedGtids.withGtids(stream.isMariaDb());
        executed.addBefore("");
        TransactionTracker tracker = StreamPlayer.tracker(new RecordingSink(), stream.checksumBytes());
        tracker.track(executed, listener);
        new StreamPlayer(tracker, new SlowPath(tracker, usesSlowPath), 1 << 20)
                .playToEnd(stream.bytes(), () -> Integer.MAX_VALUE);
        return executed.toString();
    }

    private static final class Listener implements TransactionWatch {

        private final List<String> transactions = new ArrayList<>();
        private LogCursor cursor = new LogCursor();
        private String beginPosition = "";
        private boolean acceptsFollowers;
        private int followerCount;
        private int discardedCount;

        @Override
        public void onDiscarded() {
            discardedCount++;
        }

        @Override
        public boolean acceptsFollowers() {
            return acceptsFollowers;
        }

        @Override
        public void addFollowers(long transactions) {
            assertThat(transactions).isPositive();
            followerCount += (int) transactions;
        }

        @Override
        public void setCursor(LogCursor reader) {
            cursor = reader;
        }

        @Override
        public void onBegin() {
            beginPosition = cursor.file() + ":" + cursor.offset();
        }

        @Override
        public void onEnd(long high, long low, String tag, long number, long heartbeat) {
            assertThat(cursor.offset()).isPositive();
            transactions.add(high + "/" + low + "/" + tag + "/" + number + " from " + beginPosition + " to "
                    + cursor.file() + ":" + cursor.offset());
        }

        @Override
        public void onWindowOpened() {}

        @Override
        public void onReadEnd() {}
    }
}
