// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples.consumer;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * Runs Debezium's embedded engine with its MySQL connector, and prints the value of each event. Offsets and the schema
 * history are stored in files in {@code CDC_TESTER_STATE}. Exits when the engine has given up.
 *
 * <p>Environment: the variables of a consumer file, {@code SNAPSHOT} ({@code no_data}, {@code initial}, or {@code
 * incremental}, which starts with a row in the table {@code debezium_signal}) and {@code FLUSH_MILLIS}: the time
 * between two flushes of offsets.
 */
final class DebeziumConsumer {

    private DebeziumConsumer() {}

    private static String variable(String name) {
        return System.getenv().getOrDefault(name, "");
    }

    private static Properties settings() {
        Path directory = Path.of(variable("CDC_TESTER_STATE"));
        String snapshot = variable("SNAPSHOT");
        String database = variable("CDC_TESTER_DATABASE");
        Properties settings = new Properties();
        settings.setProperty("name", "judged");
        settings.setProperty("connector.class", "io.debezium.connector.mysql.MySqlConnector");
        settings.setProperty("database.hostname", variable("CDC_TESTER_HOST"));
        settings.setProperty("database.port", variable("CDC_TESTER_PORT"));
        settings.setProperty("database.user", variable("CDC_TESTER_USER"));
        settings.setProperty("database.password", variable("MYSQL_PWD"));
        settings.setProperty("database.server.id", "9102");
        settings.setProperty("database.ssl.mode", "preferred");
        settings.setProperty("database.include.list", database);
        settings.setProperty("topic.prefix", "judged");
        boolean incremental = snapshot.equals("incremental");
        settings.setProperty("snapshot.mode", incremental ? "no_data" : snapshot);
        if (incremental) {
            settings.setProperty("signal.data.collection", database + ".debezium_signal");
            settings.setProperty("incremental.snapshot.chunk.size", "200"); // its default is 1,024
        }
        settings.setProperty("schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory");
        settings.setProperty(
                "schema.history.internal.file.filename",
                directory.resolve("history").toString());
        settings.setProperty("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
        settings.setProperty(
                "offset.storage.file.filename", directory.resolve("offsets").toString());
        settings.setProperty("offset.flush.interval.ms", variable("FLUSH_MILLIS"));
        settings.setProperty("converter.schemas.enable", "false");
        settings.setProperty("poll.interval.ms", "10");
        settings.setProperty("connect.keep.alive.interval.ms", "1000"); // the default is one minute without events
        return settings;
    }

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
                false,
                StandardCharsets.UTF_8);
        DebeziumEngine<ChangeEvent<String, String>> engine = DebeziumEngine.create(Json.class)
                .using(settings())
                .using((success, message, error) -> System.err.println("ended: " + message + " " + error))
                .notifying(
                        (List<ChangeEvent<String, String>> events,
                                DebeziumEngine.RecordCommitter<ChangeEvent<String, String>> committer) -> {
                            for (ChangeEvent<String, String> event : events) {
                                if (event.value() != null) {
                                    out.println(event.value());
                                }
                            }
                            out.flush();
                            for (ChangeEvent<String, String> event : events) {
                                committer.markProcessed(event);
                            }
                            committer.markBatchFinished();
                        })
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                engine.close(); // keeps the stored offsets
            } catch (IOException | IllegalStateException e) {
                System.err.println("while it was closed: " + e);
            }
        }));
        engine.run();
        System.exit(1); // the engine ended without a request
    }
}
