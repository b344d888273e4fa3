// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.fault.FaultProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** The consumer under test: Debezium's engine, which writes to a topic. Replace it with your own consumer. */
final class DebeziumToKafka implements AutoCloseable {

    private static final int MAX_RESTARTS = 20;
    private static final long RESTART_MILLIS = 500;

    private final Properties settings;
    private final String topic;
    private final ConsumerProbe probe;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final KafkaProducer<String, String> producer;
    private final Thread thread = new Thread(this::run, "debezium");
    private volatile DebeziumEngine<ChangeEvent<String, String>> engine;

    private DebeziumToKafka(Properties settings, Kafka kafka, ConsumerProbe probe) {
        this.settings = settings;
        this.probe = probe;
        topic = kafka.topic();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer());
        engine = engine();
    }

    static DebeziumToKafka start(Endpoint server, FaultProxy network, Kafka kafka, ConsumerProbe probe, Path files) {
        DebeziumToKafka started = new DebeziumToKafka(settings(server, network, files), kafka, probe);
        started.thread.start();
        return started;
    }

    private static Properties settings(Endpoint server, FaultProxy network, Path files) {
        Properties settings = new Properties();
        settings.putAll(Map.ofEntries(
                Map.entry("name", "regression"),
                Map.entry("connector.class", "io.debezium.connector.mysql.MySqlConnector"),
                Map.entry("database.hostname", network.host()),
                Map.entry("database.port", String.valueOf(network.port())),
                Map.entry("database.user", server.user()),
                Map.entry("database.password", server.password().reveal()),
                Map.entry("database.server.id", "91001"),
                Map.entry("database.include.list", server.database()),
                Map.entry("topic.prefix", "regression"),
                Map.entry("snapshot.mode", "no_data"),
                Map.entry("include.schema.changes", "false"),
                Map.entry("provide.transaction.metadata", "true"), // the judge needs the end of each transaction
                Map.entry("converter.schemas.enable", "false"),
                Map.entry("poll.interval.ms", "20"),
                Map.entry("offset.flush.interval.ms", "1000"),
                Map.entry("connect.keep.alive.interval.ms", "1000"),
                Map.entry("schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory"),
                Map.entry("schema.history.internal.file.filename", files + "/history"),
                Map.entry("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore"),
                Map.entry("offset.storage.file.filename", files + "/offsets")));
        return settings;
    }

    private DebeziumEngine<ChangeEvent<String, String>> engine() {
        return DebeziumEngine.create(Json.class)
                .using(settings)
                .notifying(this::write)
                .build();
    }

    /** Restarts the engine after a pause, like a container orchestrator. */
    private void run() {
        try {
            for (int i = 0; i < MAX_RESTARTS; i++) {
                engine.run(); // returns when the engine is closed, and when it has failed
                if (closing.await(RESTART_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
                engine = engine();
            }
            probe.failed(new IllegalStateException("Debezium failed " + MAX_RESTARTS + " times"));
        } catch (InterruptedException e) {
            probe.failed(e);
        }
    }

    private void write(
            List<ChangeEvent<String, String>> events,
            DebeziumEngine.RecordCommitter<ChangeEvent<String, String>> committer)
            throws InterruptedException {
        events.forEach(event -> producer.send(new ProducerRecord<>(topic, 0, event.key(), event.value())));
        producer.flush();
        for (ChangeEvent<String, String> event : events) {
            committer.markProcessed(event);
        }
        committer.markBatchFinished();
    }

    @Override
    public void close() throws InterruptedException {
        closing.countDown();
        while (thread.isAlive()) {
            try {
                engine.close();
            } catch (IOException | IllegalStateException e) {
                // the engine may be starting or ending, so the loop tries again until the thread has ended
            }
            thread.join(200);
        }
        producer.close();
    }
}
