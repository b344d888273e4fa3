// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static io.github.cdctester.internal.judge.consumer.SnapshotLines.TRANSACTIONS;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.addRows;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.addStream;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.chunks;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.committedRun;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.forEachSeed;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.incrementalSnapshot;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.lockingSnapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Change;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Line;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Row;
import io.github.cdctester.internal.judge.consumer.SnapshotLines.Fault;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks in 100 seeded runs that each planted fault of a snapshot is found. */
final class BrokenSnapshotsTest {

    @Test
    void detectsDroppedKey() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = lockingSnapshot(run, 100);
            Line dropped = lines.remove((int) (seed % 200));
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().status())
                    .as("seed %d, %s: %s", seed, dropped, result)
                    .isEqualTo(Status.LOST);
            // it is unknown if the snapshot or the stream should contain a row inserted during the run
            assertThat(result.snapshot().missing().count() + result.snapshot().lost())
                    .isPositive();
            assertThat(result.delivery()).isEqualTo(Delivery.AT_MOST_ONCE);
        });
    }

    @Test
    void detectsRepeatedKey() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = lockingSnapshot(run, 100);
            int index = (int) (seed % 200);
            lines.add(index + new Random(seed).nextInt(10), lines.get(index));
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().headline())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo("DUPLICATED 1");
            assertThat(result.snapshot().doubled().count()).isOne();
            assertThat(result.delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        });
    }

    /** The snapshot reports an old version of a row after the stream has reported a newer version. */
    @Test
    void detectsStaleRows() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            boolean[] isApplied = new boolean[1];
            Fault stale = (chunk, index, state, lines) -> {
                for (Line line : List.copyOf(lines)) {
                    Long before = run.tablesAfter(Math.max(0, index - 60)).get(line.row());
                    if (!isApplied[0]
                            && line.kind() == RowEvent.WRITTEN
                            && state.containsKey(line.row())
                            && before != null
                            && before != state.get(line.row()).longValue()) {
                        state.put(line.row(), before);
                        isApplied[0] = true;
                    }
                }
            };
            List<Line> lines = incrementalSnapshot(run, seed, 0, stale);
            ConsumerResult result = run.result(lines, true);
            assertThat(isApplied[0]).isTrue();
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isIn(Status.REORDERED, Status.LOST);
            assertThat(result.snapshot().stale().count()).isOne();
        });
    }

    @Test
    void detectsLossBetweenSnapshotAndStream() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = new ArrayList<>();
            addRows(run.tablesAfter(120), RowEvent.SNAPSHOT, lines);
            int from = 121 + new Random(seed).nextInt(4);
            addStream(run, from, TRANSACTIONS, lines);
            ConsumerResult result = run.result(lines, true);
            long lost = run.log.subList(120, from).stream()
                    .mapToLong(changes ->
                            changes.stream().map(Change::row).distinct().count())
                    .sum();
            assertThat(result.verdict().status())
                    .as("seed %d, %d changes: %s", seed, lost, result)
                    .isEqualTo(lost == 0 ? Status.LOSSLESS : Status.LOST);
            assertThat(result.snapshot().lost())
                    .as("seed %d: %s", seed, run.log.subList(120, from))
                    .isEqualTo(lost);
        });
    }

    /** The snapshot contains changes that were rolled back, or committed after the snapshot. */
    @Test
    void detectsUncommittedReads() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = new SimulatedSnapshot(seed, new LedgerMemory(64 << 20));
            run.commit(100);
            long rolledBack = run.rollBack();
            run.commit(TRANSACTIONS - 100);
            List<Line> lines = lockingSnapshot(run, 110);
            boolean isCommittedLater = seed % 2 == 0;
            Change later = run.log.subList(110, 200).stream()
                    .flatMap(List::stream)
                    .filter(change ->
                            change.after() != null && run.tablesAfter(110).containsKey(change.row()))
                    .findFirst()
                    .orElseThrow();
            int index = isCommittedLater
                    ? lines.indexOf(new Line(
                            RowEvent.SNAPSHOT, later.row(), run.tablesAfter(110).get(later.row())))
                    : 7;
            lines.set(
                    index,
                    new Line(RowEvent.SNAPSHOT, lines.get(index).row(), isCommittedLater ? later.after() : rolledBack));
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isIn(isCommittedLater ? List.of(Status.DUPLICATED, Status.LOST) : List.of(Status.LOST));
            assertThat(result.snapshot().uncommitted().count()).isEqualTo(isCommittedLater ? 0 : 1);
        });
    }

    @Test
    void detectsTablesReadAtDifferentMoments() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            int first = 60 + (int) seed;
            int second = first + 15;
            List<Line> lines = new ArrayList<>();
            TreeMap<Row, Long> rowsOfA = run.tablesAfter(first);
            rowsOfA.keySet().removeIf(row -> row.table().equals("b"));
            TreeMap<Row, Long> rowsOfB = run.tablesAfter(second);
            rowsOfB.keySet().removeIf(row -> row.table().equals("a"));
            addRows(rowsOfA, RowEvent.SNAPSHOT, lines);
            addRows(rowsOfB, RowEvent.SNAPSHOT, lines);
            boolean repeats = seed % 2 == 0;
            addStream(run, repeats ? first : second, TRANSACTIONS, lines);
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(repeats ? Status.DUPLICATED : Status.LOST);
        });
    }

    @Test
    void detectsSkippedChunk() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            int skipped = (int) (seed % chunks().size());
            Fault skip = (chunk, index, state, lines) -> {
                if (chunk == skipped) {
                    state.clear();
                }
            };
            ConsumerResult result = run.result(incrementalSnapshot(run, seed, 0, skip), true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(Status.LOST);
            assertThat(result.snapshot().missing().count()).isPositive();
        });
    }

    /** The rows of a chunk repeat after newer changes from the stream, like after a reconnect. */
    @Test
    void detectsRepeatedChunk() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            TreeMap<Row, Long> repeatedRows = new TreeMap<>();
            Fault repeat = (chunk, index, state, lines) -> {
                if (chunk == 2) {
                    repeatedRows.putAll(state);
                } else if (chunk == 4) {
                    addRows(repeatedRows, RowEvent.INCREMENTAL, lines);
                }
            };
            ConsumerResult result = run.result(incrementalSnapshot(run, seed, 0, repeat), true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isIn(Status.DUPLICATED, Status.LOST);
            assertThat(result.snapshot().doubled().count()).isEqualTo(repeatedRows.size());
        });
    }

    /** The row is a copy of another row, so its stamp is from before the run, or of a committed transaction. */
    @Test
    void detectsInventedRow() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = lockingSnapshot(run, 100);
            int index = (int) (seed % 200);
            Line copied = lines.get(index);
            lines.add(index, new Line(RowEvent.SNAPSHOT, new Row("a", 999_999), copied.stamp()));
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().headline())
                    .as("seed %d, copy of %s: %s", seed, copied, result)
                    .startsWith("LOST 1");
            assertThat(result.snapshot().surplus()).isOne();
            assertThat(result.verdict().firstOffender()).isEqualTo("a 999999");
            assertThat(result.verdict().reason()).contains("it has 1 row too many, the first: a 999999");
        });
    }

    /** The snapshot has a row from before the run with the stamp of another row's transaction. */
    @Test
    void detectsWrongVersionOfRowThatStreamOverwrites() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = lockingSnapshot(run, 100);
            List<Line> shownRows = lines.subList(0, 200).stream()
                    .filter(line -> line.kind() == RowEvent.SNAPSHOT)
                    .toList();
            long committedStamp = shownRows.stream()
                    .mapToLong(Line::stamp)
                    .filter(stamp -> stamp > 0)
                    .findFirst()
                    .orElseThrow();
            int index = lines.indexOf(shownRows.stream()
                    .filter(line -> line.stamp() == 0 && isWrittenAfterSnapshot(lines, line.row()))
                    .findFirst()
                    .orElseThrow());
            lines.set(index, new Line(RowEvent.SNAPSHOT, lines.get(index).row(), committedStamp));
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(Status.REORDERED);
        });
    }

    private static boolean isWrittenAfterSnapshot(List<Line> lines, Row row) {
        return lines.subList(200, lines.size()).stream()
                .anyMatch(line -> line.kind() == RowEvent.WRITTEN && line.row().equals(row));
    }

    /** Surplus rows may still be deleted by later reports. */
    @Test
    void describesSnapshotOfConsumerThatIsBehind() {
        SimulatedSnapshot run = committedRun(1);
        List<Line> lines = lockingSnapshot(run, 100);
        lines.subList(20, 23).clear();
        lines.subList(lines.size() - 300, lines.size()).clear();
        ConsumerResult result = run.result(lines, false);
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.notSeen()).isPositive();
        assertThat(result.snapshot().surplus()).isPositive();
        assertThat(result.verdict().reason())
                .contains("had not come after waiting")
                .contains("the snapshot showed")
                .doesNotContain("too many");
    }

    @Test
    void reportsMissingSnapshot() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = new ArrayList<>();
            addStream(run, 0, TRANSACTIONS, lines);
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(Status.LOST);
            assertThat(result.verdict().reason()).contains("it showed no row of a snapshot");
        });
    }

    @Test
    void reportsFullMemory() {
        SimulatedSnapshot run = new SimulatedSnapshot(1, new LedgerMemory(20_000));
        run.commit(TRANSACTIONS);
        ConsumerResult result = run.result(lockingSnapshot(run, 200), true);
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("the memory for judging was full (three eighths of the heap)");
    }
}
