// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.consumer.feed.SnapshotRows;
import io.github.cdctester.internal.judge.consumer.reference.KeyHash;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.workload.StatementTally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Simulates two tables that clients write while a consumer takes its snapshot. */
final class SimulatedSnapshot {

    static final int KEYS = 120;

    record Row(String table, int key) implements Comparable<Row> {

        @Override
        public int compareTo(Row other) {
            return table.equals(other.table) ? Integer.compare(key, other.key) : table.compareTo(other.table);
        }
    }

    /** Sequence numbers before and after the change; {@code null} if there is no such row. */
    record Change(Row row, @Nullable Long before, @Nullable Long after) {}

    record Line(RowEvent kind, Row row, long stamp) {

        static Line of(Change change) {
            return change.after() == null
                    ? new Line(RowEvent.DELETED, change.row(), change.before())
                    : new Line(RowEvent.WRITTEN, change.row(), change.after());
        }
    }

    final ConsumerProbe probe = ConsumerProbe.named("shop").judgeSnapshot();
    final List<List<Change>> log = new ArrayList<>();

    final ConsumerJudge judge;
    private final SnapshotRows rows;
    private final List<StatementTally> writers = new ArrayList<>();
    private final LogCursor cursor = new LogCursor();
    private final Random random;
    private final TreeMap<Row, Long> initialRows = new TreeMap<>();
    private final TreeMap<Row, Long> currentRows = new TreeMap<>();
    private long clock = 1_800_000_000_000_000L;
    private int readCount;

    int linesAfterLoad;

    Runnable beforeLastLines = () -> {};

    boolean isAwaited;

    SimulatedSnapshot(long seed, LedgerMemory memory) {
        random = new Random(seed);
        judge = new ConsumerJudge(List.of(probe), false, true, true, true, memory, () -> clock);
        rows = judge.snapshots().rows(List.of());
        judge.transactions().setTables(new WorkloadTables("shop", List.of("a", "b", "c"), List.of()));
        judge.transactions().watch().setCursor(cursor);
        judge.listen();
        for (int i = 0; i < 4; i++) {
            writers.add(new StatementTally(judge.transactions().stamps().writer(null)));
        }
        for (int key = 0; key < KEYS; key++) {
            initialRows.put(new Row("a", key), 0L);
            initialRows.put(new Row("b", key), 0L);
        }
        currentRows.putAll(initialRows);
        judge.snapshots().setRowCount(initialRows.size());
        judge.transactions().watch().onWindowOpened();
        judge.windowOpens();
    }

    /** The run's own stream does not read them yet. */
    void commit(int transactions) {
        for (int i = 0; i < transactions; i++) {
            StatementTally writer = writers.get(random.nextInt(writers.size()));
            List<Change> changes = new ArrayList<>();
            if (random.nextInt(10) == 0) {
                delete(randomRow(), changes);
            } else {
                for (int j = random.nextInt(4); j >= 0; j--) {
                    write(randomRow(), writer.stamp(), changes);
                }
            }
            log.add(changes);
            judge.transactions().commits().onCommit(1, 2, "", log.size());
            writer.inserted(
                    "t",
                    changes.stream().filter(change -> change.after() != null).count());
            writer.onCommit();
        }
    }

    private Row randomRow() {
        return new Row(random.nextBoolean() ? "a" : "b", random.nextInt(KEYS));
    }

    private void delete(Row row, List<Change> changes) {
        Long before = currentRows.remove(row);
        if (before != null) {
            changes.add(new Change(row, before, null));
        }
    }

    private void write(Row row, long stamp, List<Change> changes) {
        if (random.nextInt(4) == 0) {
            delete(row, changes);
        }
        changes.add(new Change(row, currentRows.get(row), stamp));
        currentRows.put(row, stamp);
    }

    /** Returns the transaction's stamp. */
    long rollBack() {
        StatementTally writer = writers.get(random.nextInt(writers.size()));
        long stamp = writer.stamp();
        writer.inserted("t", 1);
        writer.onRollback();
        return stamp;
    }

    TreeMap<Row, Long> tablesAfter(int transactions) {
        TreeMap<Row, Long> state = new TreeMap<>(initialRows);
        for (List<Change> changes : log.subList(0, transactions)) {
            for (Change change : changes) {
                if (change.after() == null) {
                    state.remove(change.row());
                } else {
                    state.put(change.row(), change.after());
                }
            }
        }
        return state;
    }

    private void readOwnStream(int max) {
        for (int i = 0; i < max && readCount < log.size(); i++) {
            readCount++;
            Map<Row, long[]> versions = new LinkedHashMap<>();
            for (Change change : log.get(readCount - 1)) {
                long before = change.before() == null ? SnapshotRows.NO_ROW : change.before();
                long[] version = versions.computeIfAbsent(change.row(), row -> new long[] {before, 0, 0});
                version[1] = change.after() == null ? SnapshotRows.deletionOf(change.before()) : change.after();
                version[2] += change.after() == null ? 0 : 1;
            }
            cursor.moveTo("binlog.000001", 100L * readCount);
            judge.transactions().watch().onBegin();
            judge.transactions().watch().onCommitTime(clock - 1_000);
            judge.transactions().watch().onEnd(1, 2, "", readCount, -1);
            versions.forEach((row, version) -> rows.addVersion(
                    KeyHash.of(row.table(), String.valueOf(row.key())), version[1], version[0], readCount, version[2]));
            rows.transactionEnded();
        }
    }

    private void report(Line line) {
        String table = "shop." + line.row().table();
        String key = String.valueOf(line.row().key());
        switch (line.kind()) {
            case SNAPSHOT, INCREMENTAL -> probe.snapshot(table, key, line.stamp(), line.kind() == RowEvent.INCREMENTAL);
            case WRITTEN -> probe.recordRow(table, key, line.stamp());
            case DELETED -> probe.deleted(table, key, line.stamp());
        }
    }

    /** The stream and the consumer advance at random speeds. */
    ConsumerResult result(List<Line> lines, boolean reportsEnd) {
        int reportedCount = 0;
        while (reportedCount < lines.size() - linesAfterLoad) {
            readOwnStream(random.nextInt(30));
            for (int i = random.nextInt(90); i > 0 && reportedCount < lines.size() - linesAfterLoad; i--) {
                report(lines.get(reportedCount++));
            }
            clock += random.nextInt(2_000);
            if (random.nextInt(3) == 0) {
                judge.takeReports();
            }
        }
        readOwnStream(Integer.MAX_VALUE);
        judge.windowCloses();
        beforeLastLines.run();
        lines.subList(reportedCount, lines.size()).forEach(this::report);
        if (reportsEnd) {
            probe.ended();
        }
        isAwaited = judge.isAwaited();
        judge.close();
        currentRows.forEach(
                (row, stamp) -> judge.snapshots().compareServerRow(row.table(), String.valueOf(row.key()), stamp));
        judge.snapshots().endComparison();
        return judge.results(new JudgedRun((long) log.size(), 0L, false, null, null, 1))
                .get(0);
    }
}
