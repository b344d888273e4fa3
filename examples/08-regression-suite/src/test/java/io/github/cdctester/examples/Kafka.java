// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.testcontainers.kafka.KafkaContainer;

/** Has one partition, on a broker in a new container or on the broker at {@code KAFKA_BOOTSTRAP_SERVERS}. */
record Kafka(String bootstrapServers, String topic, AutoCloseable broker) implements AutoCloseable {

    static Kafka start() throws Exception {
        String externalServers = System.getenv("KAFKA_BOOTSTRAP_SERVERS");
        if (externalServers != null) {
            return new Kafka(externalServers, "changes-" + System.nanoTime(), () -> {}).createTopic();
        }
        KafkaContainer container = new KafkaContainer("apache/kafka:4.1.1");
        container.start();
        return new Kafka(container.getBootstrapServers(), "changes", container).createTopic();
    }

    private Kafka createTopic() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
        return this;
    }

    @Override
    public void close() throws Exception {
        try (broker;
                Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }
}
