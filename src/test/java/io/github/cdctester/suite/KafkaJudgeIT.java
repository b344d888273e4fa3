// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.KafkaBroker;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Judges a consumer by the contents of its topics, on a real Kafka broker. */
@Timeout(180)
final class KafkaJudgeIT extends ServerContract {

    /**
     * One Kafka transaction per line takes much CPU time. There are 50 heartbeats per second, so at an equal rate each tenth line could
     * always be a heartbeat.
     */
    private static final String SLOW_RATE = "--rate=30";

    @TempDir
    static Path kafkaDirectory;

    private KafkaBroker broker;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeAll
    void startBroker() {
        broker = KafkaBroker.start(kafkaDirectory);
    }

    @AfterAll
    void stopBroker() {
        broker.close();
    }

    private CliCall judge(String... options) {
        List<String> arguments = new ArrayList<>(List.of("judge", "--bootstrap-servers=" + broker.address()));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--workload=oltp_write_only", "--tables=2", "--table-size=200", "--threads=2"));
        arguments.addAll(List.of("--prepare", "--cleanup", "--time=2", "--json"));
        if (arguments.stream().noneMatch(option -> option.startsWith("--rate"))) {
            arguments.add("--rate=200");
        }
        if (arguments.stream().noneMatch(option -> option.startsWith("--drain-timeout"))) {
            arguments.add("--drain-timeout=60");
        }
        if (arguments.stream().noneMatch(option -> option.startsWith("--warmup-time"))) {
            arguments.add("--warmup-time=2");
        }
        return CommandLines.call(server, arguments.toArray(String[]::new));
    }

    /** All messages of a row have the same key, so they stay in order. */
    private ConnectorConsumer writeToTopic(String topic, KafkaProducer<String, String> producer, Identity identity) {
        String separator = identity == Identity.ROW ? "," : "-";
        return ReportPrinter.follow(
                server,
                identity,
                line -> producer.send(
                        new ProducerRecord<>(topic, line.substring(0, line.lastIndexOf(separator)), line)));
    }

    @Test
    void readsTopicFromItsEnd() {
        broker.createTopic("transactions", 1);
        try (KafkaProducer<String, String> producer = broker.producer()) {
            producer.send(new ProducerRecord<>("transactions", "no transaction, and from before"));
            producer.flush();
            try (ConnectorConsumer consumer = writeToTopic("transactions", producer, Identity.GTID);
                    CliCall cli = judge("--from-kafka=transactions")) {
                assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
                assertThat(consumer).isNotNull();
                assertThat(cli.out()).contains("\"identity\" : \"GTID\"", "\"delivery\" : \"EXACTLY_ONCE\"");
                assertThat(remarks(cli)).hasSize(1);
            }
        }
    }

    @Test
    void acceptsRowsInSeveralPartitions() {
        broker.createTopic("rows", 3);
        try (KafkaProducer<String, String> producer = broker.producer();
                ConnectorConsumer consumer = writeToTopic("rows", producer, Identity.ROW);
                CliCall cli = judge("--from-kafka=rows", "--stamp=on")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumer).isNotNull();
            assertThat(cli.out()).contains("\"identity\" : \"ROW\"", "\"delivery\" : \"EXACTLY_ONCE\"");
        }
    }

    private static void commit(KafkaProducer<String, String> producer, String topic, String line) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, line));
        producer.commitTransaction();
    }

    private static void abort(KafkaProducer<String, String> producer, String topic, String line) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, line));
        producer.flush();
        producer.abortTransaction();
    }

    @Test
    void ignoresAbortedRecords() {
        for (boolean isWrittenAgain : new boolean[] {false, true}) {
            String topic = "aborted-" + isWrittenAgain;
            broker.createTopic(topic, 1);
            AtomicInteger lines = new AtomicInteger();
            try (KafkaProducer<String, String> producer = broker.transactionalProducer(topic);
                    ConnectorConsumer consumer = ReportPrinter.follow(server, Identity.GTID, line -> {
                        boolean isAborted = lines.incrementAndGet() % 10 == 0;
                        if (isAborted) {
                            abort(producer, topic, line);
                        }
                        if (!isAborted || isWrittenAgain) {
                            commit(producer, topic, line);
                        }
                    });
                    CliCall cli = judge("--from-kafka=" + topic, SLOW_RATE)) {
                assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(isWrittenAgain ? 0 : 3);
                assertThat(consumer).isNotNull();
                assertThat(cli.out())
                        .contains(
                                isWrittenAgain ? "\"delivery\" : \"EXACTLY_ONCE\"" : "\"delivery\" : \"AT_MOST_ONCE\"");
            }
        }
    }

    @Test
    void reportsOpenTransactionAsReason() {
        broker.createTopic("open", 1);
        AtomicInteger lines = new AtomicInteger();
        try (KafkaProducer<String, String> producer = broker.transactionalProducer("open");
                ConnectorConsumer consumer = ReportPrinter.follow(server, Identity.GTID, line -> {
                    int number = lines.incrementAndGet();
                    if (number < 20) {
                        commit(producer, "open", line);
                        return;
                    }
                    if (number == 20) {
                        producer.beginTransaction();
                    }
                    producer.send(new ProducerRecord<>("open", line));
                });
                CliCall cli = judge("--from-kafka=open", SLOW_RATE, "--drain-timeout=5")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumer).isNotNull();
            assertThat(cli.out())
                    .containsPattern(
                            "partition open-0 ends at offset \\d+, beyond the last stable offset \\d+: a Kafka");
        }
    }

    private static String subscribersOption(List<WorkerProcess> nodes) {
        return "--subscribers=" + nodes.stream().map(WorkerProcess::address).collect(Collectors.joining(","));
    }

    /** The consumer group must be deleted. */
    private void assertReadByAllNodes(List<WorkerProcess> nodes, CliCall cli) {
        for (WorkerProcess node : nodes) {
            assertThat(cli.out())
                    .containsPattern("worker " + Pattern.quote(node.address()) + " read [1-9][\\d,]* lines?");
        }
        assertThat(broker.groups()).isEmpty();
    }

    @Test
    @Nightly
    void nodesReadAsOneGroup(@TempDir Path directory) {
        broker.createTopic("shared", 4);
        Path secret = WorkerProcess.newSecret(directory);
        List<WorkerProcess> nodes = WorkerProcess.start(2, directory, secret);
        try (KafkaProducer<String, String> producer = broker.producer();
                ConnectorConsumer consumer = writeToTopic("shared", producer, Identity.ROW);
                CliCall cli = judge(
                        "--from-kafka=shared", "--stamp=on", subscribersOption(nodes), "--secret-file=" + secret)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumer).isNotNull();
            assertThat(cli.out()).contains("\"identity\" : \"ROW\"", "\"delivery\" : \"EXACTLY_ONCE\"");
            assertReadByAllNodes(nodes, cli);
        } finally {
            nodes.forEach(WorkerProcess::close);
        }
    }

    @Test
    @Nightly
    void otherNodesContinueIfNodeIsKilled(@TempDir Path directory) {
        broker.createTopic("kept", 4);
        Path secret = WorkerProcess.newSecret(directory);
        List<WorkerProcess> nodes = WorkerProcess.start(2, directory, secret);
        String subscribersOption = subscribersOption(nodes);
        AtomicInteger lines = new AtomicInteger();
        AtomicBoolean isKilled = new AtomicBoolean();
        try (KafkaProducer<String, String> producer = broker.producer();
                ConnectorConsumer consumer = ReportPrinter.follow(server, Identity.ROW, line -> {
                    producer.send(new ProducerRecord<>("kept", line.substring(0, line.lastIndexOf(",")), line));
                    boolean shouldCheck = lines.incrementAndGet() % 50 == 0; // the run has about 6,500 lines
                    if (shouldCheck && !isKilled.get() && broker.partitionsReadByGroups() == 4) {
                        nodes.get(0).process().kill();
                        isKilled.set(true);
                    }
                });
                CliCall cli = judge(
                        "--from-kafka=kept",
                        "--stamp=on",
                        subscribersOption,
                        "--secret-file=" + secret,
                        "--warmup-time=8", // the node is killed during the warm-up
                        "--tolerate-worker-loss")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumer).isNotNull();
            assertThat(isKilled).as("the group had begun, of %s lines", lines).isTrue();
            assertThat(cli.out()).contains("\"delivery\" : \"EXACTLY_ONCE\"").containsPattern("\"lost\" : \"worker ");
            assertReadByAllNodes(nodes, cli);
        } finally {
            nodes.forEach(WorkerProcess::close);
        }
    }

    @Test
    void reportsMissingTopic() {
        broker.createTopic("other", 1);
        try (CliCall cli = judge("--from-kafka=nosuch")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(remarks(cli))
                    .singleElement()
                    .asString()
                    .contains("Kafka: there is no topic nosuch at " + broker.address(), "other");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void rejectsTransactionsInSeveralPartitions() {
        broker.createTopic("spread", 2);
        try (CliCall cli = judge("--from-kafka=spread", "--identity=gtid")) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err())
                    .contains(
                            "--identity: gtid, must be row, with stamped rows (--stamp=on): several partitions do not keep the order of the log");
        }
    }

    @Test
    void reportsUnreachableBroker() {
        try (CliCall cli = CommandLines.call(server, "judge", "--from-kafka=t", "--bootstrap-servers=127.0.0.1:1")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(remarks(cli)).singleElement().asString().contains("Kafka: no broker at 127.0.0.1:1 answered");
        }
        try (CliCall cli = judge("--from-kafka=t", "--kafka-property=security.protocol=NONE")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(remarks(cli)).singleElement().asString().contains("security.protocol");
        }
    }

    private static List<String> remarks(CliCall cli) {
        return cli.errLines().stream()
                .filter(line -> line.startsWith("cdc-tester: "))
                .toList();
    }
}
