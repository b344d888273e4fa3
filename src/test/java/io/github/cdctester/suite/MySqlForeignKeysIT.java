// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MySQL 9.7 logs the cascades of foreign keys. The changed rows keep their stamps. */
@Nightly
@RequiresDocker
@Timeout(120)
final class MySqlForeignKeysIT extends ServerContract {

    private static final String STAMP = "cdc_seq BIGINT NOT NULL DEFAULT 0, cdc_at BIGINT NOT NULL DEFAULT 0";

    @TempDir
    private Path directory;

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    private Path workload(String rule, String change) throws IOException {
        return Files.writeString(
                directory.resolve("shop.yaml"),
                String.join(
                        "\n",
                        "tables:",
                        "  warehouse:",
                        "    create: CREATE TABLE warehouse (id BIGINT PRIMARY KEY, " + STAMP + ")",
                        "    rows: 50",
                        "    values: {id: {sequence: 1}}",
                        "  orders:",
                        "    create: CREATE TABLE orders (id BIGINT PRIMARY KEY, warehouse BIGINT NULL, " + STAMP
                                + ", CONSTRAINT placed FOREIGN KEY (warehouse) REFERENCES warehouse (id) " + rule + ")",
                        "transactions:",
                        "  order:",
                        "    weight: 8",
                        "    values: {o: {next: orders.id}, w: {uniform: 1..50}}",
                        "    statements:",
                        "      - {sql: SELECT MIN(id) AS id FROM warehouse WHERE id >= :w, read: id}",
                        "      - INSERT INTO orders (id, warehouse) VALUES (:o, :id)",
                        "  rename:",
                        "    weight: 2",
                        "    values: {w: {uniform: 1..50}}",
                        "    statements: [UPDATE warehouse SET " + change + " WHERE id >= :w ORDER BY id LIMIT 1]",
                        ""));
    }

    private CliCall judge(Path workload, Identity identity) throws IOException {
        Path file = Files.writeString(directory.resolve("lines"), "");
        List<String> arguments = new ArrayList<>(List.of(
                "judge",
                "--from-file=" + file,
                "--workload-file=" + workload,
                "--stamp=on",
                "--identity=" + identity,
                "--prepare",
                "--cleanup",
                "--threads=1",
                "--warmup-time=1",
                "--time=2",
                "--rate=100",
                "--json"));
        if (identity == Identity.ROW) {
            arguments.add("--format=csv");
        }
        try (ConnectorConsumer consumer = ReportPrinter.follow(
                server, identity, line -> Files.writeString(file, line + "\n", StandardOpenOption.APPEND))) {
            assertThat(consumer).isNotNull();
            return CommandLines.call(server, arguments.toArray(String[]::new));
        }
    }

    @Test
    void rowsOfCascadesAreNotRepetitions() throws IOException {
        CliCall byRow = judge(workload("ON UPDATE CASCADE", "id = id + 1000000"), Identity.ROW);

        assertThat(byRow.exitCode()).as(byRow.err()).isEqualTo(3);
        assertThat(JudgeCommandRuns.consumersJson(byRow.out()))
                .contains(
                        "\"status\" : \"NOT_CHECKED\"",
                        "table orders has the foreign key placed with CASCADE or SET NULL");
    }

    @Test
    void judgesCascadesByGtid() throws IOException {
        CliCall byGtid = judge(workload("ON UPDATE CASCADE", "id = id + 1000000"), Identity.GTID);

        assertThat(byGtid.exitCode()).as(byGtid.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ON DELETE CASCADE", "ON UPDATE CASCADE"})
    void judgesRowsOfKeysThatDoNotChange(String rule) throws IOException {
        CliCall byRow = judge(workload(rule, "id = id"), Identity.ROW);

        assertThat(byRow.exitCode()).as(byRow.err()).isZero();
    }
}
