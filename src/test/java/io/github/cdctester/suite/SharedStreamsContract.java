// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamOut;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks runs whose streams divide a server's binlog. A proxy per stream selects a part of the binlog and causes faults. */
@Timeout(120)
abstract class SharedStreamsContract extends ProxiedContract {

    static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS =
            StreamTransaction.changingTables(name -> name.startsWith("sbtest"));
    static final int TRANSACTIONS = 300;
    static final int PARTS = 3;

    private final List<FaultProxy> proxies = new ArrayList<>();

    @AfterEach
    void closeProxies() {
        proxies.forEach(FaultProxy::close);
        proxies.clear();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void isLosslessIfRowsAreDivided(int threads) {
        RunResult result = RoundTripChecks.run(plan(threads, proxiesByRows()));
        assertClean(result.verdict());
        assertThat(result.summary().streams())
                .hasSize(PARTS)
                .allSatisfy(stream ->
                        assertThat(stream.cdc().heartbeats().transactions()).isPositive());
        long partTransactions = result.summary().streams().stream()
                .mapToLong(stream ->
                        stream.cdc().transactions() - stream.cdc().heartbeats().transactions())
                .sum();
        assertThat(partTransactions).as("transactions counted per stream").isGreaterThan(TRANSACTIONS);
        assertThat(result.summary().cdc().transactions()
                        - result.summary().cdc().heartbeats().transactions())
                .as("transactions of all streams together")
                .isEqualTo(TRANSACTIONS);
        assertThat(result.summary().stream().own().transactions()).isEqualTo(TRANSACTIONS);
    }

    @Test
    void isLosslessIfTablesAreDivided() {
        assertClean(RoundTripChecks.run(plan(4, proxies(LogPart::ofTables), Sharing.TABLES))
                .verdict());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void isLostIfOneStreamDropsItsPart(int threads) {
        TransactionRecorder droppedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        Verdict verdict =
                verdict(threads, proxiesByRows(droppedTransaction, StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)));
        assertVerdict(verdict, Status.LOST, 1, 0, 0, droppedTransaction);
        assertThat(verdict.lost()).hasSize(1);
    }

    @Test
    void isLostIfPositionsHideLoss() {
        TransactionRecorder droppedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 60);
        assertVerdict(
                verdict(
                        4,
                        proxiesByRows(
                                droppedTransaction,
                                StreamFaults.drop(WORKLOAD_TRANSACTIONS, 60),
                                StreamFaults.repairedPositions())),
                Status.LOST,
                1,
                0,
                0,
                droppedTransaction);
    }

    /** Deleted rows have no stamp of their transaction, so the message names the table. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isLostIfOneStreamDropsRowsEvent(boolean dropsDelete) {
        Predicate<StreamEvent> events = event -> event.isRows() && TransactionRecorder.isDelete(event) == dropsDelete;
        Predicate<StreamTransaction> withEvent = WORKLOAD_TRANSACTIONS.and(
                transaction -> transaction.events().stream().anyMatch(events));
        TransactionRecorder tornTransaction = new TransactionRecorder(withEvent, 50);
        StreamFault dropRows = new StreamFault() {
            private int count;

            @Override
            public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
                boolean isTarget = withEvent.test(transaction) && ++count == 50;
                out.transaction(isTarget ? transaction.without(events) : transaction);
            }
        };
        Verdict verdict = verdict(1, proxiesByRows(tornTransaction, dropRows, StreamFaults.repairedPositions()));
        if (dropsDelete) {
            assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Status.LOST);
            assertThat(verdict.firstOffender()).matches("DELETE \\S+\\.sbtest[123]: \\d+ rows of \\d+");
        } else {
            assertVerdict(verdict, Status.LOST, 1, 0, 0, tornTransaction);
            assertThat(verdict.firstOffender()).contains(" rows, in part-");
            assertThat(verdict.reason()).containsPattern("their parts by stream, fewest first: part-\\d \\d, part-\\d");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void isDuplicatedIfOneStreamRepeatsItsPart(int distance) {
        TransactionRecorder repeatedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        StreamFault fault = distance == 0
                ? StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 50)
                : StreamFaults.repeatLater(WORKLOAD_TRANSACTIONS, 50, distance);
        assertVerdict(
                verdict(1, proxiesByRows(repeatedTransaction, fault, StreamFaults.repairedPositions())),
                Status.DUPLICATED,
                0,
                1,
                0,
                repeatedTransaction);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void isReorderedIfPartIsLate(int distance) {
        TransactionRecorder lateTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        assertVerdict(
                verdict(
                        1,
                        proxiesByRows(
                                lateTransaction,
                                StreamFaults.postpone(WORKLOAD_TRANSACTIONS, 50, distance),
                                StreamFaults.repairedPositions())),
                Status.REORDERED,
                0,
                0,
                1,
                lateTransaction);
    }

    @Test
    @Nightly
    void verdictsAreEqualWithWorkerNodes(@TempDir Path directory) {
        Path secret = WorkerProcess.newSecret(directory);
        List<WorkerProcess> workers = WorkerProcess.start(2, directory, secret);
        try {
            WorkerNodes nodes = WorkerNodes.parse(
                            workers.get(0).address() + "," + workers.get(1).address(), secret)
                    .withTimeout(Duration.ofMinutes(2));
            assertClean(
                    RoundTripChecks.run(plan(4, proxiesByRows()).workers(nodes)).verdict());
            closeProxies();
            TransactionRecorder droppedTransaction = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
            Verdict lossVerdict = RoundTripChecks.run(
                            plan(4, proxiesByRows(droppedTransaction, StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)))
                                    .workers(nodes))
                    .verdict();
            assertVerdict(lossVerdict, Status.LOST, 1, 0, 0, droppedTransaction);
        } finally {
            workers.forEach(WorkerProcess::close);
        }
    }

    @Test
    void addsUpFaultsOfAllStreams() {
        List<FaultProxy> streamProxies = proxiesByRows(
                StreamFaults.drop(WORKLOAD_TRANSACTIONS, 40), StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 60));
        streamProxies
                .get(1)
                .faults(FaultPlan.of(
                        LogPart.ofRows(1, PARTS),
                        StreamFaults.drop(WORKLOAD_TRANSACTIONS, 90),
                        StreamFaults.postpone(WORKLOAD_TRANSACTIONS, 100, 3)));
        Verdict verdict = verdict(1, streamProxies);
        assertThat(verdict.status()).isEqualTo(Status.LOST);
        assertThat(List.of(verdict.missing(), verdict.duplicated(), verdict.outOfOrder()))
                .as(verdict.toString())
                .isEqualTo(List.of(2L, 1L, 1L));
    }

    @Test
    void isLosslessIfConnectionsAreCut() {
        Random random = new Random(5);
        List<FaultProxy> streamProxies =
                proxies((index, count) -> LogPart.ofRows(index, count).keepServerPositions());
        streamProxies.forEach(proxy -> proxy.closeEachAfter(() -> {
            synchronized (random) {
                return 30_000 + random.nextInt(30_000);
            }
        }));
        RunResult result = RoundTripChecks.run(plan(4, streamProxies));
        assertClean(result.verdict());
        assertThat(result.summary().cdc().gaps()).hasSizeGreaterThan(3);
    }

    @Test
    void isBehindIfOneStreamStalls() {
        List<FaultProxy> streamProxies = proxiesByRows();
        RunListener staller = new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                streamProxies.get(2).stallDumps(true);
            }
        };
        Verdict verdict = RoundTripChecks.run(plan(1, streamProxies)
                        .load(openLoop(1, perSecond(100)))
                        .window(new Window(Duration.ZERO, Duration.ofSeconds(3), 0, Duration.ofSeconds(2)))
                        .listener(staller))
                .verdict();
        assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Status.BEHIND);
        assertThat(verdict.missing())
                .as("transactions that have not arrived are not lost")
                .isNull();
    }

    private void assertClean(Verdict verdict) {
        assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.method()).isEqualTo("exact");
        assertThat(verdict.committed()).isEqualTo(TRANSACTIONS);
        assertThat(verdict.observed()).as("a transaction counts once").isEqualTo(TRANSACTIONS);
        assertThat(List.of(verdict.missing(), verdict.duplicated(), verdict.outOfOrder()))
                .containsOnly(0L);
        assertThat(verdict.reason()).contains("together");
    }

    private static void assertVerdict(
            Verdict verdict, Status status, long missing, long duplicated, long late, TransactionRecorder offender) {
        assertThat(List.of(verdict.status(), verdict.missing(), verdict.duplicated(), verdict.outOfOrder()))
                .as(verdict.toString())
                .isEqualTo(List.of(status, missing, duplicated, late));
        assertThat(verdict.firstOffender()).contains("cdc_seq " + offender.stamp());
    }

    private Verdict verdict(int threads, List<FaultProxy> proxies) {
        return RoundTripChecks.run(plan(threads, proxies)).verdict();
    }

    /** The first proxy causes the faults. */
    List<FaultProxy> proxiesByRows(StreamFault... faults) {
        return proxies(LogPart::ofRows, faults);
    }

    interface Division {
        LogPart part(int partIndex, int partCount);
    }

    List<FaultProxy> proxies(Division division, StreamFault... faults) {
        for (int i = 0; i < PARTS; i++) {
            List<StreamFault> proxyFaults = new ArrayList<>(List.of(division.part(i, PARTS)));
            if (i == 0) {
                proxyFaults.addAll(List.of(faults));
            }
            proxies.add(proxy().faults(FaultPlan.of(proxyFaults.toArray(StreamFault[]::new))));
        }
        return proxies;
    }

    PlanBuilder plan(int threads, List<FaultProxy> proxies) {
        return plan(threads, proxies, Sharing.ROWS);
    }

    private PlanBuilder plan(int threads, List<FaultProxy> proxies, Sharing sharing) {
        List<StreamSpec> streams = new ArrayList<>();
        for (FaultProxy proxy : proxies) {
            streams.add(new StreamSpec("part-" + streams.size(), endpointAt(proxy.port()), StartPosition.now()));
        }
        UnaryOperator<SubscriberSpec> withStreams =
                spec -> spec.streams(streams).streamsShare(sharing);
        return CdcTester.plan()
                .endpoint(endpointAt(server.endpoint().port()))
                .workload(Sysbench.oltpWriteOnly().tables(3).tableSize(1000).stamp(true))
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, TRANSACTIONS, Duration.ofSeconds(30)))
                .subscriber(withStreams.apply(SubscriberSpec.DEFAULT))
                .prepareFirst()
                .cleanupAfter();
    }
}
