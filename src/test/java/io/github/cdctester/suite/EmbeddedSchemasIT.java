// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.play.Recording;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both schemas have dots in their names, and a table {@code orders}. */
@Timeout(120)
final class EmbeddedSchemasIT extends ServerContract {

    private static final String FIRST_SCHEMA = "shop-v1.0";
    private static final String SECOND_SCHEMA = "shop-v2.0";

    @TempDir
    static Path directory;

    private String startPosition;

    @Override
    TestServer start() {
        return EmbeddedTestServer.sharedWithEmptyLog();
    }

    @BeforeAll
    void writeToBothSchemas() {
        server.execute(
                "CREATE DATABASE `shop-v1.0`",
                "CREATE DATABASE `shop-v2.0`",
                "CREATE TABLE `shop-v1.0`.orders (id INT PRIMARY KEY, item VARCHAR(20), KEY (item))",
                "CREATE TABLE `shop-v2.0`.orders (number BIGINT PRIMARY KEY, total DECIMAL(9,2))");
        List<String> end = server.queryRows(server.logStatusStatement()).get(0);
        startPosition = end.get(0) + ":" + end.get(1);
        server.execute(
                "INSERT INTO `shop-v1.0`.orders VALUES (1, 'a'), (2, 'b')",
                "UPDATE `shop-v1.0`.orders SET item = 'c' WHERE id = 2",
                "INSERT INTO `shop-v2.0`.orders VALUES (1, 9.50)",
                "INSERT INTO `shop-v2.0`.orders VALUES (2, 7)");
    }

    @AfterAll
    void dropBothSchemas() {
        server.execute("DROP DATABASE `shop-v1.0`", "DROP DATABASE `shop-v2.0`");
    }

    private CliCall call(String command, String serverOptions, String... options) {
        Endpoint endpoint = server.endpoint();
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(serverOptions.split(" ")));
        arguments.addAll(List.of(
                "--user=" + endpoint.user(), "--password=" + endpoint.password().reveal()));
        arguments.addAll(List.of(options));
        return CliCall.of(arguments.toArray(String[]::new));
    }

    private String hostOptions() {
        return "--host=127.0.0.1 --port=" + server.endpoint().port();
    }

    private String urlOption(String schema) {
        return "--url=jdbc:mariadb://" + server.endpoint().address() + "/" + schema;
    }

    private String learn(Path file, String serverOptions, int transactions) throws IOException {
        CliCall learnCall = call(
                "learn",
                serverOptions,
                "--from=" + startPosition,
                "--events=" + transactions,
                "--workload-file=" + file);
        assertThat(learnCall.exitCode()).as(learnCall.err()).isZero();
        assertThat(learnCall.out().contains("schemas    all, as no database was named"))
                .as(learnCall.out())
                .isEqualTo(serverOptions.equals(hostOptions()));
        return Files.readString(file);
    }

    @Test
    void learnsSchemaOfUrl() throws IOException {
        String text = learn(directory.resolve("one.yaml"), urlOption(FIRST_SCHEMA), 2);
        assertThat(text)
                .contains("transactions: 2", "id: int(11) NOT NULL", "item: varchar(20)", "PRIMARY KEY (`id`)")
                .contains("KEY `item` (`item`)")
                .doesNotContain("number", "total");
        assertThat(learn(directory.resolve("other.yaml"), hostOptions() + " --database=" + SECOND_SCHEMA, 2))
                .contains("transactions: 2", "number: bigint(20) NOT NULL", "decimal(9,2)")
                .doesNotContain("item");
    }

    @Test
    void learnsAllSchemasIfNoneIsNamed() throws IOException {
        Path file = directory.resolve("both.yaml");
        assertThat(learn(file, hostOptions(), 4))
                .contains("transactions: 4", "  orders:\n", "  orders_2:\n", "item: varchar(20)", "decimal(9,2)");
        CliCall run = CommandLines.call(
                server,
                "run",
                "--workload-file=" + file,
                "--rate-factor=max",
                "--prepare",
                "--cleanup",
                "--events=40",
                "--time=0");
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void reportsSchemaWithoutTransactions() {
        Path file = directory.resolve("none.yaml");
        CliCall learnCall = call("learn", urlOption("sbtest"), "--from=" + startPosition, "--workload-file=" + file);
        assertThat(learnCall.exitCode()).isOne();
        assertThat(learnCall.err())
                .containsPattern("no transaction with rows has come of schema sbtest, and \\d+ of others");
        assertThat(file).doesNotExist();
    }

    @Test
    void playsBothTables() throws IOException {
        Path recording = directory.resolve("recording");
        CliCall recordCall =
                call("record", urlOption(FIRST_SCHEMA), "--from=earliest", "--time=1", "--quiet", "--out=" + recording);
        assertThat(recordCall.exitCode()).as(recordCall.err()).isZero();
        assertThat(recordCall.err()).doesNotContain("not recorded");
        try (PlayServer play = PlayServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new Recording(recording),
                        new PlayServer.PlaySettings(PlayServer.MAX_SPEED, 1, false, "root", Password.of("pw"), null),
                        Collections.synchronizedList(new ArrayList<>())::add);
                ServerConnection connection = ServerConnection.open(
                        Endpoint.of("127.0.0.1", play.address().getPort(), "", "root", Password.of("pw")))) {
            assertThat(connection.query("SHOW DATABASES")).contains(List.of(FIRST_SCHEMA), List.of(SECOND_SCHEMA));
            assertThat(connection.query("SHOW TABLES FROM `" + FIRST_SCHEMA + "`"))
                    .containsExactly(List.of("orders"));
            assertThat(connection.query("SHOW TABLES IN `" + SECOND_SCHEMA + "`"))
                    .containsExactly(List.of("orders"));
            assertThat(connection
                            .query("SHOW CREATE TABLE `" + FIRST_SCHEMA + "`.`orders`")
                            .toString())
                    .contains("`item`");
            assertThat(connection
                            .query("SHOW CREATE TABLE `" + SECOND_SCHEMA + "`.`orders`")
                            .toString())
                    .contains("`total`");
        }
    }

    @Test
    void replaysRowsOfSchema() {
        CliCall run = call(
                "run",
                urlOption(FIRST_SCHEMA),
                "--workload=transfer",
                "--accounts=20",
                "--replay",
                "--yes",
                "--prepare",
                "--cleanup",
                "--events=100",
                "--time=0");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("LOSSLESS", "the tables equal the image").doesNotContain("wrote as well");
    }

    @Test
    void judgesStampedRowsOfSchema() throws IOException {
        Path file = Files.writeString(directory.resolve("lines.txt"), "");
        try (ConnectorConsumer consumer = ReportPrinter.follow(
                        server, Identity.ROW, line -> Files.writeString(file, line + "\n", StandardOpenOption.APPEND));
                CliCall judge = call(
                        "judge",
                        urlOption(FIRST_SCHEMA),
                        "--from-file=" + file,
                        "--stamp=on",
                        "--yes",
                        "--workload=oltp_write_only",
                        "--table-size=100",
                        "--rate=100",
                        "--prepare",
                        "--cleanup",
                        "--time=1",
                        "--json")) {
            assertThat(consumer).isNotNull();
            assertThat(judge.exitCode()).as(judge.out() + judge.err()).isZero();
            assertThat(judge.out()).contains("\"delivery\" : \"EXACTLY_ONCE\"");
        }
    }
}
