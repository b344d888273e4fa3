// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.suite.VerdictJson.assertClean;
import static io.github.cdctester.suite.VerdictJson.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests that three worker nodes execute one load together, each transaction exactly once, and read streams completely. */
@Timeout(300)
abstract class WorkerNodesContract extends WorkerNodeRuns {

    @Test
    void executesEachScheduledStartOnce() {
        PlanBuilder plan = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(openLoop(6, Rate.perSecond(200)))
                .workers(nodes)
                .window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(3), 0, Duration.ofSeconds(60)))
                .prepareFirst();
        RunResult result = RoundTripChecks.run(plan);
        if (result.summary().write().scheduled() < 600) { // a start that is up to 50 ms late has no note
            plan.cleanup();
            result = RoundTripChecks.run(plan);
        }
        try {
            TakeoverIT.assertScheduled(result, 200, 3, 0);
            assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(result.verdict().method()).isEqualTo("exact");
            assertThat(result.verdict().committed()).isEqualTo(result.verdict().observed());
            assertThat(result.summary().stream().own().transactions())
                    .isEqualTo(result.verdict().committed());
            // the tables also contain rows of the warm-up
            assertThat(server.sysbenchRows(2) - 200)
                    .isGreaterThanOrEqualTo(result.summary().write().transactions());
            assertThat(result.summary().write().errorsPerCode()).isEmpty();
            assertThat(result.notes())
                    .filteredOn(note -> note.code() == Code.NODES_WROTE)
                    .singleElement()
                    .satisfies(note -> assertThat((double) note.arguments().get("startDelayMillis"))
                            .isPositive());
            assertEachNodeHasSummary(result);
        } finally {
            plan.cleanup();
        }
        assertThat(workers)
                .allSatisfy(worker -> assertThat(worker.process().err()).contains("works for 127.0.0.1:"));
    }

    /** Nodes report their commits after the arrival, and no warm-up hides the first second. */
    @Test
    void samplesContainEachDelayOnce() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(100))
                .load(openLoop(6, Rate.perSecond(100)))
                .workers(nodes)
                .window(new Window(Duration.ZERO, Duration.ofSeconds(3), 0, Duration.ofSeconds(60)))
                // measures each transaction on every server
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.EVENT_HEADER))
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.verdict().method()).isEqualTo("exact");
        assertThat(result.summary().cdc().delay().count())
                .isEqualTo(result.summary().write().transactions());
        assertThat(result.samples().stream()
                        .mapToLong(sample -> sample.cdc().delay().count())
                        .sum())
                .isEqualTo(result.summary().cdc().delay().count());
    }

    private void assertEachNodeHasSummary(RunResult result) {
        List<NodeSummary> nodeSummaries = result.summary().tester().nodes();
        assertThat(nodeSummaries)
                .extracting(NodeSummary::address)
                .containsExactlyElementsOf(
                        workers.stream().map(WorkerProcess::address).toList());
        assertThat(nodeSummaries).allSatisfy(node -> {
            assertThat(node.threads()).isEqualTo(2);
            assertThat(node.transactions()).isPositive();
            assertThat(node.latency().count()).isEqualTo(node.transactions());
            assertThat(node.startDelay().count()).isEqualTo(node.transactions());
            assertThat(node.cpuPercent()).isBetween(0.0, 100.0);
            assertThat(node.busiestCpuPercent()).isGreaterThanOrEqualTo(node.cpuPercent());
            assertThat(node.clients()).isEqualTo(result.tool().clients());
            assertThat(node.jdbcDriver()).isEmpty();
            assertThat(node.maxHeapBytes()).isPositive();
            assertThat(node.lost()).isNull();
        });
        assertThat(nodeSummaries.stream().mapToLong(NodeSummary::transactions).sum())
                .isEqualTo(result.summary().write().transactions());
    }

    @Test
    void transactionLimitAppliesToAllNodes() {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of())) {
            RunResult result = RoundTripChecks.run(plan(7, proxy).workers(nodes));
            assertThat(result.summary().write().transactions()).isEqualTo(TRANSACTIONS);
            assertThat(result.verdict().committed()).isEqualTo(TRANSACTIONS);
            assertThat(result.verdict().observed()).isEqualTo(TRANSACTIONS);
            assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        }
    }

    @Test
    void detectsLossAndRepetition() {
        TransactionRecorder recorder = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(recorder, StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)))) {
            JsonNode verdict = verdict(plan(6, proxy).workers(nodes));
            assertVerdict(verdict, "LOST", 1, 0, 0);
            assertThat(verdict.get("firstOffender").asString()).contains(recorder.gtid());
        }
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 50)))) {
            assertVerdict(verdict(plan(6, proxy).workers(nodes)), "DUPLICATED", 0, 1, 0);
        }
        try (FaultProxy proxy = proxy().faults(FaultPlan.of())) {
            assertClean(verdict(plan(6, proxy).workers(nodes)));
        }
    }

    @Test
    void comparesRowsOfJdbcWithCounts() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint().withClient(Client.JDBC))
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(closedLoop(6))
                .workers(nodes)
                .window(new Window(Duration.ZERO, Duration.ZERO, 300, Duration.ofSeconds(60)))
                .subscriber(SubscriberSpec.DEFAULT.rowCounting(RowCounting.EXACT))
                .verify(Verification.COUNTS)
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("counts");
        assertThat(result.verdict().reason()).contains("of rows by table and kind");
        assertThat(result.summary().tester().nodes())
                .hasSize(3)
                .allSatisfy(node -> assertThat(node.jdbcDriver())
                        .isNotEmpty()
                        .isEqualTo(result.tool().jdbcDriver()));
    }

    @Test
    void nodesReadStreamsCompletely() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(openLoop(6, Rate.perSecond(200)))
                .streams(StreamSpec.copies(4, server.endpoint(), StartPosition.now())
                        .toArray(StreamSpec[]::new))
                .workers(nodes.withSubscribers(addresses()))
                .window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(3), 0, Duration.ofSeconds(60)))
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.notes()).extracting(Note::code).contains(Code.NODES_READ);
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("exact");
        long committed = result.summary().write().transactions();
        assertThat(committed).isPositive().isEqualTo(result.verdict().committed());
        assertThat(result.summary().streams())
                .as("own transactions, although nodes receive the commits later")
                .allSatisfy(
                        stream -> assertThat(stream.cdc().own().transactions()).isEqualTo(committed));
        assertThat(result.summary().streams()).hasSize(4).allSatisfy(stream -> {
            CdcSummary cdc = stream.cdc();
            assertThat(cdc.transactions() - cdc.heartbeats().transactions()).isEqualTo(committed);
            assertThat(cdc.delay().count()).isPositive();
            assertThat(cdc.bytes())
                    .as("bytes between the two positions")
                    .isEqualTo(cdc.to().position() - cdc.from().position());
            assertThat(stream.readerCpuSeconds()).isPositive();
        });
        assertThat(result.summary().tester().nodes())
                .flatExtracting(NodeSummary::streams)
                .containsExactlyInAnyOrderElementsOf(result.summary().streams().stream()
                        .map(stream -> stream.name())
                        .toList());
        assertThat(result.samples()).as("samples contain counts and backlog").anySatisfy(sample -> {
            assertThat(sample.cdc().transactions()).isPositive();
            assertThat(sample.cdc().behindBytes()).isNotNull();
        });
    }

    @Test
    void detectsFaultsIfNodesReadStream() {
        WorkerNodes readingNodes = WorkerNodes.following(addresses(), secret).withTimeout(TIMEOUT);
        TransactionRecorder recorder = new TransactionRecorder(WORKLOAD_TRANSACTIONS, 50);
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(recorder, StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)))) {
            JsonNode verdict = verdict(plan(6, proxy).workers(readingNodes));
            assertVerdict(verdict, "LOST", 1, 0, 0);
            assertThat(verdict.get("firstOffender").asString()).contains(recorder.gtid());
        }
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 50)))) {
            assertVerdict(verdict(plan(6, proxy).workers(nodes.withSubscribers(addresses()))), "DUPLICATED", 0, 1, 0);
        }
    }

    @Test
    void nodeReadsStreamWithoutLoad() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT))
                .workers(WorkerNodes.following(addresses(), secret).withTimeout(TIMEOUT))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(2), 0, Duration.ofSeconds(60))));
        assertThat(result.summary().cdc().delay().count()).as("heartbeats").isPositive();
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.summary().write()).isNull();
    }
}
