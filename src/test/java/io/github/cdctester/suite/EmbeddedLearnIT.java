// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EmbeddedLearnIT extends LearnContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void learnsSysbenchWrites() throws IOException {
        assertSimilar(
                compareWithLearned(
                        "writes",
                        2,
                        1_500,
                        "--workload=oltp_write_only",
                        "--tables=2",
                        "--table-size=500",
                        "--rand-type=zipfian",
                        "--rand-zipfian-exp=0.9"),
                1);
        assertThat(Files.readString(directory.resolve("writes.yaml")))
                .as("counts per transaction, also if several arrived together")
                .contains("transactions: 1500\n", "inserted: 1\n", "updated: 2\n", "deleted: 1\n");
    }

    @Test
    @Nightly
    void learnedInsertsHaveNoKeyConflicts() throws IOException {
        assertSimilar(compareWithLearned("inserts", 2, 500, "--workload=oltp_insert", "--tables=1"), 0);
    }

    @Test
    @Nightly
    void learnsTpcc() throws IOException {
        // 700 ± 26 of 15,000 transactions are deliveries, which cause half of the row updates. 0.11 is 4 standard
        // deviations of the
        // difference.
        assertSimilar(compareWithLearned("tpcc", 1, 15_000, "--workload=tpcc", "--warehouses=1"), 4, 0.11);
    }

    @Test
    @Nightly
    void learnsTransfers() throws IOException {
        assertSimilar(
                compareWithLearned("transfers", 2, 3_000, "--workload=transfer", "--accounts=500", "--transfers=2"), 1);
    }

    @Test
    @Nightly
    void learnsDistributionsOtherThanZipf() throws IOException {
        assertSimilar(
                compareWithLearned(
                        "special",
                        2,
                        3_000,
                        "--workload=oltp_read_write",
                        "--tables=3",
                        "--table-size=1000",
                        "--rand-type=special"),
                1);
    }

    @Test
    @Nightly
    void learnsDeletedRows() throws IOException {
        assertSimilar(
                compareWithLearned("deletes", 2, 3_000, "--workload=oltp_delete", "--tables=2", "--table-size=10000"),
                1);
    }

    /** After 8,192 transactions, {@code learn} reads only a sample of the rows. */
    @Test
    @Nightly
    void learnsFromSampleOfLongBinlog() throws IOException {
        assertSimilar(
                compareWithLearned(
                        "long",
                        2,
                        40_000,
                        "--workload=oltp_write_only",
                        "--tables=1",
                        "--table-size=10000",
                        "--rand-type=zipfian"),
                1);
        assertThat(Files.readString(directory.resolve("long.yaml")))
                .contains("transactions: 40000\n")
                .containsPattern("read: 1\\d{4}\n");
    }

    /** All transactions are in the binlog before {@code learn} starts. */
    @Test
    void learnsFromVeryFewTransactions() throws IOException {
        String from = runAndReturnStart(
                "run", "--workload=oltp_insert", "--prepare", "--events=50", "--time=0", "--json", "--cleanup");
        Path file = directory.resolve("file.yaml");

        CliCall call = CommandLines.call(
                server, "learn", "--workload-file=" + file, "--from=" + from, "--events=1", "--quiet");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(Files.readString(file)).contains("learned: {transactions: 1, read: 1,");
    }

    @Test
    @Nightly
    void learnsConstantArrivals() throws IOException {
        Path file = directory.resolve("even.yaml");
        String from = runAndReturnStart(
                "run", "--workload=oltp_insert", "--prepare", "--cleanup", "--rate=100", "--time=10", "--json");
        CliCall learnCall = CommandLines.call(server, "learn", "--workload-file=" + file, "--from=" + from);
        CliCall secondRun = CommandLines.call(
                server, "run", "--workload-file=" + file, "--prepare", "--cleanup", "--time=1", "--json");

        assertThat(learnCall.exitCode()).as(learnCall.err()).isZero();
        assertThat(Files.readString(file)).contains("\narrivals: constant\n");
        assertThat(secondRun.exitCode()).as(secondRun.err()).isZero();
        assertThat(secondRun.out()).contains("\"arrivals\" : \"constant\"");
    }

    @Test
    void reportsWhyNothingWasLearned() {
        CliCall call = CommandLines.call(
                server, "learn", "--workload-file=" + directory.resolve("nothing.yaml"), "--time=1", "--quiet");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("nothing was learned: no transaction with rows has come");
        assertThat(directory.resolve("nothing.yaml")).doesNotExist();
    }

    /** With row image {@code MINIMAL}, inserts contain all columns, but updates do not. */
    @Test
    void reportsLimitsOfPartialRowImages() throws IOException {
        String missingColumnsMessage = "partial: its row images lack columns: binlog_row_image must be FULL";
        server.execute("CREATE TABLE partial (id INT PRIMARY KEY, v INT, t VARCHAR(20))");
        String insertsStart = binlogEnd();
        server.execute("SET SESSION binlog_row_image = MINIMAL", "INSERT INTO partial VALUES (1, 1, 'a')");
        String mixedStart = binlogEnd();
        server.execute(
                "SET SESSION binlog_row_image = MINIMAL",
                "BEGIN",
                "INSERT INTO partial VALUES (2, 1, 'b')",
                "UPDATE partial SET v = 2 WHERE id = 1",
                "COMMIT");

        CliCall insertsCall = CommandLines.call(
                server, "learn", "--workload-file=" + directory.resolve("half.yaml"), "--from=" + insertsStart);
        CliCall mixedCall = CommandLines.call(
                server, "learn", "--workload-file=" + directory.resolve("lacks.yaml"), "--from=" + mixedStart);
        server.execute("DROP TABLE partial");

        assertThat(insertsCall.exitCode()).as(insertsCall.err()).isZero();
        assertThat(insertsCall.out())
                .contains("2 transactions, rows read of 1, 50.0 % are in the file")
                .contains(missingColumnsMessage);
        assertThat(Files.readString(directory.resolve("half.yaml")))
                .contains("covered: 0.5, ", missingColumnsMessage, "inserted: 1, ", "updated: 0, ");
        assertThat(mixedCall.exitCode()).isEqualTo(1);
        assertThat(mixedCall.err())
                .contains("nothing was learned, as rows cannot be read of ")
                .contains(missingColumnsMessage);
    }

    /** A learned UPDATE keeps the key, so these transactions are not in the file. */
    @Test
    void updatesOfKeysAreNotCovered() throws IOException {
        server.execute("CREATE TABLE daily (id INT, day DATE, v INT, PRIMARY KEY (id, day))");
        String from = binlogEnd();
        server.execute(
                "INSERT INTO daily VALUES (1, '2026-01-01', 1)",
                "UPDATE daily SET v = 2",
                "UPDATE daily SET day = '2026-01-02'",
                "UPDATE daily SET day = '2026-01-03'");
        Path file = directory.resolve("daily.yaml");
        CliCall call = CommandLines.call(server, "learn", "--workload-file=" + file, "--from=" + from);
        server.execute("DROP TABLE daily");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains("4 transactions, rows read of 4, 50.0 % are in the file");
        assertThat(Files.readString(file)).contains("covered: 0.5\n");
    }

    private String binlogEnd() {
        List<String> end = server.queryRows(server.logStatusStatement()).get(0);
        return end.get(0) + ":" + end.get(1);
    }

    @Test
    void doesNotOverwriteFile() throws IOException {
        Path existingFile = Files.writeString(directory.resolve("there.yaml"), "transactions: {}");

        CliCall call = CommandLines.call(server, "learn", "--workload-file=" + existingFile, "--time=1");
        CliCall likeCall = CommandLines.call(server, "learn", "--like=" + existingFile, "--time=1");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("--workload-file: " + existingFile + ", must be a file that is not there yet");
        assertThat(likeCall.exitCode()).isEqualTo(2);
        assertThat(likeCall.err()).contains("--like: " + existingFile + ", must be a workload file that learn wrote");
        assertThat(existingFile).hasContent("transactions: {}");
    }
}
