// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CapturedStreamTest {

    private static final long MICROS_PER_SECOND = 1_000_000;

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void readsAllBytesAndTransactionEnds(CapturedStream stream) throws IOException {
        TransactionTracker tracker = StreamPlayer.playCaptured(stream, new RecordingSink());
        assertThat(tracker.omittedBytes()).isZero();
        assertThat(tracker.incompleteTransactions()).isZero();
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void commitTimesAgreeWithHeaders(CapturedStream stream) throws IOException {
        List<Long> headerTimes = commitTimes(stream, DelaySource.EVENT_HEADER);
        List<Long> commitTimes = commitTimes(stream, DelaySource.COMMIT_TIMESTAMP);
        assertThat(commitTimes)
                .hasSize((int) stream.expectedCounts("transactions"))
                .hasSameSizeAs(headerTimes);
        for (int i = 0; i < commitTimes.size(); i++) {
            if (stream.isMariaDb()) {
                assertThat(commitTimes.get(i)).isEqualTo(BinlogSink.UNKNOWN_MICROS);
            } else {
                // the header contains the second in which the statement started
                assertThat(commitTimes.get(i) - headerTimes.get(i)).isBetween(0L, 2 * MICROS_PER_SECOND);
            }
        }
        if (!stream.isMariaDb()) {
            assertThat(commitTimes).doesNotHaveDuplicates();
        }
    }

    private static List<Long> commitTimes(CapturedStream stream, DelaySource source) throws IOException {
        RecordingSink sink = new RecordingSink();
        TransactionTracker tracker = new TransactionTracker(sink, source, 0, stream.checksumBytes(), null);
        new StreamPlayer(tracker, 1 << 20).playToEnd(stream.bytes(), () -> Integer.MAX_VALUE);
        return sink.commitMicros;
    }
}
