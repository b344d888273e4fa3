// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the topic like an ordinary client, and reports each message to the judge. */
final class TopicReader implements AutoCloseable {

    private final CountDownLatch received = new CountDownLatch(1);
    private final Kafka kafka;
    private final ConsumerLines judge;
    private final Thread thread = new Thread(this::read, "topic-reader");
    private volatile boolean closed;

    private TopicReader(Kafka kafka, ConsumerProbe probe) {
        this.kafka = kafka;
        judge = ConsumerLines.to(probe, Shape.DEFAULT.withFormat(Format.DEBEZIUM));
    }

    static TopicReader start(Kafka kafka, ConsumerProbe probe) {
        TopicReader reader = new TopicReader(kafka, probe);
        reader.thread.start();
        return reader;
    }

    private void read() {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "auto.offset.reset", "earliest");
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(kafka.topic(), 0)));
            while (!closed) {
                consumer.poll(Duration.ofMillis(100)).forEach(message -> {
                    judge.line(message.key(), message.value());
                    received.countDown();
                });
            }
        }
    }

    /** Returns false after the timeout. */
    boolean hasReceived(Duration timeout) throws InterruptedException {
        return received.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
