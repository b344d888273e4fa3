// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.suite.fault.HostileServerFaults;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks streams with invalid data. With a heap of 64 MB, the command must end in time, and report a problem that it detects. */
@Nightly
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
final class HostileStreamIT {

    private static final int MAX_LINE_LENGTH = 1_000;
    private static final int TRANSACTIONS = 10;

    private TestServer server;
    private String binlogFile;

    @BeforeAll
    void startServer() {
        server = EmbeddedTestServer.shared();
        server.execute(
                "CREATE TABLE t00000000 (id INT PRIMARY KEY AUTO_INCREMENT, pad VARCHAR(2000))", "FLUSH BINARY LOGS");
        binlogFile = server.queryRows(server.logStatusStatement()).get(0).get(0);
        for (int i = 0; i < TRANSACTIONS; i++) {
            server.execute("INSERT INTO t00000000 (pad) VALUES (REPEAT('p', 1000))");
        }
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("fatalLies")
    void endsWithOneLine(Lie lie, @TempDir Path directory) {
        try (FaultProxy proxy = faultyProxy(lie);
                CliProcess cli = subscribe(directory, proxy, 60)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
            assertOneLine(cli, proxy);
            assertThat(cli.err()).contains(lie.expectedMessage());
        }
    }

    static Stream<Named<Lie>> fatalLies() {
        Predicate<StreamEvent> rows = StreamEvent::isRows;
        return Stream.of(
                lie("a flipped bit", "checksum", StreamFaults.corrupt(rows, 3)),
                lie(
                        "a length of 1 GiB",
                        "an event of 1073741824 bytes",
                        HostileServerFaults.falseLength(rows, 3, 1 << 30)),
                lie("a length of 0", "an event of 0 bytes", HostileServerFaults.falseLength(rows, 3, 0)),
                lie("a length of 4 GiB", "an event of 4294967295 bytes", HostileServerFaults.falseLength(rows, 3, -1)),
                lie("an event that does not end", "not a binlog stream", HostileServerFaults.endlessPackets(rows, 3)),
                lie("packets without payload", "a packet of 0 bytes", HostileServerFaults.emptyPackets(rows, 3)),
                lie("garbage", "not a binlog stream", HostileServerFaults.garbage(rows, 3, 7)),
                lie("garbage in a frame", "checksum", HostileServerFaults.garbageBody(rows, 3, 7)),
                lie("an error with a long text", "error 1236: xxx", HostileServerFaults.error(rows, 3, 1236, 4_000)),
                lie("an error with a text of 15 MB", "", HostileServerFaults.error(rows, 3, 1236, 15_000_000)));
    }

    /** Checksums are not verified, so the exit code may be 0. */
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("undetectableLies")
    void endsInTime(Lie lie, @TempDir Path directory) {
        try (FaultProxy proxy = faultyProxy(lie);
                CliProcess cli = subscribe(directory, proxy, 2, "--row-counting=exact")) {
            int exitCode = cli.exitCode();
            assertThat(exitCode).as(cli.out() + cli.err()).isBetween(0, 1);
            if (exitCode == 1) {
                assertOneLine(cli, proxy);
            } else {
                assertThat(cli.err()).doesNotContain("Exception");
                assertThat(cli.out()).contains("TPS");
            }
        }
    }

    static Stream<Named<Lie>> undetectableLies() {
        List<Named<Lie>> lies = new ArrayList<>();
        Predicate<StreamEvent> gtid = StreamEvent::isGtid;
        Predicate<StreamEvent> table = event -> event.type() == StreamEvent.TABLE_MAP;
        Predicate<StreamEvent> xid = event -> event.type() == StreamEvent.XID;
        lies.add(lie(
                "a flood of heartbeats", "", HostileServerFaults.heartbeats(StreamEvent::isRows, 3, Long.MAX_VALUE)));
        lies.add(lie("a flood of tables", "", HostileServerFaults.endlessRepetition(table, 3)));
        lies.add(lie("a flood of rows", "", HostileServerFaults.endlessRepetition(StreamEvent::isRows, 3)));
        lies.add(lie("a flood of beginnings", "", HostileServerFaults.endlessRepetition(gtid, 3)));
        lies.add(lie("a flood of ends", "", HostileServerFaults.endlessRepetition(xid, 3)));
        for (int event = 2; event < 8; event++) {
            lies.add(lie(
                    "garbage in event " + event,
                    "",
                    HostileServerFaults.garbageBody(HostileServerFaults.anyEvent(), event, event)));
        }
        return lies.stream();
    }

    /** The heap has its normal size, and the result contains a note. */
    @Test
    void countsRowsOfManyTables(@TempDir Path directory) {
        StreamFault flood = HostileServerFaults.manyTables(TRANSACTIONS, 400_000, 8);
        try (FaultProxy proxy = faultyProxy(new Lie(flood, ""));
                CliProcess cli = command(directory, proxy, "subscribe", "--time=8", "--row-counting=exact", "--json")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("\"(other tables)\"").contains("TABLES_COUNTED_TOGETHER");
        }
    }

    @Test
    void learnsSomeOfManyTables(@TempDir Path directory) {
        StreamFault flood = HostileServerFaults.manyTables(TRANSACTIONS, 3_000_000, 8);
        try (FaultProxy proxy = faultyProxy(new Lie(flood, ""));
                CliProcess cli = command(
                        directory, proxy, "learn", "--time=20", "--workload-file=" + directory.resolve("w.yaml"))) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(directory.resolve("w.yaml")).isNotEmptyFile();
        }
    }

    private static void assertOneLine(CliProcess cli, FaultProxy proxy) {
        assertThat(cli.errLines()).as(cli.err()).hasSize(1);
        assertThat(cli.err())
                .startsWith("cdc-tester: ")
                .contains("127.0.0.1:" + proxy.port())
                .hasSizeLessThan(MAX_LINE_LENGTH)
                .doesNotContain("Exception");
    }

    private FaultProxy faultyProxy(Lie lie) {
        return FaultProxy.to("127.0.0.1", server.endpoint().port()).faults(FaultPlan.of(lie.fault()));
    }

    private CliProcess command(Path directory, FaultProxy proxy, String command, String... extraOptions) {
        List<String> options = new ArrayList<>(List.of(
                command,
                "--host=127.0.0.1",
                "--port=" + proxy.port(),
                "--user=" + server.endpoint().user(),
                "--ssl-mode=DISABLED",
                "--from=" + binlogFile + ":4"));
        options.addAll(List.of(extraOptions));
        return CliProcess.start(
                directory,
                CliProcess.JAVA_OPTIONS,
                Map.of("CDC_TESTER_PASSWORD", server.endpoint().password().reveal()),
                options.toArray(String[]::new));
    }

    private CliProcess subscribe(Path directory, FaultProxy proxy, int seconds, String... extraOptions) {
        List<String> options = new ArrayList<>(List.of(
                "subscribe",
                "--host=127.0.0.1",
                "--port=" + proxy.port(),
                "--user=" + server.endpoint().user(),
                "--ssl-mode=DISABLED",
                "--from=" + binlogFile + ":4",
                "--time=" + seconds));
        options.addAll(extraOptions.length == 0 ? List.of("--verify-checksums") : List.of(extraOptions));
        return CliProcess.start(
                directory,
                CliProcess.javaOptions("-Xmx64m"),
                Map.of("CDC_TESTER_PASSWORD", server.endpoint().password().reveal()),
                options.toArray(String[]::new));
    }

    /** The message is a part of the command's output. */
    record Lie(StreamFault fault, String expectedMessage) {}

    private static Named<Lie> lie(String name, String message, StreamFault fault) {
        return Named.of(name, new Lie(fault, message));
    }
}
