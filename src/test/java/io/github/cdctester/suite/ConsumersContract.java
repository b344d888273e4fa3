// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.PrintedSnapshot;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.transfer.Transfers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks a consumer that reads with the binlog connector library, for each {@link Identity}. */
@Timeout(120)
abstract class ConsumersContract extends ServerContract {

    private static final int TRANSACTIONS = 300;

    private final ConsumerProbe probe = ConsumerProbe.named("connector");

    private PlanBuilder plan(Duration drain) {
        return plan(probe, drain);
    }

    private PlanBuilder plan(ConsumerProbe judgedProbe, Duration drain) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpWriteOnly().tables(2).tableSize(100).stamp(true))
                .load(openLoop(4, perSecond(300)))
                .window(new Window(Duration.ofMillis(200), Duration.ZERO, TRANSACTIONS, drain))
                .prepareFirst()
                .cleanupAfter()
                .consumer(judgedProbe);
    }

    private RunResult run(Identity identity, Predicate<Long> isDropped, PlanBuilder plan) {
        try (ConnectorConsumer consumer = ConnectorConsumer.follow(server, probe, identity, isDropped)) {
            return RoundTripChecks.run(plan);
        }
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void consumerReceivesAllTransactionsOnce(Identity identity) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        RunResult result = run(
                identity,
                number -> false,
                plan(Duration.ofSeconds(30))
                        .meterRegistry(registry)
                        .failIf("consumers.connector.delay.p99>1h")
                        .failIf("consumers.connector.verdict!=LOSSLESS"));

        ConsumerResult consumerResult = result.consumers().get(0);
        assertThat(consumerResult.verdict().status())
                .as(consumerResult.toString())
                .isEqualTo(Status.LOSSLESS);
        assertThat(consumerResult.identity()).isEqualTo(identity);
        assertThat(consumerResult.delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(consumerResult.transactions())
                .isEqualTo(result.summary().write().logged());
        assertThat(consumerResult.delay().count()).isEqualTo(consumerResult.transactions());
        assertThat(consumerResult.bytes()).isPositive();
        assertThat(consumerResult.events()).isPositive();
        assertThat(consumerResult.stray()).isZero();
        assertThat(consumerResult.unreadable()).isZero();
        assertThat(consumerResult.seconds()).isNotEmpty();
        assertSamplesContainConsumer(consumerResult, result);
        assertThat(registry.get("cdc.consumer.transactions").counter().count())
                .isEqualTo(consumerResult.transactions());
        assertThat(registry.get("cdc.consumer.delay").timer().count())
                .isEqualTo(consumerResult.delay().count());
        assertThat(registry.find("cdc.consumer.behind").gauge())
                .as("no gauge after the end of the run")
                .isNull();
        assertThat(result.checks()).allMatch(Check::held);
        assertThat(Results.table(result))
                .contains("acknowledged commits", "connector")
                .contains("LOSSLESS, committed");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void judgesSnapshotDuringLoad(boolean losesRow) throws Exception {
        ConsumerProbe snapshotProbe =
                ConsumerProbe.named("reading").judgeSnapshot().assumeEnded();
        ConsumerLines lines = ConsumerLines.to(
                snapshotProbe,
                new Shape(Format.CSV, null, List.of(), List.of("kind", "table", "key", "sequence"), "", ""));
        ExecutorService consumerThread = Executors.newSingleThreadExecutor(task -> new Thread(task, "suite-snapshot"));
        AtomicReference<Future<PrintedSnapshot>> consumer = new AtomicReference<>();
        RunListener listener = new RunListener() {
            @Override
            public void step(String step) {
                if (step.equals("measuring")) {
                    consumer.set(consumerThread.submit(() -> PrintedSnapshot.of(server, lines::line, losesRow)));
                }
            }
        };
        try {
            RunResult result = RoundTripChecks.run(
                    plan(snapshotProbe, Duration.ofSeconds(losesRow ? 8 : 30)).listener(listener));
            ConsumerResult consumerResult = result.consumers().get(0);
            assertThat(consumerResult.verdict().status())
                    .as(consumerResult.toString())
                    .isEqualTo(losesRow ? Status.LOST : Status.LOSSLESS);
            assertThat(consumerResult.snapshot().rows()).isEqualTo(losesRow ? 199 : 200);
            assertThat(consumerResult.snapshot().tableRows()).isEqualTo(200);
            assertThat(consumerResult.snapshot().consistent()).isNotEqualTo(Boolean.FALSE);
            long missingRowCount = consumerResult.snapshot().missing().count()
                    + consumerResult.snapshot().lost();
            assertThat(missingRowCount).as(consumerResult.toString()).isGreaterThanOrEqualTo(losesRow ? 1 : 0);
        } finally {
            consumer.get().get().close();
            consumerThread.shutdown();
        }
    }

    /** Transaction rates exclude the drain and heartbeats. */
    private static void assertRatesUseSameWindow(RunResult result, ConsumerResult consumerResult) {
        Summary summary = result.summary();
        CdcSummary cdc = summary.cdc();
        assertThat(consumerResult.transactionsPerSecond() * summary.seconds()
                        + consumerResult.drain().transactions())
                .isCloseTo(summary.write().transactions(), within(0.5));
        boolean hasLargeTransactions = cdc.largeTransactions() != null;
        assertThat(cdc.transactionsPerSecond() * (hasLargeTransactions ? cdc.seconds() : summary.seconds())
                        + (hasLargeTransactions ? 0 : cdc.drain().transactions()))
                .isCloseTo(summary.write().transactions(), within(0.5));
        assertThat(cdc.eventsPerSecond() * summary.seconds())
                .isLessThanOrEqualTo(cdc.events() - cdc.heartbeats().events() + 0.5);
    }

    private static void assertSamplesContainConsumer(ConsumerResult consumerResult, RunResult result) {
        List<SampleRow.Consumer> seconds = result.samples().stream()
                .flatMap(row -> row.consumers().stream())
                .toList();
        assertThat(seconds)
                .hasSameSizeAs(consumerResult.seconds())
                .allMatch(second -> second.name().equals("connector"));
        assertThat(seconds.stream().mapToLong(SampleRow.Consumer::transactions).sum())
                .isEqualTo(consumerResult.transactions());
        assertThat(seconds.stream().mapToLong(second -> second.delay().count()).sum())
                .isEqualTo(consumerResult.delay().count());
        assertThat(seconds.get(seconds.size() - 1).behind()).isZero();
        assertThat(Results.html(result)).contains("Server, stream, consumers", "connector");
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void detectsLossOfConsumer(Identity identity) {
        StopAfterMostTransactions stopper = new StopAfterMostTransactions();
        RunResult result = run(
                identity,
                number -> number % 100 == 99,
                plan(Duration.ofSeconds(30)).listener(stopper).stopSignal(stopper.stop));

        ConsumerResult consumerResult = result.consumers().get(0);
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        if (identity == Identity.ROW) { // without GTIDs, missing rows may still arrive
            assertThat(consumerResult.verdict().status())
                    .as(consumerResult.toString())
                    .isEqualTo(Status.BEHIND);
            assertThat(consumerResult.torn()).isPositive();
        } else {
            assertThat(consumerResult.verdict().status())
                    .as(consumerResult.toString())
                    .isEqualTo(Status.LOST);
            assertThat(consumerResult.delivery()).isEqualTo(Delivery.AT_MOST_ONCE);
            assertThat(consumerResult.verdict().firstOffender()).isNotNull();
        }
    }

    /** Without this, the run would wait for the whole drain timeout. */
    private static final class StopAfterMostTransactions implements RunListener {

        final StopSignal stop = new StopSignal();
        private boolean isWaiting;
        private long reportedTransactions;

        @Override
        public void step(String step) {
            isWaiting |= step.equals("waiting for the consumers");
        }

        @Override
        public void sample(SampleRow sample) {
            reportedTransactions += sample.consumers().stream()
                    .mapToLong(SampleRow.Consumer::transactions)
                    .sum();
            if (isWaiting && reportedTransactions >= TRANSACTIONS * 9 / 10) {
                stop.raise();
            }
        }
    }

    static Stream<WorkloadSpec> judgesWorkloadsOtherThanSysbench() {
        LargeTransactions largeTransactions = LargeTransactions.insert()
                .trxBytes(200_000)
                .rowBytes(500)
                .transactions(8)
                .stamp(true);
        Transfers transfers = Transfers.between(50).transfers(3).stamp(true);
        return Stream.of(
                transfers,
                transfers.sending(new StatementSending(PsMode.DISABLE, false, 0)),
                largeTransactions,
                largeTransactions.kind(RowChange.UPDATE),
                largeTransactions.kind(RowChange.INSERT_SELECT));
    }

    @ParameterizedTest
    @MethodSource
    void judgesWorkloadsOtherThanSysbench(WorkloadSpec spec) {
        long transactions = spec.transactions() == 0 ? 200 : spec.transactions();
        RunResult result = run(
                Identity.ROW,
                number -> false,
                CdcTester.plan()
                        .endpoint(server.endpoint())
                        .workload(spec)
                        .load(closedLoop(2))
                        .window(new Window(Duration.ZERO, Duration.ZERO, transactions, Duration.ofSeconds(30)))
                        .prepareFirst()
                        .cleanupAfter()
                        .consumer(probe));

        ConsumerResult consumerResult = result.consumers().get(0);
        assertThat(consumerResult.verdict().status())
                .as(consumerResult.toString())
                .isEqualTo(Status.LOSSLESS);
        assertThat(consumerResult.identity()).isEqualTo(Identity.ROW);
        assertThat(consumerResult.delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(consumerResult.transactions())
                .isEqualTo(result.summary().write().logged())
                .isEqualTo(transactions);
        assertThat(consumerResult.stray()).isZero();
        assertThat(consumerResult.torn()).isZero();
        assertRatesUseSameWindow(result, consumerResult);
    }

    static Stream<Arguments> rejectsTablesWithoutStampColumns() {
        return Stream.of(
                Arguments.of(
                        Sysbench.oltpInsert().tables(1).tableSize(10),
                        Sysbench.oltpInsert().tables(1).tableSize(10).stamp(true),
                        "sbtest1"),
                Arguments.of(Transfers.between(5), Transfers.between(5).stamp(true), "accounts"),
                Arguments.of(
                        LargeTransactions.insert().trxBytes(200_000),
                        LargeTransactions.insert().trxBytes(200_000).stamp(true),
                        "large_transaction"));
    }

    @ParameterizedTest
    @MethodSource
    void rejectsTablesWithoutStampColumns(WorkloadSpec createdWorkload, WorkloadSpec stampedWorkload, String table) {
        PlanBuilder planWithoutStamps =
                CdcTester.plan().endpoint(server.endpoint()).workload(createdWorkload);
        planWithoutStamps.prepare();
        try {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> CdcTester.plan()
                            .endpoint(server.endpoint())
                            .workload(stampedWorkload)
                            .run())
                    .withMessageContaining(table + " has no columns cdc_seq and cdc_at for stamps");
        } finally {
            planWithoutStamps.cleanup();
        }
    }

    @Test
    void rejectsLimitOnUnknownConsumer() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(plan(Duration.ofSeconds(1)).failIf("consumers.other.verdict!=LOSSLESS")::run)
                .withMessageContaining("about one of the consumers connector");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> plan(Duration.ofSeconds(1)).consumer(ConsumerProbe.named("connector")))
                .withMessageContaining("a name that no other consumer has");
    }
}
