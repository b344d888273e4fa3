// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.kafka;

import io.github.cdctester.cli.source.ReadingSource;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Topics of Kafka that a consumer under test writes: all partitions, from the ends that they have at first, without a group,
 * so that nothing is left at the broker. Read like any consumer does, so the delay has Kafka in it.
 */
public final class KafkaTopics extends ReadingSource {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MOST_NAMES = 5;

    private final String servers;
    private final List<String> topics;
    private final Map<String, String> properties;
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile long records;
    private int partitions;
    private boolean isReading;

    /** Creates it; {@code servers} is where brokers listen: {@code HOST:PORT}, several with commas. */
    public KafkaTopics(String servers, List<String> topics, Map<String, String> properties) {
        this.servers = servers;
        this.topics = List.copyOf(topics);
        this.properties = Map.copyOf(properties);
    }

    /** Among how many partitions the lines are spread, which keep no order among each other; 0 before {@link #open}. */
    public int partitions() {
        return partitions;
    }

    /**
     * Finds the topics, and their ends.
     *
     * @throws RunFailedException if a broker or a topic is not there
     * @throws InvalidPlanException if the client refuses a property
     */
    public void open() {
        KafkaConsumer<byte[], byte[]> opened = create();
        try {
            List<TopicPartition> found = find(opened);
            opened.assign(found);
            opened.seekToEnd(found);
            found.forEach(partition -> opened.position(partition, PATIENCE)); // asks now, not at the first poll
            partitions = found.size();
            consumer = opened;
        } catch (KafkaException e) {
            opened.close();
            throw new RunFailedException(
                    "--from-kafka: no broker at " + servers + " answered within " + PATIENCE.toSeconds() + " s: "
                            + e.getMessage(),
                    e);
        } catch (RunFailedException e) {
            opened.close();
            throw e;
        }
    }

    private KafkaConsumer<byte[], byte[]> create() {
        Properties all = new Properties();
        all.put(ConsumerConfig.CLIENT_ID_CONFIG, "cdc-tester");
        all.putAll(properties);
        all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        try {
            return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (ConfigException e) {
            throw new RunFailedException("--bootstrap-servers or --kafka-property: " + e.getMessage(), e);
        } catch (KafkaException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new RunFailedException("--bootstrap-servers " + servers + ": " + why.getMessage(), e);
        }
    }

    private List<TopicPartition> find(KafkaConsumer<byte[], byte[]> opened) {
        Map<String, List<PartitionInfo>> known = opened.listTopics(PATIENCE);
        List<TopicPartition> found = new ArrayList<>();
        for (String topic : topics) {
            List<PartitionInfo> parts = known.get(topic);
            if (parts == null) {
                throw new RunFailedException(
                        "--from-kafka: there is no topic " + topic + " at " + servers + ", " + others(known.keySet())
                                + "; let the consumer write, or create the topic, before this command");
            }
            parts.forEach(part -> found.add(new TopicPartition(part.topic(), part.partition())));
        }
        return found;
    }

    private static String others(Set<String> names) {
        if (names.isEmpty()) {
            return "which has no topics";
        }
        String first = new TreeSet<>(names).stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return "but " + first + (names.size() <= MOST_NAMES ? "" : " and " + (names.size() - MOST_NAMES) + " more");
    }

    @Override
    public void begin(ConsumerLines lines) {
        if (consumer == null) {
            open();
        }
        KafkaConsumer<byte[], byte[]> opened = Objects.requireNonNull(consumer);
        isReading = true;
        start("kafka", () -> {
            try (opened) {
                while (!isClosing()) {
                    take(opened.poll(POLL), lines);
                }
            }
        });
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void take(ConsumerRecords<byte[], byte[]> polled, ConsumerLines lines) {
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            lines.line(text(record.key()), text(record.value()));
        }
        records += polled.count();
        lines.pause();
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
        return (topics.size() == 1 ? "topic " : "topics ") + String.join(", ", topics) + " at " + servers;
    }

    @Override
    protected Optional<String> remarkWhereRead() {
        return records == 0 ? Optional.of("nothing was written to " + name() + " during the run") : Optional.empty();
    }

    @Override
    public void close() {
        if (consumer != null && !isReading) {
            consumer.close();
        }
        super.close();
    }
}
