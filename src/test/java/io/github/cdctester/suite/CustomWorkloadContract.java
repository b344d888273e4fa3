// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.workload.script.Scripted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
abstract class CustomWorkloadContract extends ServerContract {

    static final Path EXAMPLE = Path.of("../../examples/05-own-workload/bank.yaml");

    @AfterEach
    void assertNoTablesLeft() {
        List<List<String>> tables = server.queryRows("SHOW TABLES");
        tables.forEach(table -> server.execute("SET foreign_key_checks = 0", "DROP TABLE " + table.get(0)));
        assertThat(tables).isEmpty();
    }

    private PlanBuilder plan(Scripted workload, int threads, int transactions) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload)
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, transactions, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }

    @ParameterizedTest
    @EnumSource
    void transfersKeepSum(PsMode mode) {
        RunResult result = RoundTripChecks.run(
                plan(Scripted.file(EXAMPLE).option("accounts", "50").psMode(mode), 8, 600)
                        .checkConsistency());

        WriteSummary write = result.summary().write();
        Map<String, Long> kinds = write.transactionsByKind();
        assertThat(kinds).containsOnlyKeys("transfer", "statement", "convert");
        assertThat(kinds.values()).allMatch(count -> count > 5);
        assertThat(write.transactions()).isEqualTo(600);
        assertThat(write.errorsPerCode().keySet()).isSubsetOf(1213, 1205, 1020);
        assertThat(write.logged())
                .isBetween(
                        kinds.get("transfer") - write.rolledBack(),
                        kinds.get("transfer") - write.rolledBack() + kinds.get("convert"));
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(write.logged());
        assertThat(result.verdict().committed()).isEqualTo(write.logged());
        assertThat(result.checks()).hasSize(4).allMatch(Check::held);
        assertThat(write.latencyByKind()).containsOnlyKeys("transfer", "statement", "convert");
        assertThat(write.latencyByKind().values().stream()
                        .mapToLong(latency -> latency.count())
                        .sum())
                .isEqualTo(600);
    }

    @Test
    void reportsBrokenCondition() {
        PlanBuilder plan = plan(Scripted.file(EXAMPLE).option("accounts", "10"), 1, 5);
        plan.prepare();
        try {
            server.execute("UPDATE account SET balance = -1 WHERE id = 7");
            List<Check> checks = CdcTester.plan()
                    .endpoint(server.endpoint())
                    .workload(Scripted.yaml(
                            "w",
                            "checks: {no_debts: 'SELECT id, balance FROM account WHERE balance < 0'}\n"
                                    + "transactions: {t: {statements: [SELECT 1]}}"))
                    .checkConsistency()
                    .prepare();
            assertThat(checks).hasSize(1);
            assertThat(checks.get(0).held()).isFalse();
            assertThat(checks.get(0).offender()).isEqualTo("id 7, balance -1.00");
        } finally {
            plan.cleanup();
        }
    }

    /** Transactions that changed no row must not be in the binlog. */
    @ParameterizedTest
    @CsvSource({
        "MARIADB, AUTO, false",
        "MARIADB, DISABLE, false",
        "CONNECTOR_J, AUTO, false",
        "CONNECTOR_J, DISABLE, true",
        "MARIADB, AUTO, true"
    })
    void logsChangedRowsOnly(JdbcDriver driver, PsMode mode, boolean skipsTrx) {
        Scripted workload = Scripted.yaml(
                        "mix",
                        skipsTrx
                                ? CustomScripts.MIX.replaceAll("(?s)  regret:.*?  absent:", "  absent:")
                                : CustomScripts.MIX)
                .sending(new StatementSending(mode, skipsTrx, 0));
        RunResult result = RoundTripChecks.run(
                plan(workload, 3, 300).endpoint(server.endpoint().withJdbcDriver(driver)));

        WriteSummary write = result.summary().write();
        Map<String, Long> kinds = write.transactionsByKind();
        assertThat(kinds.values()).allMatch(count -> count > 10);
        assertThat(write.logged())
                .isEqualTo(kinds.get("change") + 2 * kinds.get("single") + (skipsTrx ? kinds.get("absent") : 0));
        assertThat(write.rolledBack()).isEqualTo(skipsTrx ? 0 : kinds.get("regret") + kinds.get("absent"));
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(write.logged());
        assertThat(result.notes()).extracting(Note::code).doesNotContain(Code.OTHERS_WROTE);
    }

    @Test
    void sameSeedGivesSameRowsAndTransactions() {
        Scripted bank = Scripted.file(EXAMPLE).option("accounts", "12000");
        assertThat(checksumOfPreparedRows(bank.randSeed(5), 3))
                .isEqualTo(checksumOfPreparedRows(bank.randSeed(5), 1))
                .isNotEqualTo(checksumOfPreparedRows(bank.randSeed(6), 1));
        assertThat(rowsWrittenBy(bank.option("accounts", "40").randSeed(5)))
                .isEqualTo(rowsWrittenBy(bank.option("accounts", "40").randSeed(5)))
                .isNotEqualTo(rowsWrittenBy(bank.option("accounts", "40").randSeed(6)));
    }

    private String checksumOfPreparedRows(Scripted workload, int threads) {
        PlanBuilder plan = plan(workload, threads, 1);
        plan.prepare();
        try {
            assertThat(server.queryNumber("SELECT COUNT(*) FROM account WHERE id BETWEEN 1 AND 12000"))
                    .isEqualTo(12_000);
            return server.queryRows("CHECKSUM TABLE account").toString();
        } finally {
            plan.cleanup();
        }
    }

    private String rowsWrittenBy(Scripted workload) {
        CdcTester.plan().endpoint(server.endpoint()).workload(workload).prepare();
        try {
            RoundTripChecks.run(CdcTester.plan()
                    .endpoint(server.endpoint())
                    .workload(workload)
                    .window(new Window(Duration.ZERO, Duration.ZERO, 60, Duration.ofSeconds(30))));
            return server.queryRows("SELECT * FROM account ORDER BY id") + " "
                    + server.queryRows("SELECT id, payer, payee, amount FROM transfer ORDER BY id");
        } finally {
            CdcTester.plan().endpoint(server.endpoint()).workload(workload).cleanup();
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesValuesThatWereRead(PsMode mode) {
        for (JdbcDriver driver : List.of(JdbcDriver.MARIADB, JdbcDriver.CONNECTOR_J)) {
            Scripted workload = Scripted.yaml("copy", CustomScripts.copy()).psMode(mode);
            PlanBuilder plan = CdcTester.plan()
                    .endpoint(server.endpoint().withJdbcDriver(driver))
                    .workload(workload)
                    .window(new Window(Duration.ZERO, Duration.ZERO, 20, Duration.ofSeconds(30)));
            plan.prepare();
            try {
                RoundTripChecks.run(plan);
                List<List<String>> source = server.queryRows("SELECT * FROM source ORDER BY id");
                assertThat(source).hasSize(20);
                assertThat(server.queryRows("SELECT * FROM target ORDER BY id"))
                        .as(driver.toString())
                        .isEqualTo(source);
            } finally {
                plan.cleanup();
            }
        }
    }

    @Test
    void rejectsInvalidStatementBeforeWriting() {
        String yaml = """
                tables: {item: {columns: {id: INT PRIMARY KEY}}}
                transactions:
                  t:
                    statements:
                      - INSERT INTO item (id) VALUES (1)
                      - UPDATE item SET nosuch = 1
                """;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan(Scripted.yaml("w.yaml", yaml), 1, 5).run())
                .withMessageContaining("w.yaml:6: the server refuses this statement")
                .withMessageContaining("nosuch");
    }

    @Test
    void failedPreparationLeavesNoTables() {
        String yaml = """
                tables:
                  first: {columns: {id: INT PRIMARY KEY}, rows: 5, values: {id: {sequence: 1}}}
                  second: {columns: {id: INT PRIMARY KEY}, rows: 4000, values: {id: {uniform: 1..3999}}}
                transactions: {t: {statements: [SELECT 1]}}
                """;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan(Scripted.yaml("w", yaml), 3, 5).prepare())
                .withMessageContaining("the rows of table second are refused: ")
                .withMessageContaining("Duplicate entry");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan(
                                Scripted.yaml(
                                        "w",
                                        yaml.replace("4000, values", "1, values")
                                                .replace("INT PRIMARY KEY}, rows: 1", "INTT}, rows: 1")),
                                1,
                                5)
                        .prepare())
                .withMessageContaining("table second of w cannot be made: ");
    }

    @Test
    void keepsExistingTable() {
        server.execute("CREATE TABLE accountX (id INT)", "CREATE TABLE transfer (id INT)");
        try {
            PlanBuilder plan = plan(Scripted.file(EXAMPLE).option("accounts", "10"), 1, 5);
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(plan::prepare)
                    .withMessageContaining("table transfer exists already");
            assertThat(server.queryRows("SHOW TABLES")).hasSize(2);
        } finally {
            server.execute("DROP TABLE accountX, transfer");
        }
    }

    /** Statements before the deadlock are rolled back. */
    @Test
    void retriesWholeTransaction() throws Exception {
        String yaml = """
                tables:
                  pair: {columns: {id: INT PRIMARY KEY, n: INT NOT NULL}, rows: 2, values: {id: {sequence: 1}, n: 0}}
                transactions:
                  forth: {statements: [UPDATE pair SET n = n + 1 WHERE id = 1, SELECT SLEEP(0.01), UPDATE pair SET n = n - 1 WHERE id = 2]}
                  back: {statements: [UPDATE pair SET n = n - 1 WHERE id = 2, SELECT SLEEP(0.01), UPDATE pair SET n = n + 1 WHERE id = 1]}
                checks: {even: 'SELECT SUM(n) AS sum FROM pair HAVING sum <> 0'}
                """;
        RunResult result =
                RoundTripChecks.run(plan(Scripted.yaml("pairs", yaml), 8, 100).checkConsistency());
        assertThat(result.summary().write().errorsPerCode()).containsKey(1213);
        assertThat(result.summary().write().logged()).isEqualTo(100);
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(100);
        assertThat(result.checks()).allMatch(Check::held);
    }
}
