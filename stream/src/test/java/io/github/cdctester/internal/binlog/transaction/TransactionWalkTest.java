// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.FingerprintSink;
import io.github.cdctester.internal.binlog.MutatedBytes;
import io.github.cdctester.internal.binlog.SlowPath;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.TrackerReports;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.ChecksumCheck;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fast path and the slow path report the same, for valid and invalid streams. */
class TransactionWalkTest {

    private static final int MUTATION_COUNT = 500;
    private static final int BUFFER_BYTES = 16 * 1024;

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void reportsSameForRealStreams(CapturedStream stream) {
        for (DelaySource source : DelaySource.values()) {
            for (boolean withBodies : new boolean[] {false, true}) {
                assertThat(reports(stream, stream.bytes(), source, 0, withBodies, false))
                        .isEqualTo(reports(stream, stream.bytes(), source, 0, withBodies, true));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void reportsSameForBrokenStreams(CapturedStream stream) {
        for (long seed = 0; seed < MUTATION_COUNT; seed++) {
            byte[] bytes = MutatedBytes.mutate(stream.bytes(), seed);
            for (boolean withBodies : new boolean[] {false, true}) {
                assertThat(reports(stream, bytes, DelaySource.COMMIT_TIMESTAMP, seed, withBodies, false))
                        .as("seed " + seed)
                        .isEqualTo(reports(stream, bytes, DelaySource.COMMIT_TIMESTAMP, seed, withBodies, true));
            }
        }
    }

    @Test
    void fastPathHandlesMostEvents() throws IOException {
        CapturedStream stream = CapturedStream.load("mysql-inserts");
        TransactionTracker tracker = StreamPlayer.tracker(new FingerprintSink(), stream.checksumBytes());
        SlowPath slowPath = new SlowPath(tracker, false);
        new StreamPlayer(tracker, slowPath, BUFFER_BYTES).playToEnd(stream.bytes(), () -> Integer.MAX_VALUE);
        // only 125 events belong to row-based transactions
        assertThat(slowPath.events()).isBetween(15L, 30L);
    }

    private static TrackerReports reports(
            CapturedStream stream, byte[] bytes, DelaySource source, long seed, boolean withBodies, boolean isSlow) {
        SplittableRandom random = new SplittableRandom(seed);
        FingerprintSink sink = new FingerprintSink();
        TransactionTracker tracker = new TransactionTracker(
                sink,
                source,
                1_000,
                stream.checksumBytes(),
                new HeartbeatRow("cdc_tester", "heartbeat"),
                createBodies(withBodies, sink));
        return TrackerReports.of(
                tracker, sink, new SlowPath(tracker, isSlow), bytes, BUFFER_BYTES, () -> random.nextInt(1, 4_000));
    }

    private static EventBody[] createBodies(boolean isEnabled, BinlogSink sink) {
        return isEnabled ? new EventBody[] {new ChecksumCheck(), new RowCounter(sink)} : new EventBody[0];
    }
}
