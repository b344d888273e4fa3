// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.containers.CdcContainer;
import io.github.cdctester.fault.FaultProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** MySQL, a network that can be broken, Debezium, Kafka, and the reader that reports to the judge. */
record Pipeline(CdcContainer mysql, FaultProxy network, ConsumerProbe probe, Deque<AutoCloseable> parts)
        implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    static Pipeline start(String image) throws Exception {
        Deque<AutoCloseable> parts = new ArrayDeque<>(); // the last part is closed first
        try {
            CdcContainer mysql = CdcContainer.mysql(image).withoutDurability();
            parts.push(mysql);
            Endpoint server = mysql.start().endpoint();
            FaultProxy network = FaultProxy.to(server.host(), server.port());
            parts.push(network);
            Kafka kafka = Kafka.start();
            parts.push(kafka);
            ConsumerProbe probe = ConsumerProbe.named("debezium").allowRepeats();
            TopicReader reader = TopicReader.start(kafka, probe);
            parts.push(reader);
            Path files = Files.createTempDirectory("debezium");
            parts.push(DebeziumToKafka.start(mysql.root(), network, kafka, probe, files));
            awaitStream(mysql.root(), reader);
            return new Pipeline(mysql, network, probe, parts);
        } catch (Exception | Error e) {
            close(parts);
            throw e;
        }
    }

    /** Debezium chooses its position in the binlog before the first change arrives. */
    private static void awaitStream(Endpoint server, TopicReader reader) throws Exception {
        String url = "jdbc:mysql://" + server.address() + "/" + server.database();
        long start = System.nanoTime();
        try (Connection connection = DriverManager.getConnection(
                        url, server.user(), server.password().reveal());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE marker (id INT AUTO_INCREMENT PRIMARY KEY)");
            do {
                if (System.nanoTime() - start > START_TIMEOUT.toNanos()) {
                    throw new IllegalStateException("no change arrived within " + START_TIMEOUT);
                }
                statement.execute("INSERT INTO marker VALUES ()");
            } while (!reader.hasReceived(Duration.ofMillis(200)));
        }
    }

    @Override
    public void close() throws Exception {
        close(parts);
    }

    private static void close(Deque<AutoCloseable> parts) throws Exception {
        while (!parts.isEmpty()) {
            parts.pop().close();
        }
    }
}
