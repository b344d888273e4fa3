// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.SysbenchProcess;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the published sysbench command lines of the CDC node test. The tester must write the same binlog events as sysbench. */
@RequiresDocker
@Timeout(180)
final class MySqlSysbenchFileIT {

    private static final int TRANSACTIONS = 200;

    @TempDir
    private Path directory;

    private Path writeOptionFile(Endpoint endpoint) throws IOException {
        return Files.writeString(directory.resolve("sysb.conf"), """
                # as sysbench reads it
                mysql-host='%s'
                mysql-port='%d'
                mysql-user='%s'
                mysql-password='%s'
                mysql-db='%s'
                db-driver='mysql'
                percentile='95'
                histogram='on'
                report-interval='1'
                time='60'
                rand-type='uniform'
                """.formatted(
                        endpoint.host().replace("localhost", "127.0.0.1"),
                        endpoint.port(),
                        endpoint.user(),
                        endpoint.password().reveal(),
                        endpoint.database()));
    }

    private List<String> arguments(Path file, String test, String command) {
        List<String> arguments = new ArrayList<>(List.of("--config-file=" + file, "--db-ps-mode=disable"));
        arguments.addAll(List.of("--mysql-ignore-errors=all", "--tables=2", "--table-size=500", "--threads=1"));
        arguments.add("--events=" + TRANSACTIONS);
        if (test.equals("oltp_insert")) {
            arguments.add("--skip-trx=on");
        }
        arguments.addAll(List.of(test, command));
        return arguments;
    }

    @ParameterizedTest
    @ValueSource(strings = {"oltp_insert", "oltp_write_only"})
    void writesSameBinlogAsSysbench(String test) throws Exception {
        SysbenchProcess.assumeInstalled();
        try (TestServer server = MySqlTestServer.shared()) {
            Path file = writeOptionFile(server.endpoint());
            sysbench(arguments(file, test, "prepare"));
            String sysbenchLogFile = startNewBinlogFile(server);
            sysbench(arguments(file, test, "run"));
            Map<String, Long> sysbenchEvents = eventCounts(server, sysbenchLogFile);
            String testerLogFile = startNewBinlogFile(server);
            List<String> testerArguments = arguments(file, test, "run");
            testerArguments.addAll(List.of("--warmup-time=0", "--force"));
            try (CliCall call = CliCall.of(testerArguments.toArray(String[]::new))) {
                assertThat(call.exitCode()).as(call.out() + call.err()).isZero();
            }
            assertThat(eventCounts(server, testerLogFile)).isEqualTo(sysbenchEvents);
            sysbench(arguments(file, test, "cleanup"));
        }
    }

    private static void sysbench(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sysbench"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    private static String startNewBinlogFile(TestServer server) {
        server.execute("FLUSH BINARY LOGS");
        return server.queryRows(server.logStatusStatement()).get(0).get(0);
    }

    /** Excludes heartbeats, which use another table. */
    private static Map<String, Long> eventCounts(TestServer server, String file) {
        Map<String, Long> counts = new TreeMap<>();
        List<List<String>> transaction = new ArrayList<>();
        for (List<String> event : server.queryRows("SHOW BINLOG EVENTS IN '" + file + "'")) {
            if (event.get(2).equals("Gtid")) {
                transaction.clear();
            }
            transaction.add(event);
            boolean isOfLoad = transaction.stream()
                    .anyMatch(loggedEvent -> loggedEvent.get(2).equals("Table_map")
                            && loggedEvent.get(5).contains(".sbtest"));
            if (event.get(2).equals("Xid") && isOfLoad) {
                counts.merge("transactions", 1L, Long::sum);
                for (List<String> loggedEvent : transaction) {
                    counts.merge(loggedEvent.get(2), 1L, Long::sum);
                    counts.merge(
                            "bytes",
                            Long.parseLong(loggedEvent.get(4)) - Long.parseLong(loggedEvent.get(1)),
                            Long::sum);
                }
            }
        }
        assertThat(counts).containsEntry("transactions", (long) TRANSACTIONS);
        return counts;
    }
}
