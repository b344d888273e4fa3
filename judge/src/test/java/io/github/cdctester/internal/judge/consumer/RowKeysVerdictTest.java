// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Change;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of changes is checked per key, so the verdict names rows without a usable key. */
final class RowKeysVerdictTest {

    private final SimulatedRun run = new SimulatedRun(false);
    private ConsumerLines lines = ConsumerLines.to(run.probe, Shape.DEFAULT);

    private void begin(Format format, String... keyColumns) {
        lines = ConsumerLines.to(run.probe, new Shape(format, Identity.ROW, List.of(keyColumns), List.of(), "", ""));
        run.judge
                .transactions()
                .setTables(new WorkloadTables("s", List.of("t", "u"), List.of("s.t", "s.u", "s.audit")));
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
    }

    private void send(String table, String key, String column, long sequence) {
        lines.line("{\"op\":\"c\",\"after\":{\"" + column + "\":\"" + key + "\",\"cdc_seq\":" + sequence
                + "},\"source\":{\"db\":\"s\",\"table\":\"" + table + "\"}}");
    }

    private void sendAll(String table, String column) {
        run.commits.forEach(transaction -> transaction.changes().forEach(change -> send(table, change, column)));
    }

    private void send(String table, Change change, String column) {
        send(table, change.key(), column, change.sequence());
    }

    private Verdict end() {
        run.probe.ended();
        return run.result().verdict();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        cod ~ no column cod, so the whole row was the key
            ~ the whole row was the key
        """)
    void namesTableWhoseWholeRowIsKey(String keyColumn, String cause) {
        begin(Format.DEBEZIUM, keyColumn == null ? new String[0] : new String[] {keyColumn});
        sendAll("t", "code");
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).endsWith("; the order of changes to one row was not checked in s.t: " + cause);
    }

    @Test
    void namesFirstAbsentColumnOfCsv() {
        begin(Format.CSV, "code", "cod");
        lines.line("table,code,sequence");
        run.commits.forEach(transaction ->
                transaction.changes().forEach(change -> lines.line("t," + change.key() + "," + change.sequence())));
        assertThat(end().reason())
                .endsWith("; the order of changes to one row was not checked in t: no column cod, so the whole row was"
                        + " the key");
    }

    @Test
    void namesFirstAbsentColumnOfFlinkRows() {
        lines = ConsumerLines.to(
                run.probe, new Shape(Format.FLINK, Identity.ROW, List.of("cod"), List.of("code", "cdc_seq"), "t", ""));
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
        run.commits.forEach(transaction -> transaction
                .changes()
                .forEach(change -> lines.line("+I[" + change.key() + ", " + change.sequence() + "]")));
        assertThat(end().reason()).endsWith("was not checked in t: no column cod, so the whole row was the key");
    }

    @Test
    void namesOneOfSeveralTables() {
        begin(Format.DEBEZIUM);
        List<Change> changes = run.commits.stream()
                .flatMap(commit -> commit.changes().stream())
                .toList();
        for (int i = 0; i < changes.size(); i++) {
            send(i % 2 == 0 ? "t" : "u", changes.get(i), "code");
        }
        assertThat(end().reason()).contains("was not checked in s.t and other tables: the whole row was the key");
    }

    @Test
    void reportsThatIdReplacesAbsentColumn() {
        begin(Format.DEBEZIUM, "cod");
        sendAll("t", "id");
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).endsWith("; no row of s.t has column cod, so the key was column id");
    }

    @Test
    void tablesMayHaveDifferentKeys() {
        begin(Format.DEBEZIUM, "code");
        List<Change> changes = run.commits.stream()
                .flatMap(commit -> commit.changes().stream())
                .toList();
        for (int i = 0; i < changes.size(); i++) {
            send(i % 2 == 0 ? "t" : "u", changes.get(i), i % 2 == 0 ? "code" : "id");
        }
        assertThat(end().reason()).doesNotContain("column", "the key");
    }

    @Test
    void ignoresOtherTablesAndDeletes() {
        begin(Format.DEBEZIUM, "code");
        sendAll("t", "code");
        sendAll("audit", "name");
        run.commits.forEach(transaction -> transaction
                .changes()
                .forEach(change -> lines.line("{\"op\":\"d\",\"before\":{\"k\":1,\"cdc_seq\":" + change.sequence()
                        + "},\"source\":{\"db\":\"s\",\"table\":\"t\"}}")));
        Verdict verdict = end();
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).doesNotContain("column", "the key");
    }

    @Test
    void keyColumnsOfLineReplaceAbsentColumn() {
        begin(Format.MAXWELL, "cod");
        run.commits.forEach(transaction -> transaction
                .changes()
                .forEach(change -> lines.line("{\"database\":\"s\",\"table\":\"t\",\"type\":\"insert\","
                        + "\"primary_key_columns\":[\"code\"],\"data\":{\"code\":\"" + change.key()
                        + "\",\"cdc_seq\":" + change.sequence() + "}}")));
        assertThat(end().reason()).doesNotContain("column", "the key");
    }

    @Test
    void doubtIsAddedToFoundFaults() {
        begin(Format.DEBEZIUM, "cod");
        run.commits.stream()
                .skip(1)
                .forEach(transaction -> transaction.changes().forEach(change -> send("t", change, "code")));
        Verdict verdict = end();
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.reason()).contains("was not checked in s.t: no column cod, ");
    }
}
