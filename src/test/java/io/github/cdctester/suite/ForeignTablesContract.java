// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of other programs must not be dropped, and not be written without permission. */
@Timeout(120)
abstract class ForeignTablesContract extends ServerContract {

    /** The columns lack the secondary index. */
    private static final String SYSBENCH_TABLE =
            " (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, k INT NOT NULL DEFAULT 0, c CHAR(120) NOT NULL DEFAULT '',"
                    + " pad CHAR(60) NOT NULL DEFAULT '')";

    @TempDir
    private Path directory;

    @AfterEach
    void dropTables() {
        tables().forEach(table -> server.execute("DROP TABLE `" + table + "`"));
    }

    @Test
    void cleanupKeepsForeignTables() {
        server.execute("CREATE TABLE customer (id INT PRIMARY KEY)", "CREATE TABLE orders (id INT PRIMARY KEY)");
        try (CliCall cli = cli("cleanup", "--workload=tpcc")) {
            assertRefused(
                    cli, "has 2 tables that cdc-tester did not make (customer, orders); add --force to drop them");
        }
        assertThat(tables()).containsExactly("customer", "orders");
        try (CliCall cli = cli("cleanup", "--workload=tpcc", "--force")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("dropped 2 tables");
        }
        assertThat(tables()).isEmpty();
    }

    @Test
    void cleanupDropsNoView() {
        server.execute("CREATE VIEW sbtest2 AS SELECT 1 AS id", "CREATE TABLE sbtest1 (id INT PRIMARY KEY)");
        try (CliCall cli = cli("cleanup", "--tables=2", "--force")) {
            assertThat(cli.exitCode()).as(cli.out()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("sbtest2 in ").contains("is a view, which cleanup does not drop");
            assertThat(tables()).containsExactly("sbtest1", "sbtest2");
        } finally {
            server.execute("DROP VIEW sbtest2");
        }
    }

    @Test
    void cleanupDropsNothingIfOneTableIsForeign() {
        prepare("--tables=2");
        server.execute("CREATE TABLE sbtest3" + SYSBENCH_TABLE);
        try (CliCall cli = cli("cleanup", "--tables=3")) {
            assertRefused(cli, "has 1 table that cdc-tester did not make (sbtest3); add --force");
        }
        assertThat(tables()).containsExactly("sbtest1", "sbtest2", "sbtest3");
        try (CliCall cli = cli("cleanup", "--tables=2")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
        }
        assertThat(tables()).containsExactly("sbtest3");
    }

    @ParameterizedTest
    @CsvSource({"prepare,", "run,--prepare"})
    void prepareAmongForeignTablesRequiresPermission(String command, String option) {
        server.execute("CREATE TABLE `or``der` (id INT PRIMARY KEY)", "CREATE VIEW seen AS SELECT 1 AS one");
        try (CliCall cli = option == null ? cli(command) : cli(command, option)) {
            assertRefused(
                    cli,
                    "has 2 tables that cdc-tester did not make (or`der, seen); add --yes to write there anyway,"
                            + " or name another --database");
        } finally {
            server.execute("DROP VIEW seen", "DROP TABLE `or``der`");
        }
        assertThat(tables()).isEmpty();
    }

    @Test
    void tablesOfToolNeedNoConfirmation() {
        server.execute("CREATE TABLE precious (id INT PRIMARY KEY)", "INSERT INTO precious VALUES (1)");
        prepare("--yes");
        CliCall run = cli("run", "--events=20");
        assertThat(run.exitCode()).as(run.err()).isZero();
        try (CliCall cleanup = cli("cleanup")) {
            assertThat(cleanup.exitCode()).as(cleanup.err()).isZero();
        }
        assertThat(tables()).containsExactly("precious");
        assertThat(server.queryNumber("SELECT COUNT(*) FROM precious")).isEqualTo(1);
    }

    @Test
    void runsOnSysbenchTablesButKeepsThem() {
        server.execute("CREATE TABLE sbtest1" + SYSBENCH_TABLE);
        try (CliCall run = cli("run", "--events=20")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        try (CliCall run = cli("run", "--events=20", "--cleanup")) {
            assertRefused(run, "has 1 table that cdc-tester did not make (sbtest1); add --force to drop them anyway");
        }
        assertThat(server.sysbenchRows(1))
                .as("nothing was written before the rejection")
                .isEqualTo(20);
        try (CliCall run = cli("run", "--events=20", "--cleanup", "--force")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        assertThat(tables()).isEmpty();
    }

    @Test
    void doesNotWriteToForeignTablesOfSameName() {
        prepare();
        server.execute("ALTER TABLE sbtest1 COMMENT = 'ours', ADD COLUMN more INT");
        try (CliCall run = cli("run", "--events=20")) {
            assertRefused(run, "has 1 table that cdc-tester did not make (sbtest1); add --yes");
        }
        assertThat(server.sysbenchRows(1)).isEqualTo(100);
        try (CliCall run = cli("run", "--events=20", "--yes")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        assertThat(server.sysbenchRows(1)).isEqualTo(120);
    }

    @Test
    void createdTablesHaveComment() {
        List<String> workloads = List.of("oltp_insert", "large_transaction"); // TpccContract checks TPC-C
        for (String workload : workloads) {
            prepare("--workload=" + workload);
        }
        assertThat(tables()).hasSize(2);
        assertThat(server.tableComments())
                .containsExactlyInAnyOrder("made by cdc-tester: table-size=10000, index on k", "made by cdc-tester");
        for (String workload : workloads) {
            try (CliCall cli = cli("cleanup", "--workload=" + workload)) {
                assertThat(cli.exitCode()).as(cli.err()).isZero();
            }
        }
    }

    @Test
    void rejectsWrongTableSizeForUpdates() {
        prepare();
        try (CliCall run = cli("run", "--workload=oltp_update_index", "--table-size=500", "--events=20")) {
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .contains("--table-size is 500, but sbtest1 was made with 100; give that number, or clean up");
        }
        try (CliCall run = cli("run", "--table-size=500", "--events=20")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out().replaceAll("\\s+", " "))
                    .contains("--table-size is 500, but sbtest1 was made with 100: ");
        }
    }

    /** The index is the last step of a preparation. */
    @Test
    void rejectsTablesOfInterruptedPreparation() {
        prepare();
        server.execute("DROP INDEX k_1 ON sbtest1");
        for (String workload : List.of("oltp_insert", "oltp_read_write")) {
            try (CliCall run = cli("run", "--workload=" + workload, "--table-size=100", "--events=20")) {
                assertThat(run.exitCode()).isEqualTo(1);
                assertThat(run.err()).contains("sbtest1 has no index on k: it was not filled by prepare; clean up and");
            }
        }
        try (CliCall cleanup = cli("cleanup")) {
            assertThat(cleanup.exitCode()).as(cleanup.err()).isZero();
        }
        prepare("--create-secondary=off");
        try (CliCall run = cli("run", "--workload=oltp_read_write", "--table-size=100", "--events=20")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
    }

    @Test
    void reportsStatementsThatFindNoRow() {
        prepare();
        server.execute("ALTER TABLE sbtest1 COMMENT = 'made by cdc-tester'"); // older versions wrote this comment
        RunResult run = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpUpdateIndex().tableSize(1_000))
                .window(new Window(Duration.ZERO, Duration.ZERO, 200, Duration.ofSeconds(30)))
                .run();
        assertThat(run.notes())
                .anyMatch(note -> note.code() == Code.TABLES_DIFFER_FROM_OPTIONS
                        && note.text().contains(" is 1000, but the highest id in sbtest1 is 100: "))
                .anyMatch(note -> note.code() == Code.STATEMENTS_FOUND_NO_ROW);
        assertThat(run.summary().write().foundNoRow())
                .isEqualTo(200 - run.summary().write().logged());
        assertThat(run.summary().write().logged()).isLessThan(100);

        RunResult readOnlyRun = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpPointSelect().tableSize(1_000))
                .window(new Window(Duration.ZERO, Duration.ZERO, 200, Duration.ofSeconds(30)))
                .run();
        assertThat(readOnlyRun.summary().write().foundNoRow()).isBetween(100L, 200L);
    }

    @ParameterizedTest
    @CsvSource({"y, 0", "yes, 0", "n, 2", "'', 2"})
    void asksForConfirmationOnTerminal(String answer, int exitCode) throws Exception {
        server.execute("CREATE TABLE precious (id INT PRIMARY KEY)");
        Process process = startOnTerminal(answer);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String terminalOutput = new String(process.getInputStream().readAllBytes());
        assertThat(terminalOutput).contains("(precious). Write there? [y/N]");
        assertThat(process.exitValue()).as(terminalOutput).isEqualTo(exitCode);
        assertThat(tables()).hasSize(exitCode == 0 ? 2 : 1);
    }

    /** The program {@code script} of util-linux creates the terminal. */
    private Process startOnTerminal(String answer) throws IOException {
        Endpoint endpoint = server.endpoint();
        Path password = Files.writeString(
                directory.resolve("password"), endpoint.password().reveal());
        String command = String.join(
                " ",
                CliProcess.command(
                        CliProcess.JAVA_OPTIONS,
                        "prepare",
                        "--host=" + endpoint.host(),
                        "--port=" + endpoint.port(),
                        "--database=" + endpoint.database(),
                        "--user=" + endpoint.user(),
                        "--password-file=" + password));
        Process process = new ProcessBuilder("script", "-qec", command, "/dev/null")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write((answer + "\n").getBytes());
        process.getOutputStream().flush();
        return process;
    }

    @Test
    void libraryDropsOnlyTablesOfTool() {
        server.execute("CREATE TABLE precious (id INT PRIMARY KEY)", "CREATE TABLE sbtest2" + SYSBENCH_TABLE);
        PlanBuilder oneTablePlan = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10));
        assertThat(oneTablePlan.foreignTables()).isEmpty();
        oneTablePlan.prepare();
        assertThat(oneTablePlan.prepareFirst().foreignTables()).containsExactly("precious");

        PlanBuilder twoTablesPlan = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(10));
        assertThatThrownBy(twoTablesPlan::cleanup)
                .isInstanceOfSatisfying(
                        ForeignTablesException.class,
                        e -> assertThat(e.tables()).containsExactly("sbtest2"));
        assertThat(oneTablePlan.cleanup()).isEqualTo(1);
        assertThat(twoTablesPlan.dropForeignTables().cleanup()).isEqualTo(1);
        assertThat(tables()).containsExactly("precious");
    }

    private void prepare(String... options) {
        List<String> arguments = new ArrayList<>(List.of("prepare"));
        arguments.addAll(List.of(options));
        if (List.of(options).stream().noneMatch(option -> option.startsWith("--workload"))) {
            arguments.add("--table-size=100");
        }
        try (CliCall cli = cli(arguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
        }
    }

    private CliCall cli(String... arguments) {
        return CommandLines.call(server, arguments);
    }

    private List<String> tables() {
        return server.queryRows("SHOW TABLES").stream()
                .map(row -> row.get(0))
                .sorted()
                .toList();
    }

    private void assertRefused(CliCall cli, String message) {
        Endpoint endpoint = server.endpoint();
        assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(2);
        assertThat(cli.errLines()).hasSize(1);
        assertThat(cli.errLines().get(0))
                .startsWith("cdc-tester: " + endpoint.database() + " at " + endpoint.address() + " ")
                .contains(message);
    }
}
