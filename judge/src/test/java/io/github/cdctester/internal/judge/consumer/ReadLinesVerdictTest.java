// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadLinesVerdictTest {

    private final SimulatedRun run = new SimulatedRun(false);
    private ConsumerLines lines = ConsumerLines.to(run.probe, Shape.DEFAULT);

    private void begin(@Nullable Identity identity) {
        lines = identity == null ? lines : ConsumerLines.to(run.probe, Shape.DEFAULT.withIdentity(identity));
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
    }

    private Verdict end() {
        lines.pause();
        run.probe.ended();
        return run.result().verdict();
    }

    private void sendDebeziumRows(Committed transaction, int rows) {
        for (int row = 0; row < rows; row++) {
            lines.line(
                    "{\"op\":\"c\",\"after\":{\"id\":" + row + "},\"source\":{\"db\":\"s\",\"table\":\"t\",\"gtid\":\""
                            + run.gtid(transaction.number()) + "\"}}");
        }
    }

    private void sendMarker(String status, Committed transaction, int count) {
        lines.line("{\"status\":\"" + status + "\",\"id\":\"" + run.gtid(transaction.number()) + "\",\"event_count\":"
                + count + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ts_ms\":1}",
                "null",
                "{\"ddl\":\"drop table t\",\"databaseName\":\"s\"}",
                "{\"type\":\"table-drop\",\"database\":\"s\",\"table\":\"t\"}"
            })
    void isNotCheckedIfNoChangeIsRecognized(String line) {
        begin(Identity.ROW);
        lines.line(line);
        lines.line("{\"ts_ms\":2}");
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).isEqualTo("no change was recognised in 2 lines; the first line: \"" + line + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "true, false, GTIDs, gtid",
        "true, true, GTIDs, gtid",
        "false, false, positions, position",
    })
    void namesIdentityOfLinesWithoutRows(boolean printsGtids, boolean hasUnreadableLine, String kind, String identity) {
        begin(Identity.ROW);
        run.commits.forEach(
                commit -> lines.line(printsGtids ? run.gtid(commit.number()) : commit.file() + ":" + commit.end()));
        if (hasUnreadableLine) {
            lines.line("disconnected");
        }
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason())
                .startsWith("its lines contain " + kind + " and no rows, but changes are matched by stamp: set"
                        + " identity=" + identity + "; ");
        assertThat(result.notes()).extracting(Note::code).doesNotContain(Code.CONSUMER_SILENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"UPSERT\",\"database\":\"s\",\"table\":\"t\",\"data\":{\"id\":1,\"cdc_seq\":5}}",
                "{\"type\":\"insert\",\"isDdl\":false,\"data\":[{\"id\":\"1\",\"cdc_seq\":\"5\"}]}"
            })
    void quotesRowDataOfUnknownType(String line) {
        begin(Identity.ROW);
        lines.line(line);
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason())
                .startsWith("1 of 1 lines could not be read; the first: line 1 (row data, but its type or op is"
                        + " unknown): \"" + line.substring(0, 60));
    }

    @ParameterizedTest
    @NullSource
    @EnumSource(names = "ROW")
    void reportsExpectedAndSimilarColumn(@Nullable Identity identity) {
        begin(identity);
        lines.line("{\"op\":\"c\",\"after\":{\"id\":1,\"cdc_sequence\":5},\"source\":{\"table\":\"t\"}}");
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason())
                .startsWith(
                        "no row of 1 has a readable stamp: column cdc_seq was looked for, the most similar column is"
                                + " cdc_sequence; the first line: \"{");
    }

    /** Only copies by a trigger have stamps. */
    @Test
    void isNotLostIfOnlyCopiesHaveStamps() {
        begin(Identity.ROW);
        run.judge.transactions().setTables(new WorkloadTables("s", List.of("t"), List.of("s.t", "s.audit")));
        run.commits.forEach(transaction -> transaction.changes().forEach(change -> {
            lines.line("{\"op\":\"c\",\"after\":{\"id\":1,\"seq\":5},\"source\":{\"db\":\"s\",\"table\":\"t\"}}");
            lines.line("{\"op\":\"c\",\"after\":{\"id\":1,\"cdc_seq\":" + change.sequence()
                    + "},\"source\":{\"db\":\"s\",\"table\":\"audit\"}}");
        }));
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).startsWith("no row of s.t has a readable stamp: column cdc_seq was looked for, ");
    }

    @Test
    void isLostIfOtherRowsOfTableHaveStamps() {
        begin(Identity.ROW);
        run.judge.transactions().setTables(new WorkloadTables("s", List.of("t"), List.of("s.t")));
        lines.line("{\"op\":\"c\",\"after\":{\"id\":1,\"cdc_seq\":null},\"source\":{\"db\":\"s\",\"table\":\"t\"}}");
        lines.line("{\"op\":\"c\",\"after\":{\"id\":2,\"cdc_seq\":0},\"source\":{\"db\":\"s\",\"table\":\"t\"}}");
        assertThat(end().headline()).isEqualTo("LOST 10");
    }

    @Test
    void quotesInvalidStamp() {
        begin(Identity.ROW);
        lines.line("{\"op\":\"c\",\"after\":{\"id\":1,\"cdc_seq\":\"AAU=\"},\"source\":{\"table\":\"t\"}}");
        assertThat(end().reason()).contains("a row has cdc_seq AAU=");
    }

    @Test
    void hintsAtGtidSets() {
        begin(Identity.GTID);
        lines.line("{\"type\":\"INSERT\",\"database\":\"s\",\"table\":\"t\",\"data\":[{\"id\":\"1\"}],"
                + "\"gtid\":\"3e11fa47-71ca-11e1-9e33-c80aa9429562:1-57\"}");
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("a GTID set, not a transaction; use ");
    }

    @Test
    void maxwellTransactionEndsWhenNextOneStarts() {
        begin(Identity.GTID);
        for (Committed transaction : run.commits) {
            transaction
                    .changes()
                    .forEach(change -> lines.line("{\"type\":\"insert\",\"database\":\"s\",\"table\":\"t\",\"gtid\":\""
                            + run.gtid(transaction.number()) + "\",\"data\":{\"id\":1}}"));
        }
        assertThat(end().headline()).isEqualTo("LOSSLESS");
    }

    @Test
    void isNotCheckedIfNoTransactionEnds() {
        begin(Identity.GTID);
        run.commits.forEach(transaction ->
                lines.line("{\"type\":\"insert\",\"database\":\"s\",\"table\":\"t\",\"xid\":5,\"gtid\":\""
                        + run.gtid(transaction.number()) + "\",\"data\":{\"id\":1}}"));
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).startsWith("no line ends a transaction; the first line: ");
    }

    @Test
    void comparesRowsWithCountInEndMessage() {
        begin(Identity.GTID);
        run.commits.forEach(transaction -> {
            sendMarker("BEGIN", transaction, 0);
            sendMarker("END", transaction, 1);
        });
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOST 10");
        assertThat(verdict.reason()).contains("event_count: 10, the first: ", "(0 of 1)");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void acceptsEndBeforeOrAfterRows(boolean endsFirst) {
        begin(Identity.GTID);
        Committed torn = run.commits.get(4);
        if (endsFirst) {
            run.commits.forEach(transaction -> sendMarker("END", transaction, 3));
        }
        run.commits.forEach(transaction -> sendDebeziumRows(transaction, transaction.equals(torn) ? 2 : 3));
        lines.pause();
        if (!endsFirst) {
            run.commits.forEach(transaction -> sendMarker("END", transaction, 3));
        }
        Verdict verdict = end();
        if (endsFirst) {
            assertThat(verdict.headline()).isEqualTo("LOST 1");
            assertThat(verdict.firstOffender()).isEqualTo(run.gtid(torn.number()));
        } else {
            assertThat(verdict.status())
                    .as("it was reported as complete before")
                    .isEqualTo(Status.NOT_CHECKED);
        }
        assertThat(verdict.reason()).contains("event_count: 1, the first: " + run.gtid(torn.number()) + " (2 of 3)");
    }

    @Test
    void detectsRepeatedRows() {
        begin(Identity.GTID);
        run.commits.forEach(transaction -> {
            sendMarker("BEGIN", transaction, 0);
            sendDebeziumRows(transaction, transaction.number() % 2 == 0 ? 2 : 4);
            sendMarker("END", transaction, 2);
        });
        assertThat(end().headline()).isEqualTo("DUPLICATED 5");
    }

    @Test
    void reasonIncludesRemarks() {
        begin(Identity.ROW);
        lines.remark(() -> Optional.of("the file was cut"));
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        assertThat(end().reason()).endsWith("; the file was cut");
    }
}
