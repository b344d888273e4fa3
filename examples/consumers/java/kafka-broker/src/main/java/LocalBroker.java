// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Runs one Kafka broker on the loopback interface, with topics of one partition. Prints {@code ready} when the topics
 * exist, and runs until the process ends.
 *
 * <p>Arguments: an empty directory, the port, and the topics.
 */
final class LocalBroker {

    private static final String CLUSTER = "cdc-tester-consumers00";
    private static final int TIMEOUT_SECONDS = 60;

    private LocalBroker() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        String address = "127.0.0.1:" + Integer.parseInt(arguments[1]);
        Path settings = Files.writeString(directory.resolve("server.properties"), settings(directory, address));
        format(settings, directory);
        Thread broker = new Thread(() -> kafka.Kafka.main(new String[] {settings.toString()}), "broker");
        broker.start();
        List<NewTopic> topics = Arrays.stream(arguments)
                .skip(2)
                .map(topic -> new NewTopic(topic, 1, (short) 1))
                .toList();
        try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", address))) {
            admin.createTopics(topics).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        System.out.println("ready");
        broker.join();
    }

    /** Formats the log directory in another process, because the tool ends its process with {@code System.exit}. */
    private static void format(Path settings, Path directory) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "kafka.tools.StorageTool",
                        "format",
                        "-t",
                        CLUSTER,
                        "-c",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("format.log").toFile())
                .start();
        if (tool.waitFor() != 0) {
            throw new IOException(Files.readString(directory.resolve("format.log")));
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
                auto.create.topics.enable=true
                offsets.topic.replication.factor=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                group.initial.rebalance.delay.ms=0
                """.formatted(address, controller, directory.resolve("logs"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
