// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench.consumer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.mysql.table.StartupOptions;
import org.apache.flink.cdc.debezium.JsonDebeziumDeserializationSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Runs Flink CDC's source for MySQL in a cluster inside this process. Flink's own sink prints Debezium's JSON. There is
 * one slot and one checkpoint per second, and Flink restarts a failed job. The start position is an argument, because
 * Flink's query for the log's end does not exist in MySQL 9. After a restart of the process it continues after its last
 * checkpoint.
 *
 * <p>Arguments: the port, a directory for its checkpoints.
 */
final class FlinkConsumer {

    private FlinkConsumer() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]).toAbsolutePath();
        String[] place = Files.readString(directory.resolve("place")).strip().split(" ");
        Configuration configuration = new Configuration();
        configuration.setString("parallelism.default", "1");
        configuration.setString("execution.checkpointing.interval", "1 s");
        configuration.setString("execution.checkpointing.dir", directory.toUri().toString());
        configuration.setString("restart-strategy.type", "fixed-delay");
        configuration.setString("restart-strategy.fixed-delay.attempts", "100");
        configuration.setString("restart-strategy.fixed-delay.delay", "1 s");
        Properties jdbc = new Properties();
        jdbc.setProperty("useSSL", "false");
        jdbc.setProperty("allowPublicKeyRetrieval", "true");
        MySqlSource<String> source = MySqlSource.<String>builder()
                .hostname("127.0.0.1")
                .port(Integer.parseInt(arguments[0]))
                .username("bench")
                .password("")
                .databaseList("sbtest")
                .tableList("sbtest.*")
                .serverId("9105")
                .serverTimeZone("UTC")
                .jdbcProperties(jdbc)
                .startupOptions(StartupOptions.specificOffset(place[0], Long.parseLong(place[1])))
                .deserializer(new JsonDebeziumDeserializationSchema())
                .build();
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "mysql")
                .print();
        environment.execute("judged");
    }
}
