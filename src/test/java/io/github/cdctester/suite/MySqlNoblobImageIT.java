// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.transfer.Transfers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Updates and deletes omit unchanged BLOB and TEXT columns. */
@Nightly
@RequiresDocker
@Timeout(120)
final class MySqlNoblobImageIT extends ServerContract {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int TRANSACTIONS = 300;

    /** Row images may lack the first, a middle and the last column. */
    private static final String MIX = """
            tables:
              Doc:
                columns: {head: BLOB, id: BIGINT PRIMARY KEY, n: INT, body: LONGTEXT, name: VARCHAR(300), tail: MEDIUMBLOB}
                rows: 60
                values: {head: first, id: {sequence: 1}, n: 0, body: text, name: some, tail: last}
            transactions:
              number:
                values: {id: {random: 1..60}}
                statements: [UPDATE Doc SET n = n + 1 WHERE id <= :id]
              blob:
                values: {id: {random: 1..60}}
                statements: ["UPDATE Doc SET tail = REPEAT(n, 5000) WHERE id = :id", "UPDATE Doc SET head = NULL, n = n + 1 WHERE id = :id"]
              both:
                values: {id: {random: 1..60}}
                statements: ["UPDATE Doc SET body = REPEAT('b', 70000), name = NULL, n = n + 1 WHERE id = :id"]
              few:
                values: {id: {random: 30..60}, s: {sequence: 1}}
                statements:
                  - DELETE FROM Doc WHERE id = :id
                  - INSERT INTO Doc (id, n, tail) VALUES (1000 + :s, 1, 'new'), (100000 + :s, 1, NULL)
            """;

    @TempDir
    Path directory;

    @Override
    TestServer start() {
        return MySqlTestServer.shared("binlog_row_image=NOBLOB");
    }

    private PlanBuilder plan(int threads) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, TRANSACTIONS, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }

    @ParameterizedTest
    @EnumSource(names = {"EXACT", "COUNTS"})
    void countsAllTransactionsAndRows(Verification verification) {
        RunResult result = RoundTripChecks.run(plan(4).workload(Scripted.yaml("mix", MIX))
                .subscriber(SubscriberSpec.DEFAULT.rowCounting(RowCounting.EXACT))
                .verify(verification));

        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
        if (verification == Verification.COUNTS) {
            assertThat(result.verdict().reason()).contains(RowSumsContract.COMPARISON_TEXT);
        }
        assertThat(result.notes()).anyMatch(note -> note.code() == Code.ROW_IMAGE_NOT_FULL);
    }

    @Test
    void countsRowsOfTablesWithBlobs() {
        String from = writeDocs(
                "UPDATE doc SET n = n + 1",
                "UPDATE doc SET tail = REPEAT('x', 70000) WHERE id <= 10",
                "UPDATE doc SET head = 'h', tail = NULL WHERE id <= 7",
                "UPDATE doc SET id = id + 100 WHERE id <= 3",
                "DELETE FROM doc WHERE id > 12");
        CliCall call = CommandLines.call(
                server, "drain", "--from=" + from, "--row-counting=exact", "--verify-checksums", "--json");
        server.execute("DROP TABLE doc");

        assertThat(call.exitCode()).as(call.err()).isZero();
        JsonNode cdc = JSON.readTree(call.out()).path("summary").path("cdc");
        JsonNode rows = cdc.path("rowsByTable").path(server.endpoint().database() + ".doc");
        assertThat(rows.path("INSERT").asLong()).as(cdc.toString()).isEqualTo(20);
        assertThat(rows.path("UPDATE").asLong()).isEqualTo(20 + 10 + 7 + 3);
        assertThat(rows.path("DELETE").asLong()).isEqualTo(8 + 3);
    }

    /** Half of the 20 rows contain BLOBs. Returns the binlog position before these statements. */
    private String writeDocs(String... changes) {
        List<String> end = server.queryRows(server.logStatusStatement()).get(0);
        server.execute(
                "CREATE TABLE doc (head TINYBLOB, id INT PRIMARY KEY, n INT, tail LONGBLOB)",
                "INSERT INTO doc WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 20)"
                        + " SELECT IF(i % 2, 'head', NULL), i, 0, IF(i % 2, REPEAT('t', 300), NULL) FROM r");
        server.execute(changes);
        return end.get(0) + ":" + end.get(1);
    }

    @Test
    void learnsInsertsAndTablesWithoutBlobs() throws IOException {
        String from = writeDocs();
        server.execute(
                "CREATE TABLE plain (id INT PRIMARY KEY, n INT)",
                "INSERT INTO plain VALUES (1, 1)",
                "UPDATE plain SET n = 2",
                "DELETE FROM plain",
                "UPDATE doc SET n = 1 WHERE id = 1",
                "DELETE FROM doc WHERE id = 2");
        Path file = directory.resolve("learned.yaml");
        CliCall call = CommandLines.call(server, "learn", "--workload-file=" + file, "--from=" + from);
        server.execute("DROP TABLE doc, plain");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out())
                .contains("6 transactions, rows read of 4, 66.7 % are in the file")
                .contains("doc: its row images lack columns: binlog_row_image must be FULL");
        assertThat(Files.readString(file))
                .contains("covered: 0.6667", "inserted: 5.25\n", "updated: 0.25\n", "deleted: 0.25\n");
    }

    /** Without the BLOB, the binlog does not show whether a row has a stamp, so the expected rows are unknown. */
    @ParameterizedTest
    @EnumSource(names = {"GTID", "ROW"})
    void playedBinlogIsJudgedByTransactionsOnly(Identity identity) {
        Path recording = directory.resolve("recording");
        RoundTripChecks.run(plan(1).window(new Window(Duration.ZERO, Duration.ZERO, 5, Duration.ofSeconds(30)))
                .workload(LargeTransactions.insert()
                        .kind(RowChange.UPDATE)
                        .trxBytes(2_000_000)
                        .stamp(true))
                .record(recording));
        Verdict verdict = PlayContract.judge(recording, identity, PlayServer.MAX_SPEED, (probe, number) -> 1)
                .verdict();

        assertThat(verdict.status())
                .as(verdict.reason())
                .isEqualTo(identity == Identity.GTID ? Status.LOSSLESS : Status.NOT_CHECKED);
        if (identity == Identity.ROW) {
            assertThat(verdict.reason()).contains("its row images lack columns: binlog_row_image must be FULL");
        }
    }

    @Test
    void rejectsFeaturesThatNeedFullRows() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> CdcTester.plan()
                        .endpoint(server.endpoint())
                        .workload(Transfers.between(10))
                        .prepareFirst() // without a clean-up: no table may be created
                        .replay()
                        .run())
                .withMessageContaining("binlog_row_image is NOBLOB")
                .withMessageContaining("SET GLOBAL binlog_row_image = 'FULL'");
        CliCall snapshot = CommandLines.call(
                server,
                "judge",
                "--from-file=" + directory.resolve("lines"),
                "--snapshot",
                "--stamp=on",
                "--prepare",
                "--cleanup",
                "--time=1");
        assertThat(snapshot.exitCode()).as(snapshot.err()).isEqualTo(1);
        assertThat(snapshot.err()).contains("--snapshot needs whole rows, but binlog_row_image is NOBLOB");
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }
}
