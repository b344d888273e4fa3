// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.MutatedBytes;
import io.github.cdctester.internal.binlog.SlowPath;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.ChecksumCheck;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.rows.RowCounter;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares counts of captured logs with the servers' own tools, with the sizes of the log files, and with the slow path. */
class CapturedStreamCountsTest {

    private static final long COMMIT_MICROS = 1_795_250_967_554_060L;
    private static final int MUTATION_COUNT = 50;
    private static final int BUFFER_BYTES = 16 * 1024;

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
    void fastAndSlowPathHaveSameCounts(CapturedStream stream) {
        for (long seed = 0; seed < MUTATION_COUNT; seed++) {
            byte[] bytes = seed == 0 ? stream.bytes() : MutatedBytes.mutate(stream.bytes(), seed);
            for (boolean readsBodies : new boolean[] {false, true}) {
                assertThat(meterValues(stream, bytes, seed, readsBodies, false))
                        .as("seed " + seed)
                        .usingRecursiveComparison()
                        .isEqualTo(meterValues(stream, bytes, seed, readsBodies, true));
            }
        }
    }

    @Test
    void countsTransactionsLoggedAsStatements() throws IOException {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        TransactionTracker tracker = StreamPlayer.tracker(meter, 4);
        play(tracker, EventBytes.gtid(COMMIT_MICROS), EventBytes.query("BEGIN"));
        play(
                tracker,
                EventBytes.query("insert into t values (1)"),
                EventBytes.query("DELETE FROM t"),
                EventBytes.xid());
        play(tracker, EventBytes.mariaDbGtid(0), EventBytes.of(17, 9), EventBytes.of(EventKind.EXECUTE_LOAD_QUERY, 40));
        play(tracker, EventBytes.xid());
        // the following transactions are not logged as statements
        play(tracker, EventBytes.gtid(COMMIT_MICROS), EventBytes.query("ALTER TABLE t ADD c INT"));
        play(tracker, EventBytes.gtid(COMMIT_MICROS), EventBytes.query("TRUNCATE TABLE t"));
        play(tracker, EventBytes.mariaDbGtid(1), EventBytes.query("GRANT ALL ON *.* TO a"));
        play(tracker, EventBytes.gtid(COMMIT_MICROS), EventBytes.query("BEGIN"), EventBytes.query("SAVEPOINT `a`"));
        play(tracker, EventBytes.of(30, 10), EventBytes.query("ROLLBACK TO `a`"), EventBytes.xid());
        play(
                tracker,
                EventBytes.gtid(COMMIT_MICROS),
                EventBytes.query("BEGIN"),
                EventBytes.query("CREATE TABLE t START TRANSACTION"));
        play(tracker, EventBytes.of(30, 10), EventBytes.xid());
        assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(7);
        assertThat(meter.snapshot().counts().get(Metric.STATEMENT_TRANSACTIONS)).isEqualTo(2);
    }

    private static void play(TransactionTracker tracker, EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 16).play(new PacketBytes().events(events).bytes(), () -> Integer.MAX_VALUE);
    }

    private static StreamSnapshot snapshotOf(CapturedStream stream) throws IOException {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        StreamPlayer.playCaptured(stream, meter);
        return meter.snapshot();
    }

    private record MeterValues(StreamSnapshot snapshot, Map<String, Map<RowKind, Long>> rows) {}

    private static MeterValues meterValues(
            CapturedStream stream, byte[] bytes, long seed, boolean readsBodies, boolean usesSlowPath) {
        SplittableRandom random = new SplittableRandom(seed);
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        TransactionTracker tracker = new TransactionTracker(
                meter, DelaySource.COMMIT_TIMESTAMP, 0, stream.checksumBytes(), null, createBodies(readsBodies, meter));
        try {
            new StreamPlayer(tracker, new SlowPath(tracker, usesSlowPath), BUFFER_BYTES)
                    .play(bytes, () -> random.nextInt(1, 4_000));
        } catch (StreamProtocolException | ServerErrorException | StreamEndedException e) {
            tracker.discardInFlight();
            tracker.readEnd();
        } catch (IOException e) {
            throw new AssertionError("an exception that no caller expects", e);
        }
        return new MeterValues(meter.snapshot(), meter.windowRows());
    }

    private static EventBody[] createBodies(boolean isEnabled, BinlogSink sink) {
        return isEnabled ? new EventBody[] {new ChecksumCheck(), new RowCounter(sink)} : new EventBody[0];
    }
}
