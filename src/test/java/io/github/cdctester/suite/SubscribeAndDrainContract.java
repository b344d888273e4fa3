// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Checks that a read of an existing binlog counts every byte of every file. */
@Timeout(120)
abstract class SubscribeAndDrainContract extends ServerContract {

    private static final int TRANSACTIONS = 3_000;

    private String firstFile;

    @BeforeAll
    void writeBinlog() {
        RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(closedLoop(4))
                .window(new Window(Duration.ZERO, Duration.ZERO, TRANSACTIONS, Duration.ofSeconds(30)))
                .prepareFirst());
        firstFile = server.queryRows("SHOW BINARY LOGS").get(0).get(0);
    }

    private BinlogPosition binlogEnd() {
        List<String> end = server.queryRows(server.logStatusStatement()).get(0);
        return new BinlogPosition(end.get(0), Long.parseLong(end.get(1)));
    }

    private record BinlogPosition(String file, long position) {}

    /** MariaDB writes the Binlog_checkpoint of a file at any time, even during or after the read. */
    private void assertAllBytes(long bytes, BinlogPosition to, BinlogPosition endBefore) {
        BinlogPosition endNow = binlogEnd();
        assertThat(to.file()).isEqualTo(endBefore.file()).isEqualTo(endNow.file());
        assertThat(to.position()).isBetween(endBefore.position(), endNow.position());
        assertThat(bytes).isEqualTo(server.bytesBetween(firstFile, 4, to.file(), to.position()));
    }

    private void assertAllBytes(CdcSummary cdc, BinlogPosition endBefore) {
        assertAllBytes(cdc.bytes(), new BinlogPosition(cdc.to().file(), cdc.to().position()), endBefore);
    }

    private void assertAllBytes(JsonNode result, BinlogPosition endBefore) {
        JsonNode cdc = result.get("summary").get("cdc");
        JsonNode to = cdc.get("to");
        assertAllBytes(
                cdc.get("bytes").asLong(),
                new BinlogPosition(to.get("file").asString(), to.get("position").asLong()),
                endBefore);
    }

    @Test
    void drainReadsWholeBinlog() {
        BinlogPosition endBefore = binlogEnd();
        RunResult result = RoundTripChecks.drain(CdcTester.plan()
                .endpoint(server.endpoint())
                .subscriber(SubscriberSpec.DEFAULT.from(StartPosition.parse(firstFile + ":4"))));

        CdcSummary cdc = result.summary().cdc();
        assertAllBytes(cdc, endBefore);
        assertThat(cdc.transactions()).isGreaterThan(TRANSACTIONS);
        assertThat(cdc.from().position()).isEqualTo(4);
        assertThat(cdc.omittedBytes()).isZero();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.notes()).extracting(Note::code).contains(Code.DELAY_IS_AGE_OF_LOG);
    }

    @Test
    void countsRowsAndVerifiesChecksums() {
        BinlogPosition endBefore = binlogEnd();
        CdcSummary cdc = drain(SubscriberSpec.DEFAULT
                .from(StartPosition.parse("earliest"))
                .rowCounting(RowCounting.EXACT)
                .verifyChecksums(true));

        String database = server.endpoint().database();
        for (int table = 1; table <= 2; table++) {
            assertThat(cdc.rowsByTable().get(database + ".sbtest" + table))
                    .isEqualTo(Map.of(
                            CdcSummary.ChangeKind.INSERT, server.queryNumber("SELECT COUNT(*) FROM sbtest" + table)));
        }
        assertThat(cdc.rows())
                .isEqualTo(cdc.rowsByTable().values().stream()
                        .flatMap(kinds -> kinds.values().stream())
                        .mapToLong(Long::longValue)
                        .sum());
        assertThat(cdc.unknownRowEvents()).isZero();
        assertThat(cdc.rowCounting()).isEqualTo("exact");
        assertAllBytes(cdc, endBefore);
    }

    @Test
    void startAfterGtidsExcludesOnlyTheseGtids() {
        long allTransactions = drain(SubscriberSpec.DEFAULT.from(StartPosition.parse("earliest")))
                .transactions();
        CdcSummary afterGtids = drain(SubscriberSpec.DEFAULT.from(StartPosition.parse(firstGtids(10))));

        assertThat(afterGtids.transactions()).isEqualTo(allTransactions - 10);
        assertThat(afterGtids.omittedBytes()).isZero();
        assertThat(afterGtids.bytes())
                .isEqualTo(server.bytesBetween(
                        afterGtids.from().file(),
                        afterGtids.from().position(),
                        afterGtids.to().file(),
                        afterGtids.to().position()));
    }

    @Test
    void startAfterAllGtidsIsEndOfBinlog() {
        CdcSummary.Position end = drain(SubscriberSpec.DEFAULT.from(StartPosition.parse("earliest")))
                .to();
        CdcSummary emptyDrain = drain(SubscriberSpec.DEFAULT.from(StartPosition.parse(end.gtidSet())));

        assertThat(emptyDrain.transactions()).isZero();
        assertThat(emptyDrain.to().file()).isEqualTo(end.file());
        assertThat(emptyDrain.from()).isEqualTo(emptyDrain.to());
    }

    abstract String firstGtids(int last);

    private CdcSummary drain(SubscriberSpec subscriber) {
        return RoundTripChecks.drain(
                        CdcTester.plan().endpoint(server.endpoint()).subscriber(subscriber))
                .summary()
                .cdc();
    }

    @Test
    void startInsideTransactionCountsRemainingEvents() {
        List<List<String>> files = server.queryRows("SHOW BINARY LOGS");
        String file = files.get(files.size() - 2).get(0);
        List<List<String>> events = server.queryRows("SHOW BINLOG EVENTS IN '" + file + "'");
        int xidIndex = events.size() - 1;
        while (!events.get(xidIndex).get(2).equals("Xid")) {
            xidIndex--;
        }
        // in the second iteration, the position is after the table map, so the layout of the only rows event is unknown
        for (int unknownEvents = 0; unknownEvents <= 1; unknownEvents++) {
            long position =
                    Long.parseLong(events.get(xidIndex - 2 + unknownEvents).get(1));
            CdcSummary cdc = drain(SubscriberSpec.DEFAULT
                    .from(StartPosition.parse(file + ":" + position))
                    .rowCounting(RowCounting.EXACT));
            assertThat(cdc.from().file()).isEqualTo(file);
            assertThat(cdc.from().position()).isEqualTo(position);
            assertThat(cdc.unknownRowEvents()).isEqualTo(unknownEvents);
            assertThat(cdc.incompleteTransactions()).isZero();
            assertThat(cdc.bytes())
                    .isEqualTo(server.bytesBetween(
                            file, position, cdc.to().file(), cdc.to().position()));
        }
    }

    @Test
    void commandLineDrainCountsSameBytes() {
        BinlogPosition endBefore = binlogEnd();
        try (CliCall cli = CommandLines.call(server, "drain", "--from=" + firstFile + ":4", "--json")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertAllBytes(RoundTripChecks.json(cli.out()), endBefore);
        }
    }

    @Test
    void subscribeFromStartMissesNothing(@TempDir Path directory) {
        BinlogPosition endBefore = binlogEnd();
        try (CliProcess cli =
                CommandLines.start(directory, server, "subscribe", "--from=" + firstFile + ":4", "--json")) {
            Eventually.assertThat(Duration.ofSeconds(60), cli::err, lines -> lines.contains("| behind: 0.0 MB"));
            cli.interrupt();
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertAllBytes(RoundTripChecks.json(cli.out()), endBefore);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "event-header", "heartbeat"})
    void eachDelaySourceWorks(String source) {
        try (CliCall cli = CommandLines.call(server, "run", "--tables=2", "--events=300", "--delay-source=" + source)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("committed 300, observed 300");
            assertThat(server.queryRows("SHOW TABLES")).hasSize(2);
        }
    }

    @Test
    void writesHeartbeatsForSeparateStreamEndpoint() {
        String url = "jdbc:mysql://" + server.endpoint().address() + "/";
        try (CliCall cli = CommandLines.call(
                server, "run", "--tables=2", "--events=300", "--rate=300", "--warmup-time=1", "--cdc-url=" + url)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("committed 300, observed 300")
                    .containsPattern("TPS .* without \\d+ heartbeats?");
        }
    }

    @Test
    void reportsMissingFile() {
        try (CliCall cli = CommandLines.call(server, "drain", "--from=nosuchlog.000001:4")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("1236");
        }
    }
}
