// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A Kafka broker in a separate process. The build of src/kafka writes its class path. */
public final class KafkaBroker implements AutoCloseable {

    private static final Path CLASS_PATH = Path.of("../kafka/target/class-path.txt");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String CLUSTER = "cdc-tester-suites-0000";
    private static final int TIMEOUT_MILLIS = 90_000;

    private final Process process;
    private final String address;
    private final Admin admin;

    private KafkaBroker(Process process, String address, Admin admin) {
        this.process = process;
        this.address = address;
        this.admin = admin;
    }

    /**
     * Returns when the broker answers.
     *
     * @param directory directory for all of the broker's files
     */
    public static KafkaBroker start(Path directory) {
        try {
            String address = "127.0.0.1:" + freePort();
            Path settingsFile = Files.writeString(directory.resolve("server.properties"), settings(directory, address));
            Process formatProcess =
                    exec(directory, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settingsFile.toString());
            if (formatProcess.waitFor() != 0) {
                throw new AssertionError(Files.readString(directory.resolve("log.txt")));
            }
            Process process = exec(directory, "kafka.Kafka", settingsFile.toString());
            Admin admin = Admin.create(Map.of(
                    "bootstrap.servers", address,
                    "default.api.timeout.ms", TIMEOUT_MILLIS,
                    "reconnect.backoff.max.ms", 100));
            KafkaBroker broker = new KafkaBroker(process, address, admin);
            try {
                admin.describeCluster().nodes().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
                return broker;
            } catch (Exception e) {
                broker.close();
                throw new AssertionError(Files.readString(directory.resolve("log.txt")), e);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String settings(Path directory, String address) throws IOException {
        String controller = "127.0.0.1:" + freePort();
        return """
                process.roles=broker,controller
                node.id=1
                listeners=PLAINTEXT://%1$s,CONTROLLER://%2$s
                advertised.listeners=PLAINTEXT://%1$s
                controller.listener.names=CONTROLLER
                controller.quorum.voters=1@%2$s
                log.dirs=%3$s
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=1
                group.initial.rebalance.delay.ms=0
                """.formatted(address, controller, directory.resolve("logs"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process exec(Path directory, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(JAVA, "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", Files.readString(CLASS_PATH).strip()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("log.txt").toFile()))
                .start();
    }

    public String address() {
        return address;
    }

    public void createTopic(String topic, int partitions) {
        try {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    public List<String> groups() {
        try {
            return admin.listGroups().all().get().stream()
                    .map(GroupListing::groupId)
                    .toList();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** A partition counts if its committed offset is above 0. */
    public long partitionsReadByGroups() {
        try {
            long partitions = 0;
            for (String group : groups()) {
                partitions +=
                        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                                .filter(stored -> stored != null && stored.offset() > 0)
                                .count();
            }
            return partitions;
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    public KafkaProducer<String, String> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", address, "linger.ms", 0), new StringSerializer(), new StringSerializer());
    }

    public KafkaProducer<String, String> transactionalProducer(String id) {
        KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", address, "linger.ms", 0, "transactional.id", id),
                new StringSerializer(),
                new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    @Override
    public void close() {
        admin.close(java.time.Duration.ZERO);
        process.destroyForcibly();
    }
}
