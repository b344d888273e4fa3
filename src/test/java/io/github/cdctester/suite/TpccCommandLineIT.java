// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tables are missing at first. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(180)
final class TpccCommandLineIT {

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.shared();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    @Order(1)
    void errorNamesMissingTableAndPrepareCommand() {
        try (CliCall cli = tpcc("run")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("warehouse").contains("cdc-tester prepare --workload tpcc");
        }
    }

    @Test
    @Order(2)
    void ctrlCDuringLoadDropsTables() {
        try (CliProcess cli = CommandLines.start(
                directory, server, "prepare", "--workload=tpcc", "--warehouses=1000", "--threads=2")) {
            Eventually.assertThat(
                    Duration.ofSeconds(60),
                    () -> server.queryRows("SHOW TABLES").size() == 9
                            && server.queryNumber("SELECT COUNT(*) FROM item") > 0,
                    loading -> loading);
            cli.interrupt();

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("stopped while preparing; the tables made so far were dropped");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    @Order(2)
    void rejectsExistingTableWithoutChanges() {
        server.execute("CREATE TABLE item (id INT)");
        try (CliCall cli = tpcc("run", "--prepare", "--cleanup", "--yes")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("table item exists already");
            assertThat(server.queryRows("SHOW TABLES")).containsExactly(List.of("item"));
        } finally {
            server.execute("DROP TABLE item");
        }
    }

    @Test
    @Order(3)
    void prepareReportsConsistencyCheck() {
        try (CliCall cli = tpcc("prepare", "--terminals=4", "--check")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out().lines().filter(line -> line.startsWith("holds  3.3.2.")))
                    .hasSize(12);
        }
    }

    @Test
    @Order(4)
    void runShowsNewOrdersAndChecks() throws IOException {
        Path out = directory.resolve("out");
        try (CliCall cli = tpcc("run", "--terminals=4", "--time=2", "--check", "--tpcc-mix=deck", "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("per minute, not audited, not tpmC")
                    .contains("11 of 11 held")
                    .doesNotContain("other clients wrote");
            assertThat(Files.readString(out.resolve("result.json")))
                    .contains("\"newOrdersPerMinute\" : ")
                    .contains("\"expression\" : \"3.3.2.12 after the run: ")
                    .contains("\"warehouses\" : 1")
                    .contains("\"deck\" : true");
        }
    }

    @Test
    @Order(4)
    void keyingTimeDoesNotDelayStop() {
        try (CliCall cli = tpcc("run", "--terminals=10", "--time=1", "--think-times=on")) {
            // the shortest keying time is longer than the run
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("committed 0, observed 0").contains("% of 12.86");
        }
    }

    @Test
    @Order(5)
    void brokenConditionFailsCheck() {
        server.execute("UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 7");
        try (CliCall cli = tpcc("run", "--time=1", "--check")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            String output = cli.out().replaceAll("\\s+", " ");
            assertThat(output)
                    .contains("9 of 11 held")
                    .contains("failed 3.3.2.1 after the run: w_ytd = sum(d_ytd): warehouse 1, ")
                    .contains("failed 3.3.2.9 after the run: d_ytd = sum(h_amount): warehouse 1, district 7, ");
        }
    }

    @Test
    @Order(6)
    void cleanupDropsAllNineTables() {
        try (CliCall cli = tpcc("cleanup")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("dropped 9 tables");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    private static CliCall tpcc(String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command, "--workload=tpcc"));
        arguments.addAll(List.of(options));
        return CommandLines.call(server, arguments.toArray(String[]::new));
    }
}
