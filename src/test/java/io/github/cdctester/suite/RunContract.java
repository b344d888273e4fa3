// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uses small binlog files. */
@Timeout(120)
abstract class RunContract extends ServerContract {

    private static final int TABLE_COUNT = 2;
    private static final int ROWS = 100;
    static final SysbenchSpec WORKLOAD =
            Sysbench.oltpInsert().tables(TABLE_COUNT).tableSize(ROWS);

    @BeforeEach
    void prepare() {
        plan().prepare();
    }

    @AfterEach
    void cleanUp() {
        assertThat(plan().cleanup()).isEqualTo(TABLE_COUNT);
        assertThat(server.queryRows("SHOW TABLES"))
                .as("tables after the cleanup")
                .isEmpty();
    }

    PlanBuilder plan() {
        return CdcTester.plan().endpoint(server.endpoint()).workload(WORKLOAD).load(closedLoop(4));
    }

    @Test
    void bytesEqualServerPositionsAcrossRotations() {
        RunResult result = RoundTripChecks.run(plan().window(events(1_000)));

        CdcSummary cdc = result.summary().cdc();
        assertThat(cdc.eventsByKind().get("ROTATE")).as("rotations").isGreaterThan(0);
        assertThat(cdc.bytes())
                .isEqualTo(server.bytesBetween(
                        cdc.from().file(),
                        cdc.from().position(),
                        cdc.to().file(),
                        cdc.to().position()));
        assertThat(cdc.omittedBytes()).isZero();
        assertThat(cdc.incompleteTransactions()).isZero();
    }

    @Test
    void transactionsEqualCommitsAndRows() {
        RunResult result = RoundTripChecks.run(
                plan().load(openLoop(4, perSecond(500))).window(warmUp(ZERO), measure(ofSeconds(2))));

        long committedCount = result.summary().write().transactions();
        assertThat(committedCount).isPositive();
        assertThat(server.sysbenchRows(TABLE_COUNT)).isEqualTo(TABLE_COUNT * ROWS + committedCount);
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(committedCount);
        assertThat(result.verdict().observed()).isEqualTo(committedCount);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.summary().write().writes()).isEqualTo(committedCount);
    }

    @Test
    void verdictCountsExpectedTransactions() {
        SysbenchSpec writeWorkload =
                Sysbench.oltpWriteOnly().tables(TABLE_COUNT).tableSize(ROWS);
        SysbenchSpec readWorkload = Sysbench.oltpReadOnly().tables(TABLE_COUNT).tableSize(ROWS);

        Verdict verdictWithTransactions = RoundTripChecks.run(
                        plan().workload(writeWorkload).window(events(200)))
                .verdict();
        assertThat(verdictWithTransactions.committed()).isEqualTo(200);
        assertThat(verdictWithTransactions.observed()).isEqualTo(200);

        RunResult readOnlyResult =
                RoundTripChecks.run(plan().workload(readWorkload).window(events(200)));
        assertThat(readOnlyResult.summary().write().transactions()).isEqualTo(200);
        assertThat(readOnlyResult.verdict().committed()).isZero();
        assertThat(readOnlyResult.verdict().observed()).isZero();

        // one worker, because without transactions another worker could insert the row between DELETE and INSERT
        Verdict verdictWithoutTransactions = RoundTripChecks.run(plan().workload(writeWorkload.skipTrx(true))
                        .load(closedLoop(1))
                        .window(events(50)))
                .verdict();
        assertThat(verdictWithoutTransactions.committed()).isEqualTo(4 * 50);
        assertThat(verdictWithoutTransactions.observed()).isEqualTo(4 * 50);
    }

    @Test
    void transactionHasFiveEvents() {
        CdcSummary cdc =
                RoundTripChecks.run(plan().window(events(500))).summary().cdc();

        long fileEventCount = cdc.eventsByKind().entrySet().stream()
                .filter(kind -> kind.getKey()
                        .matches("ROTATE|FORMAT_DESCRIPTION|PREVIOUS_GTIDS|MARIADB_GTID_LIST|BINLOG_CHECKPOINT"))
                .mapToLong(kind -> kind.getValue())
                .sum();
        assertThat(cdc.events() - fileEventCount).isEqualTo(5 * cdc.transactions());
        assertThat(cdc.eventsByKind().get("XID")).isEqualTo(cdc.transactions());
    }

    @Test
    void transactionLimitIsExact() {
        RunResult result = RoundTripChecks.run(plan().load(closedLoop(7)).window(events(1_234)));

        assertThat(result.summary().write().transactions()).isEqualTo(1_234);
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(1_234);
    }

    @Test
    void totalsExcludeWarmUp() {
        RunResult result = RoundTripChecks.run(
                plan().load(openLoop(4, perSecond(200))).window(warmUp(ofSeconds(2)), measure(ofSeconds(2))));

        long measuredCount = result.summary().write().transactions();
        long warmUp = result.samples().stream()
                .filter(row -> row.phase() == SampleRow.RunPart.WARM_UP)
                .mapToLong(row -> row.write().transactions())
                .sum();
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(measuredCount);
        assertThat(result.summary().write().latency().count()).isEqualTo(measuredCount);
        assertThat(seconds(result, SampleRow.RunPart.WARM_UP)).isGreaterThanOrEqualTo(2);
        assertThat(seconds(result, SampleRow.RunPart.MEASURE)).isGreaterThanOrEqualTo(2);
        assertThat(warmUp).isPositive();
        assertThat(measuredCount).isPositive();
        assertThat(result.summary().tester().readerCpuSeconds())
                .isLessThanOrEqualTo(readerCpuSeconds(result, row -> true)
                        - 0.5 * readerCpuSeconds(result, row -> row.phase() == SampleRow.RunPart.WARM_UP));
        // no limit for the rate: starts that the warm-up delayed run in the measurement window
        assertThat(server.sysbenchRows(TABLE_COUNT) - TABLE_COUNT * ROWS).isEqualTo(warmUp + measuredCount);
    }

    @Test
    void samplesAddUpToTotals() {
        RunResult result = RoundTripChecks.run(
                plan().load(openLoop(4, perSecond(300))).window(warmUp(ZERO), measure(ofSeconds(3))));

        assertThat(result.samples().stream()
                        .mapToLong(row -> row.write().transactions())
                        .sum())
                .isEqualTo(result.summary().write().transactions());
        assertThat(result.samples().stream()
                        .mapToLong(row -> row.cdc().transactions() - row.cdc().heartbeats())
                        .sum())
                .as("a heartbeat may arrive after the last sample")
                .isGreaterThanOrEqualTo(transactionsWithoutHeartbeats(result));
        assertThat(result.samples())
                .extracting(SampleRow::second)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, result.samples().size())
                                .boxed()
                                .toList());
        assertThat(seconds(result, SampleRow.RunPart.MEASURE)).isGreaterThanOrEqualTo(3);
    }

    @Test
    void unreachableRateCausesStartDelay() {
        // stops at the first start delay above 1 s; without such a delay, the run ends after 60 s
        StopSignal stop = new StopSignal();
        RunResult result = RoundTripChecks.run(plan().load(openLoop(2, perSecond(1_000_000)))
                .stopSignal(stop)
                .listener(new RunListener() {
                    @Override
                    public void sample(SampleRow sample) {
                        Double maxDelayMillis = sample.write().startDelay().maxMillis();
                        if (maxDelayMillis != null && maxDelayMillis > 1_000) {
                            stop.raise();
                        }
                    }
                })
                .window(warmUp(ZERO), measure(ofSeconds(60))));

        assertThat((double) result.summary().write().scheduled())
                .isBetween(1_000_000.0, 1_000_000 * result.summary().seconds());
        assertThat(result.summary().write().notStarted())
                .isEqualTo(result.summary().write().scheduled()
                        - result.summary().write().transactions());
        assertThat(result.summary().write().startDelay().maxMillis()).isGreaterThan(1_000);
        assertThat(result.summary().write().latency().maxMillis())
                .isGreaterThan(result.summary().write().startDelay().p50Millis());
        assertThat(result.notes()).extracting(Note::code).contains(Code.TRANSACTIONS_NOT_STARTED);
    }

    @Test
    void eachTransactionHasDelay() {
        RunResult result = RoundTripChecks.run(plan().window(events(1_000)));

        long expected = "HEARTBEAT".equals(result.summary().cdc().delay().source())
                ? result.summary().cdc().heartbeats().transactions()
                : 1_000;
        assertThat(result.summary().cdc().delay().count()).isEqualTo(expected).isPositive();
        assertThat(result.summary().cdc().delay().maxMillis()).isLessThan(30_000);
        assertThat(result.clock().uncertaintyMicros()).isLessThan(1_000_000);
    }

    @Test
    void publishesMetersInRegistryOfCaller() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        RunResult result = RoundTripChecks.run(plan().window(events(500)).meterRegistry(registry));

        assertThat(registry.get("write.transactions")
                        .tag("kind", "oltp_insert")
                        .counter()
                        .count())
                .isEqualTo(500);
        assertThat(registry.get("cdc.transactions")
                        .tag("workload", "oltp_insert")
                        .counter()
                        .count())
                .isGreaterThanOrEqualTo(500);
        assertThat(registry.get("cdc.delay").timer().count())
                .isGreaterThanOrEqualTo(result.summary().cdc().delay().count())
                .isPositive();
        assertThat(registry.get("write.latency").timer().count()).isEqualTo(500);
    }

    @Test
    void interruptedCallerGetsFailure() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        CountDownLatch measuring = new CountDownLatch(1);
        Thread caller = new Thread(() -> {
            try {
                RoundTripChecks.run(plan().load(openLoop(4, perSecond(300)))
                        .listener(new RunListener() {
                            @Override
                            public void sample(SampleRow sample) {
                                measuring.countDown();
                            }
                        })
                        .window(warmUp(ZERO), measure(ofSeconds(60))));
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        caller.start();
        assertThat(measuring.await(30, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();
        caller.join(30_000);

        assertThat(caller.isAlive()).isFalse();
        assertThat(thrown.get()).isInstanceOf(RunFailedException.class).hasMessageContaining("interrupted");
        assertThat(server.queryRows("SHOW TABLES")).hasSize(TABLE_COUNT);
    }

    @Test
    void leavesNoTablesOrThreads() {
        RoundTripChecks.run(plan().window(events(100)));

        Eventually.assertThat(
                Duration.ofSeconds(60),
                () -> Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("cdc-tester"))
                        .toList(),
                List::isEmpty);
        String otherConnections =
                "SELECT CONCAT_WS(', ', id, command, time, state, info) FROM information_schema.processlist"
                        + " WHERE user = '" + server.endpoint().user() + "' AND id <> CONNECTION_ID()";
        try (ExtraConnection sideConnection =
                new ExtraConnection(server)) { // a new connection per query might be counted by the next query
            Eventually.assertThat(
                    Duration.ofSeconds(60), () -> sideConnection.firstColumn(otherConnections), Set::isEmpty);
        }
    }

    private static double readerCpuSeconds(RunResult result, Predicate<SampleRow> rows) {
        return result.samples().stream()
                .filter(rows)
                .mapToDouble(row -> row.cdc().readerCpuPercent() / 100 * row.seconds())
                .sum();
    }

    private static double seconds(RunResult result, SampleRow.RunPart part) {
        return result.samples().stream()
                .filter(row -> row.phase() == part)
                .mapToDouble(SampleRow::seconds)
                .sum();
    }

    static Window events(long count) {
        return new Window(ZERO, ZERO, count, ofSeconds(30));
    }
}
