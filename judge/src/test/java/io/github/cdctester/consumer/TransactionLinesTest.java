// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks when a transaction is reported if the consumer prints one line per row. */
class TransactionLinesTest {

    private final ConsumerProbe probe = ConsumerProbe.named("mine");
    private final RecordedReports recorded = RecordedReports.listenTo(probe);
    private final ConsumerLines lines = ConsumerLines.to(probe, Shape.DEFAULT);

    private void sendDebeziumRow(String gtid, long position, int row, String op, int id) {
        String rows =
                op.equals("d") ? "\"before\":{\"id\":%d},\"after\":null" : "\"before\":null,\"after\":{\"id\":%d}";
        lines.line(
                "{%s,\"source\":{\"connector\":\"mysql\",\"db\":\"s\",\"table\":\"t\",\"gtid\":\"%s\",\"file\":\"b.000001\",\"pos\":%d,\"row\":%d},\"op\":\"%s\"}"
                        .formatted(rows.formatted(id), gtid, position, row, op));
    }

    @Test
    void reportsTransactionWhenNextOneStarts() {
        sendDebeziumRow("0-1-1", 400, 0, "c", 1);
        sendDebeziumRow("0-1-1", 400, 1, "c", 2);
        sendDebeziumRow("0-1-1", 500, 0, "u", 1);
        assertThat(recorded.reports).isEmpty();
        sendDebeziumRow("0-1-2", 700, 0, "c", 3);
        assertThat(recorded.reports).containsExactly("0-1-1");
    }

    /** The table's own columns have names of envelopes, and values of messages without a row. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':1,'payload':null,'__gtid':'0-1-1'}",
                "{'id':1,'payload':null,'__op':'c','__source_gtid':'0-1-1'}",
                "{'id':1,'payload':{'a':1},'__table':'outbox','__gtid':'0-1-1'}",
                "{'id':1,'payload':'{\\'a\\':1}','__deleted':'false','__gtid':'0-1-1'}",
                "{'schema':{},'payload':{'id':1,'payload':null,'__op':'c','__gtid':'0-1-1'}}",
                "{'id':1,'type':'CREATE','op':'m','payload':{'a':1},'__op':'c','__table':'outbox','__gtid':'0-1-1'}",
                "{'id':1,'type':'QUERY','op':'t','payload':null,'__op':'u','__table':'outbox','__gtid':'0-1-1'}",
                "{'id':1,'op':'r','__table':'outbox','__gtid':'0-1-1'}",
                "{'id':1,'op':'r','__deleted':'false','__gtid':'0-1-1'}",
                "{'id':1,'isDdl':true,'__op':'c','__gtid':'0-1-1'}",
                "{'topic':'a','partition':1,'offset':2,'value':null,'__op':'c','__gtid':'0-1-1'}",
                "{'specversion':1,'type':'a','data':null,'__op':'c','__gtid':'0-1-1'}"
            })
    void flatRowIsNoEnvelope(String line) {
        ConsumerLines flatLines = ConsumerLines.to(probe, Shape.DEFAULT.withFormat(Format.FLAT));
        flatLines.line(line.replace('\'', '"'));
        flatLines.pause();
        assertThat(recorded.problems()).isEmpty();
        assertThat(recorded.reports).containsExactly("0-1-1");
    }

    @Test
    void reportsTransactionAfterPause() {
        sendDebeziumRow("0-1-1", 400, 0, "c", 1);
        lines.pause();
        lines.pause();
        sendDebeziumRow("0-1-1", 400, 1, "c", 2);
        lines.pause();
        sendDebeziumRow("0-1-2", 700, 0, "c", 3);
        lines.pause();
        assertThat(recorded.reports).containsExactly("0-1-1", "0-1-2");
    }

    @Test
    void reportsTransactionAgainIfRowsRepeat() {
        for (int round = 0; round < 2; round++) {
            sendDebeziumRow("0-1-1", 400, 0, "c", 1);
            sendDebeziumRow("0-1-1", 500, 0, "u", 1);
            sendDebeziumRow("0-1-1", 500, 1, "u", 2);
        }
        lines.pause();
        assertThat(recorded.reports).containsExactly("0-1-1", "0-1-1");
    }

    /**
     * All rows of a compressed transaction have one position, positions of MariaDB are not used, and positions wrap at 4 GiB.
     * None of these is a repetition.
     */
    @Test
    void reportsOnceIfPositionsAreAmbiguous() {
        sendDebeziumRow("0-1-1", 400, 1, "u", 1);
        sendDebeziumRow("0-1-1", 400, 0, "u", 1);
        sendDebeziumRow("0-1-1", 400, 0, "u", 1);
        lines.pause();
        sendDebeziumRow("0-1-2", 4_294_967_200L, 0, "u", 1);
        sendDebeziumRow("0-1-2", 104, 0, "u", 1);
        lines.pause();
        String mariaDbRow = "{\"after\":{\"id\":1},\"op\":\"c\",\"source\":{\"connector\":\"mariadb\",\"table\":\"t\","
                + "\"gtid\":\"0-1-3\",\"pos\":%d}}";
        lines.line(mariaDbRow.formatted(500));
        lines.line(mariaDbRow.formatted(0));
        lines.pause();
        assertThat(recorded.reports).containsExactly("0-1-1", "0-1-2", "0-1-3");
    }

    @Test
    void reportsOnceIfKeyChanges() {
        sendDebeziumRow("0-1-1", 400, 0, "d", 1);
        sendDebeziumRow("0-1-1", 400, 0, "c", 2); // an update of the key is a delete and an insert at one position
        lines.pause();
        assertThat(recorded.reports).containsExactly("0-1-1");
    }

    @Test
    void reportsAtEndMessageOfTransactionMetadata() {
        for (int round = 0; round < 2; round++) {
            lines.line("{\"status\":\"BEGIN\",\"id\":\"0-1-1\",\"ts_ms\":1,\"event_count\":null}");
            sendDebeziumRow("0-1-1", 400, 0, "c", 1);
            lines.pause();
            assertThat(recorded.reports).as("a repeated row is enough").hasSize(2 * round);
            lines.line("{\"status\":\"END\",\"id\":\"0-1-1\",\"ts_ms\":1,\"event_count\":1}");
            assertThat(recorded.reports).hasSize(round + 1).allMatch("0-1-1"::equals);
        }
        assertThat(lines.findings().unreadable()).isZero();
    }

    /** The first transaction was already reported as complete when its end message arrived. */
    @Test
    void nextRunIgnoresIncompleteTransactionsOfEarlierRun() {
        sendDebeziumRow("0-1-1", 400, 0, "c", 1);
        lines.pause();
        sendEnd("0-1-1", 2);
        sendDebeziumRow("0-1-2", 500, 0, "c", 2);
        sendEnd("0-1-2", 2);
        assertThat(recorded.hasNoVerdict(true)).isTrue();
        assertThat(recorded.remarks()).singleElement().asString().contains("event_count: 2, the first: 0-1-1 (1 of 2)");
        JudgedProbe.of(probe).stopListening(recorded);
        sendDebeziumRow("0-1-3", 600, 0, "c", 3);
        sendEnd("0-1-4", 2);
        sendDebeziumRow("0-1-4", 700, 0, "c", 4);

        RecordedReports nextRun = RecordedReports.listenTo(probe);
        assertThat(nextRun.hasNoVerdict(true)).isFalse();
        assertThat(nextRun.remarks()).isEmpty();
        sendDebeziumRow("0-1-3", 600, 1, "c", 4);
        sendEnd("0-1-3", 2);
        assertThat(nextRun.reports).as("a row before the run does not count").isEmpty();
        assertThat(nextRun.remarks()).singleElement().asString().contains("event_count: 1, the first: 0-1-3 (1 of 2)");
        assertThat(JudgedProbe.of(probe).listen(new RecordedReports())).isFalse();
        assertThat(nextRun.remarks()).as("the run still listens").hasSize(1);
        assertThat(recorded.remarks())
                .as("of the earlier run")
                .singleElement()
                .asString()
                .contains("event_count: 2, the first: 0-1-1 (1 of 2)");
        assertThat(recorded.hasNoVerdict(true)).isTrue();
    }

    /** A new server uses the same GTIDs again. */
    @Test
    void nextRunCountsNoRowOfEarlierRun() {
        sendDebeziumRow("0-1-1", 400, 0, "c", 1);
        sendDebeziumRow("0-1-2", 500, 0, "c", 2);
        sendDebeziumRow("0-1-3", 600, 0, "c", 3);
        sendEnd("0-1-3", 1);
        sendEnd("0-1-9", 1);
        JudgedProbe.of(probe).stopListening(recorded);
        assertThat(recorded.remarks()).hasSize(1);

        RecordedReports nextRun = RecordedReports.listenTo(probe);
        assertThat(recorded.remarks()).hasSize(1);
        sendEnd("0-1-1", 2);
        sendDebeziumRow("0-1-1", 400, 0, "c", 1);
        assertThat(nextRun.reports).isEmpty();
        assertThat(nextRun.remarks()).singleElement().asString().contains("event_count: 1, the first: 0-1-1 (1 of 2)");
        sendDebeziumRow("0-1-1", 400, 1, "c", 2);
        sendEnd("0-1-2", 1);
        sendDebeziumRow("0-1-2", 500, 0, "c", 2);
        assertThat(nextRun.reports).containsExactly("0-1-1", "0-1-2");
        sendDebeziumRow("0-1-3", 600, 0, "c", 3);
        sendDebeziumRow("0-1-3", 600, 1, "c", 4);
        assertThat(nextRun.reports)
                .as("before the end of a transaction that was complete in the earlier run")
                .hasSize(2);
        sendEnd("0-1-3", 2);
        assertThat(nextRun.reports).containsExactly("0-1-1", "0-1-2", "0-1-3");
        assertThat(nextRun.remarks()).isEmpty();
    }

    @Test
    void runIsInDoubtAboutItsOwnLinesOnly() {
        ConsumerProbe newProbe = ConsumerProbe.named("new");
        ConsumerLines newLines = ConsumerLines.to(newProbe, Shape.DEFAULT);
        String end = "{\"status\":\"END\",\"id\":\"0-1-%d\",\"event_count\":1}";
        int storedTransactions = 1 << 16;
        IntStream.rangeClosed(1, storedTransactions + 1).forEach(number -> newLines.line(end.formatted(number)));
        RecordedReports run = RecordedReports.listenTo(newProbe);
        IntStream.rangeClosed(1, storedTransactions).forEach(number -> newLines.line(end.formatted(number)));
        assertThat(run.hasNoVerdict(true)).isFalse();
        newLines.line(end.formatted(storedTransactions + 1));
        assertThat(run.hasNoVerdict(true)).isTrue();
    }

    /** The consumer is still reading the lines of an ended run. */
    @Test
    void linesAfterRunAreNotReportedToNextRun() {
        sendDebeziumRow("0-1-1", 400, 0, "c", 1);
        JudgedProbe.of(probe).stopListening(recorded);
        sendDebeziumRow("0-1-2", 500, 0, "c", 2);
        RecordedReports nextRun = RecordedReports.listenTo(probe);
        lines.pause();
        sendDebeziumRow("0-1-3", 600, 0, "c", 3);
        lines.pause();
        assertThat(recorded.reports).isEmpty();
        assertThat(nextRun.reports).containsExactly("0-1-3");
    }

    private void sendEnd(String gtid, int rows) {
        lines.line("{\"status\":\"END\",\"id\":\"" + gtid + "\",\"event_count\":" + rows + "}");
    }

    @Test
    void ignoresEndMessageWithoutGtid() {
        lines.line("{\"status\":\"END\",\"id\":\"file=b.000001,pos=4\",\"event_count\":1}");
        assertThat(recorded.reports).isEmpty();
        assertThat(recorded.unreadable).isEmpty();
    }

    @Test
    void reportsAtCommitMarkOfMaxwell() {
        String row =
                "{\"database\":\"s\",\"table\":\"t\",\"type\":\"insert\",\"xid\":5,%s,\"gtid\":\"0-1-1\",\"data\":{\"id\":1}}";
        lines.line(row.formatted("\"xoffset\":0"));
        lines.pause();
        assertThat(recorded.reports).isEmpty();
        lines.line(row.formatted("\"commit\":true"));
        lines.line(row.formatted("\"commit\":true"));
        lines.line("{\"database\":\"s\",\"table\":\"t\",\"type\":\"bootstrap-insert\",\"data\":{\"id\":1}}");
        assertThat(recorded.reports).containsExactly("0-1-1", "0-1-1");
    }

    @Test
    void rejectsRowsWithoutIdentity() {
        lines.line(
                "{\"data\":[{\"id\":\"1\"},{\"id\":\"2\"}],\"database\":\"s\",\"table\":\"t\",\"type\":\"INSERT\",\"gtid\":\"\"}");
        assertThat(recorded.reports).isEmpty();
        assertThat(recorded.problems()).containsExactly(Problem.NO_IDENTITY);
    }
}
