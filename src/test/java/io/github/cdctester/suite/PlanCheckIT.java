// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.experiment.plan.ActionCheck;
import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Checks plans that are rejected before they start, for example because of an unreachable server. */
@Timeout(120)
final class PlanCheckIT extends PlanSuite {

    private static final String MATRIX = """
        prepare: {workload: oltp_read_write, tables: 2, table-size: 10}
        cleanup: true
        matrix:
          baseline: base
          settings:
            base: {}
            other: {before: ["%s"]}
          workloads: [oltp_read_only, oltp_write_only]
          threads: [1, 5]
          repeats: 1
          warm-up: 0s
          time: 1s
          settle-timeout: 0
        """;

    /** The largest cell requires 5 threads × (2 tables × 5 reading statements + BEGIN) = 55. */
    @Test
    void checkReportsOptionThatExceedsServerLimit(@TempDir Path directory) throws IOException {
        String matrix = MATRIX.formatted("SET GLOBAL long_query_time = 3.5");
        String out = "--out=" + directory.resolve("out");
        String message = "allows 50 prepared statements, of which 0 are in use, but 5 threads need 55: SET GLOBAL"
                + " max_prepared_stmt_count = 55, or --db-ps-mode=disable, or fewer --tables or fewer --threads";
        awaitNoPreparedStatements();
        server.execute("SET GLOBAL max_prepared_stmt_count = 50");
        try (CliCall check = callPlan(directory, matrix, "--check");
                CliCall run = callPlan(directory, matrix, out);
                CliCall sweep = CommandLines.call(
                        server, "sweep", "--workload=oltp_read_only", "--prepare", "--tables=2", "--threads=1,5")) {
            assertThat(check.exitCode()).isEqualTo(2);
            assertThat(check.errLines()).singleElement().asString().endsWith(message);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains(message);
            assertThat(sweep.exitCode()).isEqualTo(1);
            assertThat(sweep.err()).contains(message);
        }
        String text = matrix.replace("table-size: 10", "table-size: 10, db-ps-mode: disable");
        try (CliCall check = callPlan(directory, text, "--check")) {
            assertThat(check.exitCode()).as(check.err()).isZero();
        } finally {
            server.execute("SET GLOBAL max_prepared_stmt_count = DEFAULT");
        }
    }

    /** The limits apply to the connections of all loads in a phase, and to the largest transaction. */
    @Test
    void addsUpRequirementsOfLoadsInPhase(@TempDir Path directory) throws IOException {
        server.execute("SET GLOBAL max_binlog_cache_size = 1048576");
        try (CliCall check = callPlan(directory, """
            prepare: {workload: oltp_insert, table-size: 10}
            probes:
              level: {sql: "SELECT 1", every: 1s}
            phases:
              - loads:
                  main: {workload: oltp_insert, threads: 400, time: 1s}
                  more: {workload: oltp_insert, threads: 300, time: 1s}
                  bulk: {workload: large_transaction, trx-size: 10MB, time: 1s}
            """, "--check")) {
            assertThat(check.exitCode()).isEqualTo(2);
            assertThat(check.errLines())
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line)
                                    .contains("701 threads need 708: SET GLOBAL max_connections = 708, or fewer"
                                            + " --threads"),
                            line -> assertThat(line).contains("max_binlog_cache_size is 1048576 bytes, too small"));
        } finally {
            server.execute("SET GLOBAL max_binlog_cache_size = DEFAULT");
        }
    }

    @Test
    void rejectsMatrixWithoutPerformanceSchema(@TempDir Path directory) throws IOException {
        String matrix = MATRIX.formatted("UPDATE performance_schema.setup_consumers SET enabled = 'YES'");
        try (CliCall check = callPlan(directory, matrix, "--check");
                CliCall run = callPlan(directory, matrix, "--out=" + directory.resolve("out"))) {
            for (CliCall call : List.of(check, run)) {
                assertThat(call.exitCode()).isEqualTo(2);
                assertThat(call.err())
                        .contains("in the setting other: performance_schema is OFF on ")
                        .contains("start the server with performance_schema=ON");
            }
            assertThat(run.out()).doesNotContain("cell 1");
        }
    }

    /** MariaDB accepts a value below the minimum with a warning, and uses the minimum. */
    @Test
    void failsCellsIfServerAdjustsSetting(@TempDir Path directory) throws IOException {
        String matrix = MATRIX.formatted("SET GLOBAL sort_buffer_size = 1")
                .replace("[1, 5]", "[1]")
                .replace("oltp_read_only, ", "");
        Path out = directory.resolve("out");
        try (CliCall run = callPlan(directory, matrix, "--out=" + out)) {
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .contains("setting other: SET GLOBAL sort_buffer_size = 1: sort_buffer_size is 1024 instead of 1");
        }
        JsonNode cells = json(out.resolve("matrix.json")).get("cells");
        assertThat(cells.findValuesAsString("status")).containsExactlyInAnyOrder("DONE", "FAILED");
    }

    @Test
    void checkTriesProbesAndActions(@TempDir Path directory) throws IOException {
        String text = """
            prepare: {workload: oltp_insert, tables: 1, table-size: 100, threads: 3, rand-seed: 7}
            probes:
              pool: {sql: "SHOW VARIABLES LIKE 'innodb_bufer_pool_size'"}
              rows: {sql: "SELECT COUNT(*) FROM sbtest1"}
              node: {sql: "SELECT 1", url: "jdbc:mysql://127.0.0.1:1/"}
            beside:
              helper: {command: [no-such-program]}
            phases: [{loads: {main: {workload: oltp_insert, threads: 2, time: 1s}}}]
            actions:
              - {at: 500ms, sql: "SET GLOBAL no_such_variable = 1"}
              - {at: 500ms, command: [%s]}
            """.formatted(directory.resolve("plan.yaml"));
        try (CliCall cli = callPlan(directory, text, "--check")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.out())
                    .contains(
                            "tables     created first by 3 threads, rand-seed 7, left",
                            "probe      node: SELECT 1 at 127.0.0.1:1, every 1 s",
                            "main: oltp_insert, 2 threads, rand-type uniform, for 1 s",
                            "not tried  probes.rows: its tables are made first, then it is tried");
            assertThat(cli.errLines())
                    .anyMatch(line -> line.startsWith("cdc-tester: plan.yaml:3: probes.pool: reads no number: ")
                            && line.endsWith("the answer has no row"))
                    .anyMatch(line -> line.startsWith("cdc-tester: plan.yaml:5: probes.node.url does not answer: "))
                    .anyMatch(line -> line.startsWith("cdc-tester: plan.yaml:7: beside.helper.command: cannot start"))
                    .anyMatch(line ->
                            line.startsWith("cdc-tester: plan.yaml:10: actions[1].sql: the server refuses this"))
                    .anyMatch(line -> line.startsWith("cdc-tester: plan.yaml:11: actions[2].command: cannot start ")
                            && line.endsWith("is not executable"))
                    .hasSize(6); // the last line refers to the help
        }
        Path out = directory.resolve("out");
        try (CliCall cli = callPlan(directory, text, "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.err()).contains("plan.yaml:7: beside.helper.command");
        }
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void probesReadTablesOfPlan(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        String text = PREPARE_KEYS + """
            probes:
              rows: {sql: "SELECT COUNT(*) FROM sbtest1", every: 200ms}
            phases:
              - loads: {main: {workload: oltp_insert, time: 1s}}
            """;
        try (CliCall cli = callPlan(directory, text, "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
        }
        assertThat(Files.readAllLines(out.resolve("probe-rows.csv")).get(1)).contains(",rows,1");
        try (CliCall cli = callPlan(directory, text.replace("COUNT(*)", "nonsense"), "--quiet")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.err()).contains("plan.yaml:4: probes.rows: reads no number", "nonsense");
        }
    }

    /** The server cannot prepare several statements. The driver ignores the case of its options. */
    @ParameterizedTest
    @ValueSource(strings = {"allowMultiQueries", "allowmultiqueries"})
    void acceptsSeveralStatementsIfDriverDoes(String option) {
        String statements = "SET @a = 1; SET @b = 2";
        List<String> untriedReasons = new ArrayList<>();
        Endpoint endpoint = server.endpoint();
        assertThat(ActionCheck.refusal(endpoint, statements, Set.of(), false, untriedReasons::add))
                .isPresent();
        assertThat(untriedReasons).isEmpty();
        assertThat(ActionCheck.refusal(
                        endpoint.withDriverProperty(option, "true"), statements, Set.of(), false, untriedReasons::add))
                .isEmpty();
        assertThat(untriedReasons).hasSize(1);
    }
}
