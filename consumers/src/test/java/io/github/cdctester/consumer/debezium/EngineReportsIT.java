// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.debezium;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Debezium's engine reads a real server with its connector for MariaDB. */
@Timeout(180)
class EngineReportsIT {

    private static final int TIMEOUT_SECONDS = 90;

    private static EmbeddedMariaDb server;

    @BeforeAll
    static void start() {
        server = EmbeddedMariaDb.start(Options.defaults());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Properties settings(Path directory, int serverId, boolean hasMetadata, boolean hasSchemas) {
        Endpoint endpoint = server.endpoint();
        Properties settings = new Properties();
        settings.setProperty("name", "judged");
        settings.setProperty("connector.class", "io.debezium.connector.mariadb.MariaDbConnector");
        settings.setProperty("database.hostname", endpoint.host());
        settings.setProperty("database.port", String.valueOf(endpoint.port()));
        settings.setProperty("database.user", endpoint.user());
        settings.setProperty("database.password", endpoint.password().reveal());
        settings.setProperty("database.server.id", String.valueOf(serverId));
        settings.setProperty("database.ssl.mode", "disable");
        settings.setProperty("database.include.list", endpoint.database());
        settings.setProperty("topic.prefix", "judged");
        settings.setProperty("snapshot.mode", "no_data");
        settings.setProperty("provide.transaction.metadata", String.valueOf(hasMetadata));
        settings.setProperty("schema.history.internal", "io.debezium.relational.history.MemorySchemaHistory");
        settings.setProperty("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
        settings.setProperty(
                "offset.storage.file.filename", directory.resolve("offsets").toString());
        settings.setProperty("converter.schemas.enable", String.valueOf(hasSchemas));
        settings.setProperty("poll.interval.ms", "50");
        return settings;
    }

    /** Includes GTIDs with and without transaction metadata, and row stamps. */
    @ParameterizedTest
    @CsvSource({"GTID, true, false, false", "GTID, false, false, true", "ROW, false, true, false"})
    void correctEngineIsLossless(
            Identity identity, boolean hasMetadata, boolean isStamped, boolean hasSchemas, @TempDir Path directory)
            throws Exception {
        ConsumerProbe probe = ConsumerProbe.named("debezium");
        ConsumerLines lines = ConsumerLines.to(
                probe, Shape.DEFAULT.withFormat(Format.DEBEZIUM).withIdentity(identity));
        CountDownLatch ready = new CountDownLatch(1);
        AtomicReference<String> engineFailure = new AtomicReference<>("");
        int serverId = 77_100 + 4 * identity.ordinal() + (hasMetadata ? 1 : 0);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (DebeziumEngine<ChangeEvent<String, String>> engine = DebeziumEngine.create(Json.class)
                .using(settings(directory, serverId, hasMetadata, hasSchemas))
                .using((success, message, error) -> engineFailure.set(success ? "" : message + ": " + error))
                .notifying(EngineReports.behind(
                        (ChangeEvent<String, String> event) -> {
                            if (event.value() != null && event.value().contains("\"ready\"")) {
                                ready.countDown();
                            }
                        },
                        lines))
                .build()) {
            executor.execute(engine);
            awaitChanges(ready, engineFailure);
            ConsumerResult result = CdcTester.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpWriteOnly().tables(2).tableSize(100).stamp(isStamped))
                    .load(openLoop(2, perSecond(100)))
                    .window(warmUp(Duration.ofSeconds(1)), measure(Duration.ofSeconds(2)))
                    .prepareFirst()
                    .cleanupAfter()
                    .consumer(probe)
                    .run()
                    .consumers()
                    .get(0);
            assertThat(engineFailure.get()).isEmpty();
            assertThat(lines.findings().firstUnreadable()).isNull();
            assertThat(result.identity()).isEqualTo(identity);
            assertThat(result.delivery())
                    .as(result.verdict().reason() + result.notes())
                    .isEqualTo(Delivery.EXACTLY_ONCE);
            assertThat(result.transactions()).isPositive();
            assertThat(result.stray()).isZero();
        } finally {
            executor.shutdownNow();
        }
    }

    /** The engine's snapshot is then complete. */
    private static void awaitChanges(CountDownLatch ready, AtomicReference<String> engineFailure) throws Exception {
        Endpoint endpoint = server.endpoint();
        String url = "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database();
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        try (Connection connection = DriverManager.getConnection(
                        url, endpoint.user(), endpoint.password().reveal());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS begun (id INT AUTO_INCREMENT PRIMARY KEY, c VARCHAR(9))");
            do {
                assertThat(engineFailure.get()).isEmpty();
                assertThat(System.nanoTime()).as("time until the first change").isLessThan(deadlineNanos);
                statement.execute("INSERT INTO begun (c) VALUES ('ready')");
            } while (!ready.await(200, TimeUnit.MILLISECONDS));
            statement.execute("DROP TABLE begun");
        }
    }
}
