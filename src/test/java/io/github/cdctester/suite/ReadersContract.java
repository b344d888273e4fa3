// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.server.DumpThreads;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Checks that the native reader and the connector library count the same events. */
@Timeout(240)
abstract class ReadersContract extends ServerContract {

    private static final int LARGE_BYTES = 20 << 20;

    enum BinlogKind {
        OLTP,
        TPCC,
        LARGE_TRANSACTION,
        LARGE_EVENT,
        STORM
    }

    @Test
    @Nightly
    void readersCountSameEventsOfTpcc() {
        readersCountSameEvents(BinlogKind.TPCC);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "TPCC")
    void readersCountSameEvents(BinlogKind kind) {
        RunResult connectorResult = assertSameCountsOf(() -> write(kind));
        assertThat(hasSkippedRows(connectorResult) && kind != BinlogKind.STORM).isFalse();
        if (kind == BinlogKind.LARGE_EVENT) {
            assertThat((long) argument(connectorResult, Code.READ_BY_CONNECTOR, "largestBytes"))
                    .isGreaterThan(LARGE_BYTES);
        }
    }

    private void write(BinlogKind kind) {
        switch (kind) {
            case OLTP ->
                List.of(
                                SysbenchScript.OLTP_INSERT,
                                SysbenchScript.OLTP_DELETE,
                                SysbenchScript.OLTP_UPDATE_INDEX,
                                SysbenchScript.OLTP_UPDATE_NON_INDEX,
                                SysbenchScript.OLTP_WRITE_ONLY,
                                SysbenchScript.OLTP_READ_WRITE)
                        .forEach(script ->
                                write(SysbenchSpec.of(script).tables(2).tableSize(1_000), 4, 200));
            case TPCC -> write(Tpcc.warehouses(1), 2, 200);
            case LARGE_TRANSACTION ->
                write(LargeTransactions.insert().trxBytes(LARGE_BYTES).rows(10_000), 1, 1);
            case LARGE_EVENT ->
                server.execute(
                        "CREATE TABLE large (id INT PRIMARY KEY, value LONGBLOB NOT NULL)",
                        "INSERT INTO large VALUES (1, REPEAT('x', " + LARGE_BYTES + "))",
                        "DROP TABLE large");
            default -> write(StormContract.storm(10, 300, 11, false), 1, 0);
        }
    }

    private void write(WorkloadSpec workload, int threads, long transactions) {
        long events = transactions == 0 ? workload.transactions() : transactions;
        RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload)
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, events, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter());
    }

    /** Uses a new binlog file. Returns the connector's result. */
    final RunResult assertSameCountsOf(String... statements) {
        return assertSameCountsOf(() -> server.execute(statements));
    }

    /** MariaDB may write a checkpoint event at any time, so the native reader counts before and after the connector. */
    private RunResult assertSameCountsOf(Runnable writes) {
        server.execute("FLUSH BINARY LOGS");
        String from = server.queryRows(server.logStatusStatement()).get(0).get(0) + ":4";
        writes.run();
        for (int attempt = 0; attempt < 5; attempt++) {
            RunResult nativeResult = drain(Reader.NATIVE, from);
            RunResult connectorResult = drain(Reader.CONNECTOR, from);
            if (counts(nativeResult).equals(counts(drain(Reader.NATIVE, from)))) {
                assertThat(counts(connectorResult)).isEqualTo(counts(nativeResult));
                if (hasSkippedRows(connectorResult)) {
                    assertThat(connectorResult.verdict().status()).isEqualTo(Verdict.Status.NOT_CHECKED);
                } else {
                    assertThat(connectorResult.verdict()).isEqualTo(nativeResult.verdict());
                }
                assertThat(connectorResult.plan().subscriber().reader()).isEqualTo(Reader.CONNECTOR);
                assertThat(nativeResult.notes()).extracting(Note::code).doesNotContain(Code.READ_BY_CONNECTOR);
                return connectorResult;
            }
        }
        throw new AssertionError("the log keeps changing");
    }

    /** A storm may create columns that the connector cannot read. */
    private static boolean hasSkippedRows(RunResult connectorResult) {
        return connectorResult.notes().stream().anyMatch(note -> note.code() == Code.CONNECTOR_SKIPPED_EVENTS);
    }

    private RunResult drain(Reader reader, String from) {
        return RoundTripChecks.drain(CdcTester.plan()
                .endpoint(server.endpoint())
                .subscriber(SubscriberSpec.DEFAULT
                        .reader(reader)
                        .from(StartPosition.parse(from))
                        .rowCounting(RowCounting.EXACT)
                        .verifyChecksums(true)));
    }

    private static List<Object> counts(RunResult result) {
        CdcSummary cdc = result.summary().cdc();
        return List.of(
                cdc.bytes(),
                cdc.events(),
                cdc.transactions(),
                cdc.eventsByKind(),
                cdc.rowsByTable(),
                cdc.unknownRowEvents(),
                cdc.payloads(),
                cdc.omittedBytes(),
                cdc.incompleteTransactions(),
                cdc.from(),
                cdc.to());
    }

    static Object argument(RunResult result, Code code, String name) {
        return result.notes().stream()
                .filter(note -> note.code() == code)
                .map(note -> note.arguments().get(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(code + " is not among " + result.notes()));
    }

    private PlanBuilder loadPlan(SubscriberSpec subscriber) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(openLoop(2, perSecond(300)))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(2), 0, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter()
                .subscriber(subscriber.reader(Reader.CONNECTOR));
    }

    @Test
    void measuresLoadThroughConnector() {
        measureLoad(SslMode.DISABLED);
    }

    void measureLoad(SslMode mode) {
        Endpoint streamEndpoint = server.endpoint().withSsl(mode, null);
        RunResult result = RoundTripChecks.run(loadPlan(SubscriberSpec.DEFAULT.at(streamEndpoint)));
        assertExact(result);
        assertThat(result.server().tls()).isEqualTo(mode == SslMode.REQUIRED);
        assertThat(result.summary().cdc().delay().p99Millis()).isPositive();
        assertThat(result.summary().tester().readerCpuSeconds()).isPositive();
        Eventually.assertThat(
                Duration.ofSeconds(30),
                () -> Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("blc-") || name.equals("cdc-tester-subscriber"))
                        .toList(),
                List::isEmpty);
    }

    private static void assertExact(RunResult result) {
        Verdict verdict = result.verdict();
        assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(verdict.method()).isEqualTo("exact");
        assertThat(verdict.committed()).isPositive().isEqualTo(verdict.observed());
        assertThat(result.notes()).extracting(Note::code).contains(Code.READ_BY_CONNECTOR);
    }

    @Test
    void resumesAfterKilledConnection() {
        RunResult result = RoundTripChecks.run(loadPlan(SubscriberSpec.DEFAULT).listener(new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                DumpThreads.killAll(server);
            }
        }));
        assertExact(result);
        assertThat(result.summary().cdc().gaps()).isNotEmpty();
    }

    @Test
    void readsSeveralStreams() {
        List<StreamSpec> streams = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            streams.add(new StreamSpec(name, server.endpoint(), StartPosition.now()));
        }
        RunResult result = RoundTripChecks.run(loadPlan(SubscriberSpec.DEFAULT.streams(streams)));
        assertExact(result);
        assertThat(result.summary().streams())
                .allSatisfy(stream -> assertThat(stream.readerCpuSeconds()).isPositive())
                .extracting(stream -> stream.cdc().own())
                .hasSize(2)
                .satisfies(own -> assertThat(own.get(0)).isEqualTo(own.get(1)));
    }
}
