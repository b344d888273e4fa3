// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench.consumer;

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
 * Runs Debezium's embedded engine with its connector for MySQL, and prints the value of each event. Offsets and the
 * schema history are in files, and offsets are flushed every second. Exits when the engine fails.
 *
 * <p>Arguments: the port, a directory for its files, and optionally the kind of snapshot: {@code initial}, or {@code
 * incremental}, which starts with a row in {@code sbtest.debezium_signal}.
 */
final class DebeziumConsumer {

    private DebeziumConsumer() {}

    private static Properties settings(int port, Path directory, String snapshot) {
        Properties settings = new Properties();
        settings.setProperty("name", "judged");
        settings.setProperty("connector.class", "io.debezium.connector.mysql.MySqlConnector");
        settings.setProperty("database.hostname", "127.0.0.1");
        settings.setProperty("database.port", String.valueOf(port));
        settings.setProperty("database.user", "bench");
        settings.setProperty("database.password", "");
        settings.setProperty("database.server.id", "9102");
        settings.setProperty("database.ssl.mode", "disabled");
        settings.setProperty("database.include.list", "sbtest");
        settings.setProperty("topic.prefix", "judged");
        boolean incremental = snapshot.equals("incremental");
        settings.setProperty("snapshot.mode", incremental ? "no_data" : snapshot);
        if (incremental) {
            settings.setProperty("signal.data.collection", "sbtest.debezium_signal");
            settings.setProperty("incremental.snapshot.chunk.size", "200"); // its default is 1,024
        }
        settings.setProperty("schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory");
        settings.setProperty(
                "schema.history.internal.file.filename",
                directory.resolve("history").toString());
        settings.setProperty("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
        settings.setProperty(
                "offset.storage.file.filename", directory.resolve("offsets").toString());
        settings.setProperty("offset.flush.interval.ms", "1000"); // the default of one minute would repeat too much
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
                .using(settings(
                        Integer.parseInt(arguments[0]),
                        Path.of(arguments[1]),
                        arguments.length > 2 ? arguments[2] : "no_data"))
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
