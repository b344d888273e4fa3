// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that three worker nodes divide tables, rows and number sequences, and that together they work like one process. */
@Timeout(300)
abstract class DividedWorkContract extends WorkerNodeRuns {

    /** A workload with two tables. Rows of the second table refer to rows of the first table. */
    private static final String FAMILY_WORKLOAD = """
        tables:
          parent:
            columns: {id: INT PRIMARY KEY, n: INT NOT NULL}
            rows: 17000
            values: {id: {sequence: 1}, n: {uniform: 1..1000000}}
          child:
            columns: {id: INT PRIMARY KEY, parent: INT NOT NULL}
            keys: [FOREIGN KEY (parent) REFERENCES parent (id)]
            rows: 9000
            values: {id: {sequence: 1}, parent: {uniform: 1..17000}}
        transactions:
          change:
            values: {id: {random: 1..9000}}
            statements: [DELETE FROM child WHERE id = :id]
        """;

    /** {@code DividedWorkloadsTest} tests the division without a server, and runs in each build. */
    @Test
    @Nightly
    void dividesWarehousesAmongNodes() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Tpcc.warehouses(2))
                .load(closedLoop(4))
                .workers(nodes)
                .window(new Window(Duration.ZERO, Duration.ZERO, 200, Duration.ofSeconds(60)))
                .checkConsistency()
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.summary().write().transactions()).isEqualTo(200);
        assertThat(result.checks()).isNotEmpty().allMatch(Check::held);
        assertThat(result.notes()).extracting(Note::code).contains(Code.NODES_SHARE_ROWS);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
    }

    /** A number used by two nodes would cause a duplicate key, or a DELETE without a row. */
    @Test
    void dividesNumberSequences() {
        Scripted workload = Scripted.yaml("next", """
            tables:
              item:
                columns: {id: INT PRIMARY KEY, n: INT NOT NULL}
                rows: 100
                values: {id: {sequence: 1}, n: {uniform: 1..9}}
            transactions:
              add:
                values: {id: {next: item.id}, n: {sequence: 500}}
                statements: ["INSERT INTO item (id, n) VALUES (:id, :n)"]
            """);
        assertThat(rowAfterRun(
                        workload,
                        300,
                        "SELECT COUNT(*), MAX(id), COUNT(DISTINCT n), MIN(n), MAX(n) FROM item WHERE id > 100"))
                .isEqualTo("300 400 300 500 799");
        assertThat(rowAfterRun(
                        Sysbench.oltpInsert().autoInc(false).random(RandomNumbers.DEFAULT.seed(5)),
                        300,
                        "SELECT COUNT(*) FROM sbtest1"))
                .isEqualTo("300");
        LargeTransactions large = LargeTransactions.insert().trxBytes(500_000).rows(100);
        assertThat(rowAfterRun(large, 7, "SELECT COUNT(*) = 7 * 100 FROM large_transaction"))
                .isEqualTo("1");
        assertThat(rowAfterRun(
                        large.kind(LargeTransactions.RowChange.DELETE).transactions(7),
                        0,
                        "SELECT COUNT(*) FROM large_transaction"))
                .isEqualTo("0");
    }

    @Test
    void workersOfNodesUseDifferentRandomNumbers() {
        assertThat(rowAfterRun(
                        Sysbench.oltpInsert().tableSize(1).random(RandomNumbers.DEFAULT.seed(5)),
                        300,
                        "SELECT COUNT(DISTINCT c) FROM sbtest1 WHERE id > 1"))
                .isEqualTo("300");
    }

    private String rowAfterRun(WorkloadSpec workload, long transactions, String query) {
        PlanBuilder plan = planWithSixThreads(workload).workers(nodes).prepareFirst();
        if (transactions > 0) {
            plan.window(new Window(Duration.ZERO, Duration.ZERO, transactions, Duration.ofSeconds(60)));
        }
        RunResult result = RoundTripChecks.run(plan);
        try {
            assertThat(result.verdict().status())
                    .as(result.verdict().toString())
                    .isEqualTo(Verdict.Status.LOSSLESS);
            return String.join(" ", server.queryRows(query).get(0));
        } finally {
            plan.cleanup();
        }
    }

    @Test
    void createsSameTablesAsOneProcess() {
        List<WorkloadSpec> workloads = List.of(
                Sysbench.oltpReadWrite().tables(5).tableSize(3_000).random(RandomNumbers.DEFAULT.seed(7)),
                Transfers.between(25_001),
                Scripted.yaml("family", FAMILY_WORKLOAD).randSeed(8));
        for (WorkloadSpec workload : workloads) {
            PlanBuilder plan = planWithSixThreads(workload);
            String contentsFromOneProcess = contents(plan);
            assertThat(contents(plan.workers(nodes)))
                    .as(workload.name())
                    .isEqualTo(contentsFromOneProcess)
                    .contains("rows");
        }
        assertThat(workers)
                .allSatisfy(worker -> assertThat(worker.process().err())
                        .contains("fills tables of oltp_read_write: pieces ")
                        .contains("fills tables of family: pieces "));
    }

    private PlanBuilder planWithSixThreads(WorkloadSpec workload) {
        return CdcTester.plan().endpoint(server.endpoint()).workload(workload).load(closedLoop(6));
    }

    private String contents(PlanBuilder plan) {
        plan.prepare();
        try {
            return server.contents();
        } finally {
            plan.cleanup();
        }
    }

    @Test
    void namesNodeThatCannotFillTables() {
        // few rows, so that they are one piece; transactions of two pieces could deadlock on the same keys first
        Scripted duplicateKeys = Scripted.yaml(
                "twice",
                FAMILY_WORKLOAD
                        .replaceFirst("rows: 17000", "rows: 1000")
                        .replaceFirst("id: \\{sequence: 1}", "id: {uniform: 1..500}"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(
                        () -> planWithSixThreads(duplicateKeys).workers(nodes).prepare())
                .withMessageMatching("worker 127\\.0\\.0\\.1:\\d+ failed: the rows of table parent are refused: "
                        + ".*Duplicate entry '\\d+' for key .*");
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }
}
