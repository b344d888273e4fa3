// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.PlayedLog;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.binlog.rows.RowTableParser;
import io.github.cdctester.internal.judge.consumer.feed.LoggedStamps;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.workload.StatementTally.ChangedRows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Judges a consumer of a played log by stamps, with and without GTIDs. One transaction becomes readable every 10 ms. The consumer
 * reports it 5 ms later. The run's own stream reads 50 transactions at once, so that it is slower than the consumer.
 */
class PlayedStampsTest {

    private static final int TRANSACTIONS = 1_000;
    private static final int TRANSACTIONS_PER_READ = 50;
    private static final int INTERVAL_MICROS = 10_000;
    private static final int DELAY_MICROS = 5_000;
    private static final int EVENT_BYTES = 100;
    private static final long DAY_MICROS = 86_400_000_000L;
    private static final long START_MICROS = 1_800_000_000_000_000L;

    private final List<Long> stamps = new ArrayList<>();
    private final ByteBuffer row = ByteBuffer.allocate(1 + 3 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final LogCursor cursor = new LogCursor();
    private final ConsumerProbe probe = ConsumerProbe.named("shop");
    private long rowMicros;
    private long nowMicros = START_MICROS;
    private int readCount;

    private static final class Recording implements PlayedLog {

        @Override
        public long startedMicros() {
            return START_MICROS;
        }

        @Override
        public long readableMicros(String file, long endOffset) {
            return START_MICROS + endOffset / EVENT_BYTES * INTERVAL_MICROS;
        }

        @Override
        public double recordedSeconds() {
            return 10;
        }
    }

    private static RowTable table() {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        bytes.put(new byte[] {1, 's', 0, 1, 't', 0, 3, 8, 8, 8, 0, 0});
        return Objects.requireNonNull(RowTableParser.parse(1, bytes, 0, bytes.position()));
    }

    private ConsumerJudge openJudge(boolean hasGtids) {
        ConsumerJudge judge = new ConsumerJudge(
                List.of(probe), false, false, hasGtids, false, new LedgerMemory(64 << 20), () -> nowMicros);
        judge.transactions().addPlayed(new Recording());
        judge.listen();
        ChangedRows writer = new Stamps(Stamps.NO_SINK, START_MICROS).writer(null);
        for (int i = 0; i < TRANSACTIONS; i++) {
            stamps.add(writer.sequence());
            writer.inserted("t", 1);
            writer.onCommit();
        }
        // found by search, because stamps depend on stamps that other tests in this JVM have created
        rowMicros = LongStream.iterate(1_700_000_000_000_000L, micros -> micros + DAY_MICROS)
                .filter(micros -> Stamps.isOfRunAt(stamps.get(0), micros))
                .findFirst()
                .orElseThrow();
        return judge;
    }

    private void readLog(LoggedStamps reader, boolean hasGtids, int count) {
        RowTable table = table();
        for (; readCount < count; readCount++) {
            cursor.moveTo("binlog.000001", (long) (readCount + 1) * EVENT_BYTES);
            reader.onBegin();
            assertThat(reader.accepts(table)).isTrue();
            row.clear()
                    .put((byte) 0)
                    .putLong(readCount)
                    .putLong(stamps.get(readCount))
                    .putLong(rowMicros);
            reader.onRow(table, RowKind.INSERT, row, 0, row.position());
            reader.onEnd(
                    hasGtids ? SimulatedRun.HIGH : 0,
                    hasGtids ? SimulatedRun.LOW : 0,
                    "",
                    hasGtids ? readCount + 1 : 0,
                    -1);
        }
    }

    /**
     * Plays the log. The consumer does not report the transactions from {@code firstSilent} to {@code lastSilent} at all, or
     * reports them afterwards.
     */
    private ConsumerResult play(boolean hasGtids, int firstSilent, int lastSilent, boolean lost) {
        ConsumerJudge judge = openJudge(hasGtids);
        LoggedStamps reader = judge.transactions().loggedStamps();
        reader.setCursor(cursor);
        reader.onWindowOpened();
        judge.windowOpens();
        for (int i = 0; i < TRANSACTIONS; i++) {
            if (i == firstSilent) {
                judge.onFault("shop", (catchUps, now) -> catchUps.faultBegins("pause shop", now.second(), now));
            }
            nowMicros = START_MICROS + (i + 1L) * INTERVAL_MICROS + DELAY_MICROS;
            if (i == lastSilent) {
                judge.onFault("shop", (catchUps, now) -> catchUps.faultEnds("pause shop", now));
                for (int late = firstSilent; late < lastSilent && !lost; late++) {
                    probe.recordRow("t", "k" + late, stamps.get(late));
                }
            }
            if (i < firstSilent || i >= lastSilent) {
                probe.recordRow("t", "k" + i, stamps.get(i));
            }
            if ((i + 1) % TRANSACTIONS_PER_READ == 0) {
                readLog(reader, hasGtids, i + 1);
            }
            judge.takeReports();
        }
        judge.windowCloses();
        probe.ended();
        judge.close();
        return judge.results(new JudgedRun(null, null, false, null, null, 10)).get(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void measuresDelayFromReadableTime(boolean hasGtids) {
        ConsumerResult result = play(hasGtids, -1, -1, false);
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().source()).isEqualTo("PLAYED");
        assertThat(result.delay().count()).isEqualTo(TRANSACTIONS);
        assertThat(result.delay().p50Millis()).isBetween(4.9, 5.1);
        assertThat(result.delay().maxMillis()).isBetween(4.9, 5.1);
        assertThat(result.notes()).isEmpty();
        assertThat(result.catchUps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void knowsLossesOfPeriod(boolean hasGtids) {
        ConsumerResult result = play(hasGtids, 500, 600, true);
        assertThat(result.verdict().missing()).as(result.toString()).isEqualTo(100);
        assertThat(result.catchUps())
                .extracting(CatchUp::fault, CatchUp::lost)
                .containsExactly(tuple("pause shop", 100L));
    }

    /** A cascade of a foreign key changes a row of transaction 10 in transaction 20. The consumer reports each row once. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rowsWithStampOfEarlierTransactionAreNotRepetitions(boolean hasGtids) {
        ConsumerJudge judge = openJudge(hasGtids);
        stamps.set(20, stamps.get(10));
        LoggedStamps reader = judge.transactions().loggedStamps();
        reader.setCursor(cursor);
        reader.onWindowOpened();
        judge.windowOpens();
        for (int i = 0; i < 30; i++) {
            probe.recordRow("t", "k" + i % 20, stamps.get(i));
            readLog(reader, hasGtids, i + 1);
            judge.takeReports();
        }
        judge.windowCloses();
        probe.ended();
        judge.close();

        Verdict verdict = judge.results(new JudgedRun(null, null, false, null, null, 10))
                .get(0)
                .verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).startsWith(Reason.STAMPS_REUSED.text());
    }

    /** The consumer catches up when the fault ends. The period ends at the next read of the run's own stream, up to 0.5 s later. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void measuresCatchUp(boolean hasGtids) {
        ConsumerResult result = play(hasGtids, 500, 700, false);
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(result.delay().maxMillis()).isBetween(1_990.0, 2_010.0);
        assertThat(result.catchUps()).singleElement().satisfies(period -> {
            assertThat(period.fault()).isEqualTo("pause shop");
            assertThat(period.lost()).isZero();
            assertThat(period.catchUpSeconds()).isBetween(0.0, 0.51);
        });
    }
}
