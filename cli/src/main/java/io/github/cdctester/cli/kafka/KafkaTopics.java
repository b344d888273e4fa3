// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.kafka;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec.Topics;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.consumer.ReadingSource;
import io.github.cdctester.internal.consumer.TopicSource;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads all partitions of Kafka topics from their ends at the start of the run. Measured delays include the time in Kafka. Without
 * worker nodes, no consumer group is used, so nothing remains on the broker.
 */
public final class KafkaTopics extends ReadingSource implements TopicSource {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(100);
    private static final int MAX_LISTED_TOPICS = 5;
    private static final String TOPICS = "topics";
    private static final String READ_COMMITTED = "read_committed";

    private final String servers;
    private final List<String> topics;
    private final Map<String, String> settings = new HashMap<>();
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile long readCount;
    private List<TopicPartition> assignedPartitions = List.of();
    private boolean isReading;
    private @Nullable ConsumerProbe probeOfNodes;
    private @Nullable String groupDeletionFailure;

    /** {@code servers}: {@code HOST:PORT} of brokers, separated by commas. */
    public KafkaTopics(String servers, List<String> topics, Map<String, String> properties) {
        this.servers = servers;
        this.topics = List.copyOf(topics);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "cdc-tester");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED); // excludes records of aborted transactions
        settings.putAll(properties);
    }

    @Override
    public int partitions() {
        return assignedPartitions.size();
    }

    /** {@code nodesProbe} is the consumer's probe if worker nodes read the topics. The end offsets are then stored in a consumer group. */
    @Override
    public void open(@Nullable ConsumerProbe nodesProbe) {
        probeOfNodes = nodesProbe;
        if (nodesProbe != null) {
            settings.put(TOPICS, String.join(",", topics));
            settings.put(ConsumerConfig.GROUP_ID_CONFIG, "cdc-tester-" + UUID.randomUUID());
        }
        KafkaConsumer<byte[], byte[]> kafkaConsumer = createConsumer();
        try {
            List<TopicPartition> partitionList = findPartitions(kafkaConsumer);
            kafkaConsumer.assign(partitionList);
            kafkaConsumer.seekToEnd(partitionList);
            Map<TopicPartition, OffsetAndMetadata> endOffsets =
                    new HashMap<>(); // position() queries the offsets now; poll() would query them later
            partitionList.forEach(partition ->
                    endOffsets.put(partition, new OffsetAndMetadata(kafkaConsumer.position(partition, TIMEOUT))));
            if (nodesProbe != null) {
                kafkaConsumer.commitSync(endOffsets, TIMEOUT); // otherwise group members would start later
            }
            assignedPartitions = partitionList;
            consumer = kafkaConsumer;
        } catch (KafkaException | RunFailedException e) {
            kafkaConsumer.close();
            throw e instanceof KafkaException failure ? openFailure(failure) : e;
        }
    }

    RunFailedException openFailure(KafkaException e) {
        String reason = e instanceof TimeoutException
                ? "no broker at " + servers + " answered within " + TIMEOUT.toSeconds() + " s: "
                : servers + ": ";
        return new RunFailedException("Kafka: " + reason + e.getMessage(), e);
    }

    private KafkaConsumer<byte[], byte[]> createConsumer() {
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        try {
            return createClient(settings);
        } catch (ConfigException e) {
            throw new RunFailedException("--bootstrap-servers or --kafka-property: " + e.getMessage(), e);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new RunFailedException("--bootstrap-servers " + servers + ": " + cause.getMessage(), e);
        }
    }

    private static KafkaConsumer<byte[], byte[]> createClient(Map<String, String> settings) {
        Map<String, Object> allSettings = new HashMap<>(settings);
        return new KafkaConsumer<>(allSettings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    protected Optional<String> remarkOnVerdict() {
        if (!READ_COMMITTED.equals(settings.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG))) {
            return Optional.empty();
        }
        Map<String, String> allSettings = new HashMap<>(settings);
        allSettings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        try (KafkaConsumer<byte[], byte[]> committedReader = createClient(allSettings)) {
            allSettings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
            try (KafkaConsumer<byte[], byte[]> uncommittedReader = createClient(allSettings)) {
                Map<TopicPartition, Long> lastStableOffsets = committedReader.endOffsets(assignedPartitions, TIMEOUT);
                return uncommittedReader.endOffsets(assignedPartitions, TIMEOUT).entrySet().stream()
                        .filter(end -> end.getValue() > lastStableOffsets.get(end.getKey()))
                        .map(end -> "partition " + end.getKey() + " ends at offset " + end.getValue()
                                + ", beyond the last stable offset " + lastStableOffsets.get(end.getKey())
                                + ": a Kafka transaction is open, and its records cannot be read")
                        .findFirst();
            }
        } catch (KafkaException e) {
            return Optional.of("it is not known whether Kafka transactions are open: " + e.getMessage());
        }
    }

    private List<TopicPartition> findPartitions(KafkaConsumer<byte[], byte[]> kafkaConsumer) {
        Map<String, List<PartitionInfo>> partitionsByTopic = kafkaConsumer.listTopics(TIMEOUT);
        List<TopicPartition> partitionList = new ArrayList<>();
        for (String topic : topics) {
            List<PartitionInfo> partitionInfos = partitionsByTopic.get(topic);
            if (partitionInfos == null) {
                throw new RunFailedException("Kafka: there is no topic " + topic + " at " + servers + ", "
                        + availableTopicsText(partitionsByTopic.keySet())
                        + "; let the consumer write, or create the topic, before this command");
            }
            partitionInfos.forEach(info -> partitionList.add(new TopicPartition(info.topic(), info.partition())));
        }
        return partitionList;
    }

    private static String availableTopicsText(Set<String> names) {
        if (names.isEmpty()) {
            return "which has no topics";
        }
        String listedTopics =
                new TreeSet<>(names).stream().limit(MAX_LISTED_TOPICS).collect(Collectors.joining(", "));
        return "but " + listedTopics
                + (names.size() <= MAX_LISTED_TOPICS ? "" : " and " + (names.size() - MAX_LISTED_TOPICS) + " more");
    }

    @Override
    public void start(ConsumerLines lines) {
        if (consumer == null) {
            open(null);
        }
        if (probeOfNodes != null) {
            lines.remark(this::remarkOnVerdict);
            JudgedProbe.of(probeOfNodes).nodesSource(Map.copyOf(settings));
            return;
        }
        KafkaConsumer<byte[], byte[]> kafkaConsumer = Objects.requireNonNull(consumer);
        isReading = true;
        start("kafka", lines, () -> {
            try (kafkaConsumer) {
                while (!isClosing()) {
                    passRecords(kafkaConsumer.poll(POLL_TIMEOUT), lines);
                }
            }
        });
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes it
    private void passRecords(ConsumerRecords<byte[], byte[]> polledRecords, ConsumerLines lines) {
        for (ConsumerRecord<byte[], byte[]> record : polledRecords) {
            lines.message(record.topic(), text(record.key()), text(record.value()), record.timestamp());
        }
        readCount += polledRecords.count();
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
    protected Optional<String> remarkAfterReading() {
        if (groupDeletionFailure != null || probeOfNodes != null) {
            return Optional.ofNullable(groupDeletionFailure);
        }
        return readCount == 0 ? Optional.of("nothing was written to " + name() + " during the run") : Optional.empty();
    }

    @Override
    public void close() {
        if (consumer != null && !isReading) {
            consumer.close();
        }
        String group = settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        if (consumer != null && group != null) {
            try (Admin admin = Admin.create(new HashMap<>(settings))) {
                KafkaFuture<Void> deletion =
                        admin.deleteConsumerGroups(List.of(group)).all();
                deletion.toCompletionStage().toCompletableFuture().join();
            } catch (KafkaException | CompletionException e) {
                groupDeletionFailure = "the consumer group " + group + " is left at " + servers + ": " + e.getMessage();
            }
        }
        super.close();
    }

    public static final class Sources implements TopicSource.Provider {
        @Override
        public TopicSource of(Topics topics) {
            return new KafkaTopics(topics.servers(), topics.topics(), topics.properties());
        }
    }

    /** Reads topics on a worker node, as a member of the consumer group. */
    public static final class TopicReader implements GroupReader {
        @Override
        public void read(Map<String, String> source, LineReceiver receiver) throws InterruptedException {
            Map<String, String> allSettings = new HashMap<>();
            allSettings.put(
                    ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "6000"); // the minimum that brokers allow by default
            allSettings.put(
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"); // for partitions created during the run
            allSettings.putAll(source);
            try (KafkaConsumer<byte[], byte[]> groupMember = createClient(allSettings)) {
                groupMember.subscribe(List.of(source.getOrDefault(TOPICS, "").split(",")));
                Map<String, List<ReportedLine>> lines = new HashMap<>();
                while (receiver.receive(lines, groupMember.groupMetadata().generationId() > 0)) {
                    try {
                        if (!lines.isEmpty()) {
                            groupMember.commitSync();
                        }
                    } catch (CommitFailedException | RebalanceInProgressException e) {
                        lines.clear(); // another member reads these records again; the coordinator drops duplicates
                    }
                    lines.clear();
                    for (ConsumerRecord<byte[], byte[]> record : groupMember.poll(POLL_TIMEOUT)) {
                        lines.computeIfAbsent(record.topic() + "-" + record.partition(), key -> new ArrayList<>())
                                .add(new ReportedLine(record.offset(), text(record.key()), text(record.value())));
                    }
                }
            }
        }
    }
}
