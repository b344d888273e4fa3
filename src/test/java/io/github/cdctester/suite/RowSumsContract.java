// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks verdicts by counts, which compare acknowledged and received rows by table and kind. */
@Timeout(120)
abstract class RowSumsContract extends ProxiedContract {

    private static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS = StreamTransaction.changing("sbtest1");
    private static final int TRANSACTIONS = 300;
    static final String COMPARISON_TEXT = "of rows by table and kind";

    /** Contains updates that change nothing, hundreds of rows, a rollback, and statements with autocommit. */
    private static final String MIX = """
            tables:
              Item:
                columns: {id: BIGINT PRIMARY KEY, n: INT NOT NULL}
                rows: 50
                values: {id: {sequence: 1}, n: 0}
            transactions:
              change:
                values: {id: {random: 1..60}}
                statements:
                  - UPDATE Item SET n = n + 1 WHERE id <= :id
                  - UPDATE Item SET n = 5 WHERE id = :id
              many:
                values: {s: {sequence: 10}}
                statements: ["INSERT INTO Item (id, n) SELECT :s * 100 + id, n FROM Item WHERE id <= 7"]
              few:
                values: {id: {random: 20..60}}
                statements: [DELETE FROM Item WHERE id = :id]
              regret:
                end: rollback
                statements: [DELETE FROM Item]
              single:
                autocommit: true
                values: {id: {random: 1..60}, s: {sequence: 1}}
                statements:
                  - UPDATE Item SET n = n + 1 WHERE id = :id
                  - INSERT INTO Item (id, n) VALUES (1000000 * :s, 1), (1000000 * :s + 1, 2)
            """;

    /** {@link TpccCountsContract} checks TPC-C. */
    static Stream<Named<WorkloadSpec>> receivesAllRows() {
        return Stream.of(
                Named.of("oltp_read_write", Sysbench.oltpReadWrite().tables(3).tableSize(50)),
                Named.of("oltp_update_non_index", Sysbench.oltpUpdateNonIndex().tableSize(20)),
                Named.of("oltp_delete", Sysbench.oltpDelete().tableSize(200)),
                Named.of("own", Scripted.yaml("mix", MIX)));
    }

    /** Transactions of conflicting workers are rolled back and repeated, but counted once. */
    @ParameterizedTest
    @MethodSource
    void receivesAllRows(WorkloadSpec workload) {
        Verdict verdict = RoundTripChecks.run(plan(server.endpoint(), 8).workload(workload))
                .verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains(COMPARISON_TEXT);
    }

    @ParameterizedTest
    @EnumSource
    void bothDriversReportRows(PsMode mode) {
        Verdict verdict = RoundTripChecks.run(plan(server.endpoint().withJdbcDriver(JdbcDriver.CONNECTOR_J), 4)
                        .workload(Scripted.yaml("mix", MIX).psMode(mode)))
                .verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains(COMPARISON_TEXT);
    }

    /** The transaction counts and the positions are correct. */
    @Test
    void isLostIfRowsEventIsEmptied() {
        Verdict verdict = verdictThroughProxy(true, StreamFaults.replaceFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50));
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOST);
        assertThat(verdict.missing()).isEqualTo(1);
        assertThat(verdict.firstOffender())
                .isEqualTo("UPDATE " + server.endpoint().database() + ".sbtest1: 599 rows of 600");
        assertThat(verdict.committed()).isEqualTo(verdict.observed()).isEqualTo(TRANSACTIONS);
    }

    /** Positions at different endpoints are not compared. */
    @Test
    void isLostIfPositionsHideDroppedRows() {
        Verdict verdict = verdictThroughProxy(
                false, StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repairedPositions());
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOST);
        assertThat(verdict.missing()).isEqualTo(1);
        assertThat(verdict.firstOffender())
                .isEqualTo("UPDATE " + server.endpoint().database() + ".sbtest1: 599 rows of 600");
    }

    @Test
    void isLosslessThroughProxyWithoutFaults() {
        Verdict verdict = verdictThroughProxy(true);
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains(COMPARISON_TEXT);
    }

    /** The trigger's rows could hide lost rows. */
    @Test
    void isNotCheckedIfMoreRowsArrive() {
        PlanBuilder plan = countingPlan(server.endpoint(), 1).workload(Scripted.yaml("triggered", """
                tables:
                  one: {columns: {id: INT AUTO_INCREMENT PRIMARY KEY, n: INT}}
                  other: {columns: {id: INT AUTO_INCREMENT PRIMARY KEY, n: INT}}
                transactions:
                  t: {statements: [INSERT INTO one (n) VALUES (1), INSERT INTO other (n) VALUES (1)]}
                """));
        plan.prepare();
        try {
            server.execute("CREATE TRIGGER twice AFTER INSERT ON one FOR EACH ROW INSERT INTO other (n) VALUES (2)");
            Verdict verdict = RoundTripChecks.run(plan).verdict();
            assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.NOT_CHECKED);
            assertThat(verdict.reason()).contains("INSERT " + server.endpoint().database() + ".other: 600 rows of 300");
        } finally {
            plan.cleanup();
        }
    }

    @Test
    void reasonMentionsStatementsWithUnknownRows() {
        server.execute("CREATE TABLE elsewhere (id INT AUTO_INCREMENT PRIMARY KEY, n INT)");
        try {
            Verdict verdict = RoundTripChecks.run(plan(server.endpoint(), 1)
                            .workload(Scripted.yaml(
                                    "elsewhere",
                                    "transactions: {t: {statements: [INSERT INTO elsewhere (n) VALUES (1)]}}")))
                    .verdict();
            assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
            assertThat(verdict.reason()).contains("rows were not, because it is not known which rows");
        } finally {
            server.execute("DROP TABLE elsewhere");
        }
    }

    /** The drivers ignore the case of their options. The mix contains updates that change nothing. */
    @ParameterizedTest
    @CsvSource({"MARIADB, useaffectedrows", "CONNECTOR_J, USEAFFECTEDROWS"})
    void doesNotCompareRowsIfDriverCountsFoundRows(JdbcDriver driver, String option) throws SQLException {
        Endpoint endpoint = server.endpoint().withJdbcDriver(driver).withDriverProperty(option, "false");
        Verdict verdict = RoundTripChecks.run(plan(endpoint, 1).workload(Scripted.yaml("mix", MIX)))
                .verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains("the driver is configured with useAffectedRows=false");
        server.execute("CREATE TABLE same (n INT)", "INSERT INTO same VALUES (1)");
        try (ConnectionPool pool = ConnectionPool.open(endpoint, false, 1);
                Connection connection = pool.connection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE same SET n = 1"))
                    .as("the option replaces the default")
                    .isEqualTo(1);
        } finally {
            server.execute("DROP TABLE same");
        }
    }

    private Verdict verdictThroughProxy(boolean usesSameEndpoint, StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            PlanBuilder plan = plan(
                            endpointAt(
                                    usesSameEndpoint
                                            ? proxy.port()
                                            : server.endpoint().port()),
                            1)
                    .workload(Sysbench.oltpWriteOnly().tableSize(10));
            return (usesSameEndpoint
                            ? plan
                            : plan.subscriber(SubscriberSpec.DEFAULT
                                    .rowCounting(RowCounting.EXACT)
                                    .at(endpointAt(proxy.port()))))
                    .run()
                    .verdict();
        }
    }

    private static PlanBuilder plan(Endpoint endpoint, int threads) {
        return countingPlan(endpoint, threads).prepareFirst().cleanupAfter();
    }

    private static PlanBuilder countingPlan(Endpoint endpoint, int threads) {
        return CdcTester.plan()
                .endpoint(endpoint)
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, TRANSACTIONS, Duration.ofSeconds(30)))
                .subscriber(SubscriberSpec.DEFAULT.rowCounting(RowCounting.EXACT))
                .verify(Verification.COUNTS);
    }
}
