// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Change;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Line;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Row;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks snapshots that end after the load, lack a row, or contain uncommitted rows. */
final class SnapshotLoadTest {

    private static final int TRANSACTIONS = 50;

    private final SimulatedSnapshot run = new SimulatedSnapshot(7, new LedgerMemory(64 << 20));

    /** Judges a snapshot of the final contents of the tables. */
    private ConsumerResult result(int linesAfterLoad) {
        run.commit(TRANSACTIONS);
        run.linesAfterLoad = linesAfterLoad;
        List<Line> lines = new ArrayList<>();
        run.tablesAfter(TRANSACTIONS).forEach((row, stamp) -> lines.add(new Line(RowEvent.SNAPSHOT, row, stamp)));
        return run.result(lines, true);
    }

    @Test
    void countsRowsAfterEndOfLoad() {
        ConsumerResult result = result(11);
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_SNAPSHOT_LATE, "rows", 11L));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waitsUntilSnapshotHasAllInitialRows(boolean lacksRow) {
        run.commit(TRANSACTIONS);
        List<Row> changedRows =
                run.log.stream().flatMap(List::stream).map(Change::row).toList();
        List<Line> lines = new ArrayList<>();
        run.tablesAfter(0).forEach((row, stamp) -> lines.add(new Line(RowEvent.INCREMENTAL, row, stamp)));
        if (lacksRow) {
            lines.remove(lines.stream()
                    .filter(line -> !changedRows.contains(line.row()))
                    .findFirst()
                    .orElseThrow());
        }
        run.log.forEach(changes -> changes.forEach(change -> lines.add(Line.of(change))));
        run.result(lines, false);
        assertThat(run.isAwaited).isEqualTo(lacksRow);
    }

    /** Rows without a commit are counted if the memory suffices. Otherwise, the snapshot is not checked. */
    @Test
    void countsUncommittedRows() {
        for (int megabytes : new int[] {64, 4}) {
            SimulatedSnapshot run = new SimulatedSnapshot(1, new LedgerMemory(megabytes << 20));
            run.commit(TRANSACTIONS);
            long rolledBack = run.rollBack();
            List<Line> lines = new ArrayList<>();
            for (int key = 0; key < 20_000; key++) {
                lines.add(new Line(RowEvent.SNAPSHOT, new Row("c", key), rolledBack));
            }
            run.tablesAfter(TRANSACTIONS).forEach((row, stamp) -> lines.add(new Line(RowEvent.SNAPSHOT, row, stamp)));
            ConsumerResult result = run.result(lines, true);
            boolean isMemorySufficient = megabytes == 64;
            assertThat(result.verdict().status()).isEqualTo(isMemorySufficient ? Status.LOST : Status.NOT_CHECKED);
            assertThat(result.snapshot().uncommitted().count()).isLessThanOrEqualTo(20_000);
            assertThat(!isMemorySufficient || result.snapshot().uncommitted().count() == 20_000)
                    .isTrue();
        }
    }

    /** A transaction that the snapshot contains has no report of its own, so it did not arrive after the load. */
    @Test
    void coveredTransactionsAreNotInDrain() {
        run.commit(TRANSACTIONS);
        int covered = TRANSACTIONS - 10;
        List<Line> lines = new ArrayList<>();
        run.tablesAfter(covered).forEach((row, stamp) -> lines.add(new Line(RowEvent.SNAPSHOT, row, stamp)));
        run.log
                .subList(covered, TRANSACTIONS)
                .forEach(changes -> changes.forEach(change -> lines.add(Line.of(change))));
        ConsumerResult result = run.result(lines, true);
        assertThat(result.snapshot().covered()).isPositive();
        assertThat(result.drain().transactions()).isZero();
        assertThat(result.behindAtEnd()).isZero();
    }

    /** If the other schema's rows come first, they were already judged when the workload's own rows arrive. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotJudgeTableOfSameNameInOtherSchema(boolean comesFirst) {
        run.commit(TRANSACTIONS);
        List<Line> lines = new ArrayList<>();
        run.tablesAfter(TRANSACTIONS).forEach((row, stamp) -> lines.add(new Line(RowEvent.SNAPSHOT, row, stamp)));
        if (comesFirst) {
            run.probe.snapshot("old.a", "1", 0, false);
        } else {
            run.linesAfterLoad = 1;
            run.beforeLastLines = () -> run.probe.snapshot("old.a", "1", 0, false);
        }
        ConsumerResult result = run.result(lines, true);
        assertThat(result.verdict().status())
                .as(result.verdict().reason())
                .isEqualTo(comesFirst ? Status.NOT_CHECKED : Status.LOSSLESS);
        if (comesFirst) {
            assertThat(result.verdict().reason()).contains("old.a");
        }
        assertThat(result.snapshot().doubled().count()).isEqualTo(comesFirst ? 1 : 0);
    }

    /** The start of the measured part does not remove rows of the snapshot. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void knowsOtherSchemaFromBeforeMeasuredPart(boolean isWorkloadNamed) {
        List<Line> lines = new ArrayList<>();
        run.tablesAfter(0).forEach((row, stamp) -> lines.add(new Line(RowEvent.SNAPSHOT, row, stamp)));
        run.probe.snapshot("old.a", "1", 0, false);
        if (isWorkloadNamed) {
            Row first = lines.remove(0).row();
            run.probe.snapshot("shop." + first.table(), String.valueOf(first.key()), 0, false);
        }
        run.judge.windowOpens();
        run.commit(TRANSACTIONS);
        run.log.forEach(changes -> changes.forEach(change -> lines.add(Line.of(change))));
        ConsumerResult result = run.result(lines, true);
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("old.a");
    }

    /** A row of another table that comes first prevents a verdict only if it could change the verdict. */
    @ParameterizedTest
    @CsvSource({
        "WRITTEN, elsewhere.orders, true, LOSSLESS",
        "WRITTEN, old.a, true, LOSSLESS",
        "WRITTEN, elsewhere.orders, false, NOT_CHECKED",
        "WRITTEN, old.a, false, NOT_CHECKED",
        "SNAPSHOT, elsewhere.orders, true, NOT_CHECKED",
        "DELETED, elsewhere.orders, true, NOT_CHECKED"
    })
    void earlyRowOfOtherTable(RowEvent event, String table, boolean lacksStamp, Status expected) {
        run.commit(TRANSACTIONS);
        long stamp = lacksStamp ? 0 : run.rollBack();
        switch (event) {
            case WRITTEN -> run.probe.recordRow(table, "1", stamp);
            case DELETED -> run.probe.deleted(table, "1", stamp);
            default -> run.probe.snapshot(table, "1", stamp, false);
        }
        List<Line> lines = new ArrayList<>();
        run.tablesAfter(TRANSACTIONS).forEach((row, version) -> lines.add(new Line(RowEvent.SNAPSHOT, row, version)));
        ConsumerResult result = run.result(lines, true);
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(expected);
    }

    @Test
    void addsNoNoteIfSnapshotEndsBeforeLoad() {
        assertThat(result(0).notes()).isEmpty();
    }
}
