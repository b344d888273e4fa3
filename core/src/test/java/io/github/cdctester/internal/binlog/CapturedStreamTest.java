// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.PayloadCounts;
import io.github.cdctester.internal.meter.StreamSnapshot;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the counts of captured logs with the output of the servers' own tools and with the sizes of the log files. */
class CapturedStreamTest {

    private static final long MICROS_PER_SECOND = 1_000_000;

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void countsSameAsServerTool(CapturedStream stream) throws IOException {
        StreamSnapshot end = snapshotOf(stream);
        assertThat(end.counts().eventsByKind()).isEqualTo(stream.eventsByKind());
        assertThat(end.counts().get(Metric.EVENTS)).isEqualTo(stream.expectedCounts("events"));
        assertThat(end.counts().get(Metric.TRANSACTIONS)).isEqualTo(stream.expectedCounts("transactions"));
        assertThat(end.counts().get(Metric.HEARTBEATS)).isZero();
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void countsBytesOfLogFiles(CapturedStream stream) throws IOException {
        StreamSnapshot end = snapshotOf(stream);
        assertThat(end.counts().get(Metric.BYTES)).isEqualTo(stream.expectedCounts("bytes"));
        assertThat(end.counts().get(Metric.BYTES_READ)).isEqualTo(stream.expectedCounts("bytes"));
        assertThat(end.position()).isEqualTo(stream.endPosition());
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void inflatesSameAsServerTool(CapturedStream stream) throws IOException {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        try (PayloadReader payloads = new PayloadReader(meter, null, new RowCounter(meter))) {
            TransactionTracker tracker = StreamPlayer.inflatingTracker(meter, stream.checksumBytes(), payloads);
            new StreamPlayer(tracker, 1 << 20).playToEnd(stream.bytes(), () -> Integer.MAX_VALUE);
        }
        PayloadCounts inflated = meter.windowPayloads();
        assertThat(inflated.innerEventsByKind()).isEqualTo(stream.innerEventsByKind());
        assertThat(inflated.transactions()).isEqualTo(stream.eventsByKind().getOrDefault("TRANSACTION_PAYLOAD", 0L));
        if (inflated.transactions() > 0) {
            assertThat(inflated.inflatedBytes()).isEqualTo(stream.expectedCounts("innerBytes"));
        }
        assertThat(meter.snapshot().counts().get(Metric.UNKNOWN_ROW_EVENTS)).isZero();
        StreamSnapshot wire = snapshotOf(stream);
        assertThat(meter.snapshot().counts().eventsByKind())
                .isEqualTo(wire.counts().eventsByKind());
        assertThat(meter.snapshot().counts().get(Metric.BYTES))
                .isEqualTo(wire.counts().get(Metric.BYTES));
    }

    /** Expected numbers come from the {@code .sql} files. MyISAM's rows are outside of payloads. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mysql-payloads | {t.a={INSERT=313, UPDATE=153, DELETE=301}, t.b={INSERT=1}, t.c={INSERT=8},"
                        + " t.m={INSERT=2}}",
                "mysql-mix      | {t.a={INSERT=13, UPDATE=6, DELETE=1}, t.b={INSERT=6, UPDATE=3}, t.c={INSERT=2},"
                        + " t.m={INSERT=3}}"
            })
    void countsRowsInsideOfPayloads(String name, String rows) throws IOException {
        CapturedStream stream = CapturedStream.load(name);
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        try (PayloadReader payloads = new PayloadReader(meter, null, new RowCounter(meter))) {
            TransactionTracker tracker = StreamPlayer.inflatingTracker(meter, stream.checksumBytes(), payloads);
            new StreamPlayer(tracker, 1 << 20).playToEnd(stream.bytes(), () -> Integer.MAX_VALUE);
        }
        assertThat(meter.windowRows()).hasToString(rows);
    }

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
        List<Long> commits = commitTimes(stream, DelaySource.COMMIT_TIMESTAMP);
        assertThat(commits).hasSize((int) stream.expectedCounts("transactions")).hasSameSizeAs(headerTimes);
        for (int i = 0; i < commits.size(); i++) {
            if (stream.isMariaDb()) {
                assertThat(commits.get(i)).isEqualTo(BinlogSink.UNKNOWN_MICROS);
            } else {
                // the header contains the second in which the statement started
                assertThat(commits.get(i) - headerTimes.get(i)).isBetween(0L, 2 * MICROS_PER_SECOND);
            }
        }
        if (!stream.isMariaDb()) {
            assertThat(commits).doesNotHaveDuplicates();
        }
    }

    private static StreamSnapshot snapshotOf(CapturedStream stream) throws IOException {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        StreamPlayer.playCaptured(stream, meter);
        return meter.snapshot();
    }

    private static List<Long> commitTimes(CapturedStream stream, DelaySource source) throws IOException {
        RecordingSink sink = new RecordingSink();
        TransactionTracker tracker = new TransactionTracker(sink, source, 0, stream.checksumBytes(), null);
        new StreamPlayer(tracker, 1 << 20).playToEnd(stream.bytes(), () -> Integer.MAX_VALUE);
        return sink.commitMicros;
    }
}
