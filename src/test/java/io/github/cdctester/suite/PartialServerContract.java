// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.fault.PartialServer;
import io.github.cdctester.suite.fault.PartialServer.MissingFeature;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.DumpThreads;
import io.github.cdctester.suite.server.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
abstract class PartialServerContract extends ServerContract {

    /** Servers reject unknown statements and variables with these codes. */
    private static final List<Integer> ERROR_CODES = List.of(1193, 1105, 1064, 1047);

    private static final int COM_BINLOG_DUMP = 0x12;
    private static final int COM_REGISTER_SLAVE = 0x15;

    /** The tester queries each variable in a separate statement, and {@code global.gtid_mode} only on some servers. */
    private static final List<String> VARIABLES = List.of(
            "version",
            "version_comment",
            "server_uuid",
            "server_id",
            "hostname",
            "global.log_bin",
            "global.binlog_format",
            "global.binlog_row_image",
            "global.binlog_checksum",
            "global.gtid_mode",
            "global.gtid_executed",
            "global.gtid_binlog_pos",
            "global.binlog_transaction_compression",
            "global.log_bin_compress",
            "global.net_buffer_length",
            "global.sync_binlog",
            "global.innodb_flush_log_at_trx_commit",
            "global.innodb_buffer_pool_size");

    private final Map<String, MissingFeature> missingFeatures = new LinkedHashMap<>();

    PartialServerContract() {
        missingFeatures.put("REGISTER_SLAVE", (command, sql) -> command == COM_REGISTER_SLAVE);
        rejectStatement("SHOW BINARY LOGS", "SHOW BINARY LOGS.*");
        rejectStatement("the end of the log", "SHOW (MASTER|BINARY LOG) STATUS.*");
        rejectStatement("SHOW BINLOG EVENTS", "(SHOW BINLOG EVENTS|SELECT BINLOG_GTID_POS).*");
        rejectStatement("SHOW GLOBAL VARIABLES", "SHOW GLOBAL VARIABLES");
        rejectStatement("checksum negotiation", "SET @master_binlog_checksum.*");
        rejectStatement("heartbeats", "SET @master_heartbeat_period.*");
        rejectStatement("identities", "SET @slave_uuid.*");
        rejectStatement("capability", "SET @mariadb_slave_capability.*");
        rejectStatement("net_write_timeout", "SET SESSION net_write_timeout.*");
        rejectStatement("time zones", "SET time_zone.*");
        rejectStatement("time", "SELECT UNIX_TIMESTAMP.*");
        rejectStatement("KILL", "KILL.*");
        rejectStatement(
                "each variable",
                "SELECT @@("
                        + VARIABLES.stream()
                                .filter(name -> !name.matches("global.gtid_(executed|binlog_pos)"))
                                .collect(Collectors.joining("|"))
                        + ")");
        VARIABLES.forEach(name -> rejectStatement("@@" + name, "SELECT @@" + name.replace(".", "\\.")));
        if (supportsDumpByGtids()) {
            missingFeatures.put("COM_BINLOG_DUMP", (command, sql) -> command == COM_BINLOG_DUMP);
        }
    }

    private void rejectStatement(String name, String pattern) {
        missingFeatures.put(name, (command, sql) -> sql.matches(pattern));
    }

    abstract boolean supportsDumpByGtids();

    @ParameterizedTest
    @MethodSource("fewCombinations")
    void runIsLosslessWithoutFeature(String feature, int code) throws IOException {
        try (PartialServer partial = PartialServer.inFrontOf(server.endpoint(), missingFeatures.get(feature), code)) {
            assertLossless(feature, call(partial, loadArguments("run")));
        }
    }

    static Stream<Object[]> fewCombinations() {
        return Stream.of(
                new Object[] {"SHOW BINARY LOGS", 1105},
                new Object[] {"the end of the log", 1047},
                new Object[] {"each variable", 1064});
    }

    @ParameterizedTest
    @ValueSource(ints = {4031, 1317})
    void retriesAfterConnectionError(int code) throws IOException {
        AtomicInteger queries = new AtomicInteger();
        // the first two queries succeed: one of them belongs to the pre-flight checks, which do not retry
        MissingFeature everySecondQuery = (command, sql) -> sql.matches("SHOW (MASTER|BINARY LOG) STATUS.*")
                && queries.incrementAndGet() > 2
                && queries.get() % 2 == 0;
        try (PartialServer partial = PartialServer.inFrontOf(server.endpoint(), everySecondQuery, code)) {
            assertLossless("error " + code, call(partial, loadArguments("run")));
            assertThat(partial.rejectedCount()).isPositive();
        }
    }

    @Test
    @Nightly
    @Timeout(900)
    void eachCommandToleratesEachMissingFeature(@TempDir Path directory) throws IOException {
        int number = 0;
        for (Map.Entry<String, MissingFeature> feature : missingFeatures.entrySet()) {
            int code = ERROR_CODES.get(number++ % ERROR_CODES.size());
            String checksums = feature.getKey().startsWith("checksum") ? "NONE" : "CRC32";
            DumpThreads.killAll(server); // the server cannot purge files that dump threads read
            server.execute("SET GLOBAL binlog_checksum = " + checksums, "FLUSH BINARY LOGS");
            Eventually.assertThat(
                    Duration.ofSeconds(30),
                    () -> {
                        server.execute("PURGE BINARY LOGS BEFORE NOW() + INTERVAL 1 MINUTE");
                        return server.queryRows("SHOW BINARY LOGS").size();
                    },
                    files -> files == 1);
            try (PartialServer partial = PartialServer.inFrontOf(server.endpoint(), feature.getValue(), code)) {
                runEachCommand(
                        partial, Files.createDirectory(directory.resolve("" + number)), feature.getKey() + " " + code);
            }
        }
        server.execute("SET GLOBAL binlog_checksum = CRC32");
    }

    @Test
    @Nightly
    void acceptsEachErrorCodeForMissingVariables(@TempDir Path directory) throws IOException {
        for (int code : ERROR_CODES) {
            try (PartialServer partial =
                    PartialServer.inFrontOf(server.endpoint(), missingFeatures.get("each variable"), code)) {
                runEachCommand(partial, Files.createDirectory(directory.resolve("" + code)), "each variable " + code);
            }
        }
    }

    private void runEachCommand(PartialServer partial, Path directory, String description) throws IOException {
        assertLossless(description, call(partial, loadArguments("run")));
        assertSucceeds(description, call(partial, "subscribe", "--time=1"));
        assertSucceeds(description, call(partial, "drain", "--from=earliest"));
        assertSucceeds(
                description,
                call(partial, "record", "--from=earliest", "--time=1", "--out=" + directory.resolve("log")));
        Path lines = Files.createFile(directory.resolve("lines.txt"));
        try (ConnectorConsumer consumer = ReportPrinter.follow(
                server, Identity.ROW, line -> Files.writeString(lines, line + "\n", StandardOpenOption.APPEND))) {
            assertThat(consumer).isNotNull();
            assertSucceeds(description, call(partial, loadArguments("judge", "--stamp=on", "--from-file=" + lines)));
        }
    }

    private static void assertLossless(String description, CliCall run) {
        assertSucceeds(description, run);
        assertThat(run.out()).contains("LOSSLESS");
    }

    private static void assertSucceeds(String description, CliCall call) {
        assertThat(call.exitCode())
                .as(description + "\n" + call.out() + call.err())
                .isZero();
    }

    private static String[] loadArguments(String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(
                "--workload=oltp_write_only",
                "--tables=1",
                "--table-size=100",
                "--threads=2",
                "--rate=100",
                "--time=1",
                "--prepare",
                "--cleanup"));
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    private CliCall call(PartialServer partial, String... arguments) {
        List<String> fullCommand = new ArrayList<>(List.of(arguments));
        fullCommand.addAll(List.of(
                "--host=127.0.0.1",
                "--port=" + partial.port(),
                "--user=" + server.endpoint().user(),
                "--password=" + server.endpoint().password().reveal(),
                "--ssl-mode=DISABLED"));
        if (!arguments[0].matches("subscribe|drain|record")) {
            fullCommand.add("--database=" + server.endpoint().database());
        }
        return CliCall.of(fullCommand.toArray(String[]::new));
    }
}
