// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Change;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Line;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Row;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Identifies each planted fault of a snapshot, and never accuses a correct snapshot, in 100 seeded runs each. */
final class BrokenSnapshotsTest {

    private static final int RUNS = 100;
    private static final int TRANSACTIONS = 400;
    private static final int CHUNK = 40;

    /** Executes the runs in parallel, because they share nothing. */
    private static void each(LongConsumer run) {
        LongStream.rangeClosed(1, RUNS).parallel().forEach(run);
    }

    private static SimulatedSnapshot committedRun(long seed) {
        SimulatedSnapshot run = new SimulatedSnapshot(seed, new LedgerMemory(64 << 20));
        run.commit(TRANSACTIONS);
        return run;
    }

    private static void rows(Map<Row, Long> state, RowEvent kind, List<Line> to) {
        state.forEach((row, stamp) -> to.add(new Line(kind, row, stamp)));
    }

    private static void stream(SimulatedSnapshot run, int from, int to, List<Line> lines) {
        run.log.subList(from, to).forEach(changes -> changes.forEach(change -> lines.add(Line.of(change))));
    }

    /**
     * Returns all rows after {@code index} transactions, followed by the stream from there on, like a snapshot under a
     * lock.
     */
    private static List<Line> locking(SimulatedSnapshot run, int index) {
        List<Line> lines = new ArrayList<>();
        rows(run.at(index), RowEvent.SNAPSHOT, lines);
        stream(run, index, TRANSACTIONS, lines);
        return lines;
    }

    /** Returns the rows in key order, in chunks. */
    private static List<Set<Row>> chunks() {
        List<Row> all = new ArrayList<>();
        for (String table : List.of("a", "b")) {
            for (int key = 0; key < SimulatedSnapshot.KEYS; key++) {
                all.add(new Row(table, key));
            }
        }
        List<Set<Row>> chunks = new ArrayList<>();
        for (int i = 0; i < all.size(); i += CHUNK) {
            chunks.add(Set.copyOf(all.subList(i, Math.min(all.size(), i + CHUNK))));
        }
        return chunks;
    }

    private static TreeMap<Row, Long> rowsOf(Set<Row> chunk, TreeMap<Row, Long> state) {
        TreeMap<Row, Long> part = new TreeMap<>(state);
        part.keySet().retainAll(chunk);
        return part;
    }

    /** The contents of a chunk, with deliberate errors. */
    @FunctionalInterface
    private interface Reading {
        void read(int chunk, int index, TreeMap<Row, Long> state, List<Line> lines);
    }

    /**
     * Returns chunks between two watermarks, and the stream from {@code from} on. A row in the stream between the
     * watermarks is omitted from the chunk.
     */
    private static List<Line> incremental(SimulatedSnapshot run, long seed, int from, Reading broken) {
        Random random = new Random(seed);
        List<Line> lines = new ArrayList<>();
        int index = from;
        int number = 0;
        for (Set<Row> chunk : chunks()) {
            int low = Math.min(TRANSACTIONS, index + random.nextInt(10));
            int read = Math.min(TRANSACTIONS, low + random.nextInt(10));
            int high = Math.min(TRANSACTIONS, read + random.nextInt(10));
            stream(run, index, high, lines);
            TreeMap<Row, Long> state = rowsOf(chunk, run.at(read));
            Set<Row> changed = run.log.subList(low, high).stream()
                    .flatMap(List::stream)
                    .map(Change::row)
                    .collect(Collectors.toSet());
            state.keySet().removeAll(changed);
            broken.read(number++, read, state, lines);
            rows(state, RowEvent.INCREMENTAL, lines);
            index = high;
        }
        stream(run, index, TRANSACTIONS, lines);
        return lines;
    }

    private static final Reading RIGHT = (chunk, at, state, lines) -> {};

    /** Returns chunks read at different moments, followed by the stream without the changes that the chunks contain. */
    private static List<Line> byChunk(SimulatedSnapshot run, long seed) {
        Random random = new Random(seed);
        Map<Row, Integer> observed = new HashMap<>();
        List<Line> lines = new ArrayList<>();
        int index = 10;
        for (Set<Row> chunk : chunks()) {
            index += random.nextInt(15);
            rows(rowsOf(chunk, run.at(index)), RowEvent.SNAPSHOT, lines);
            for (Row row : chunk) {
                observed.put(row, index);
            }
        }
        for (int i = 0; i < TRANSACTIONS; i++) {
            for (Change change : run.log.get(i)) {
                if (i >= observed.getOrDefault(change.row(), 0)) {
                    lines.add(Line.of(change));
                }
            }
        }
        return lines;
    }

    private static void assertLossless(long seed, ConsumerResult result) {
        assertThat(result.verdict().status()).as("seed %d: %s", seed, result).isEqualTo(Status.LOSSLESS);
        assertThat(result.delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(result.snapshot().lost()).isZero();
        assertThat(result.snapshot().stale().count()).isZero();
        assertThat(result.snapshot().repeated().count()).isZero();
        assertThat(result.snapshot().surplus()).isZero();
    }

    @Test
    void neverAccusesLockedSnapshot() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            int index = (int) (seed * 37 % (TRANSACTIONS + 1));
            ConsumerResult result = run.result(locking(run, index), seed % 2 == 0 || index == TRANSACTIONS);
            assertLossless(seed, result);
            assertThat(result.snapshot().rows()).isEqualTo(run.at(index).size());
            assertThat(result.snapshot().incremental()).isFalse();
            assertThat(result.snapshot().consistent()).isNotEqualTo(Boolean.FALSE);
        });
    }

    @Test
    void neverAccusesSnapshotWithWatermarks() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            ConsumerResult result = run.result(incremental(run, seed, (int) (seed % 90), RIGHT), true);
            assertLossless(seed, result);
            assertThat(result.snapshot().incremental()).isTrue();
        });
    }

    @Test
    void neverAccusesSnapshotWithHandoverByChunk() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            assertLossless(seed, run.result(byChunk(run, seed), true));
        });
    }

    /** CSV without kinds, and tables of inserts and updates, show no deletes. */
    @Test
    void neverAccusesSnapshotWithoutDeletes() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = locking(run, 150);
            lines.removeIf(line -> line.kind() == RowEvent.DELETED);
            assertLossless(seed, run.result(lines, true));
        });
    }

    @Test
    void detectsDroppedKey() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = locking(run, 100);
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
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = locking(run, 100);
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

    /** The snapshot reports an old version of a row after the stream reported a newer one. */
    @Test
    void detectsStaleRows() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            boolean[] done = new boolean[1];
            Reading stale = (chunk, at, state, lines) -> {
                for (Line line : List.copyOf(lines)) {
                    Long before = run.at(Math.max(0, at - 60)).get(line.row());
                    if (!done[0]
                            && line.kind() == RowEvent.WRITTEN
                            && state.containsKey(line.row())
                            && before != null
                            && before != state.get(line.row()).longValue()) {
                        state.put(line.row(), before);
                        done[0] = true;
                    }
                }
            };
            List<Line> lines = incremental(run, seed, 0, stale);
            ConsumerResult result = run.result(lines, true);
            assertThat(done[0]).isTrue();
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isIn(Status.REORDERED, Status.LOST);
            assertThat(result.snapshot().stale().count()).isOne();
        });
    }

    @Test
    void detectsLossBetweenSnapshotAndStream() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = new ArrayList<>();
            rows(run.at(120), RowEvent.SNAPSHOT, lines);
            int from = 121 + new Random(seed).nextInt(4);
            stream(run, from, TRANSACTIONS, lines);
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
        each(seed -> {
            SimulatedSnapshot run = new SimulatedSnapshot(seed, new LedgerMemory(64 << 20));
            run.commit(100);
            long rolledBack = run.rollBack();
            run.commit(TRANSACTIONS - 100);
            List<Line> lines = locking(run, 110);
            boolean isCommittedLater = seed % 2 == 0;
            Change later = run.log.subList(110, 200).stream()
                    .flatMap(List::stream)
                    .filter(change -> change.after() != null && run.at(110).containsKey(change.row()))
                    .findFirst()
                    .orElseThrow();
            int index = isCommittedLater
                    ? lines.indexOf(
                            new Line(RowEvent.SNAPSHOT, later.row(), run.at(110).get(later.row())))
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
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            int first = 60 + (int) seed;
            int second = first + 15;
            List<Line> lines = new ArrayList<>();
            TreeMap<Row, Long> a = run.at(first);
            a.keySet().removeIf(row -> row.table().equals("b"));
            TreeMap<Row, Long> b = run.at(second);
            b.keySet().removeIf(row -> row.table().equals("a"));
            rows(a, RowEvent.SNAPSHOT, lines);
            rows(b, RowEvent.SNAPSHOT, lines);
            boolean repeats = seed % 2 == 0;
            stream(run, repeats ? first : second, TRANSACTIONS, lines);
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(repeats ? Status.DUPLICATED : Status.LOST);
        });
    }

    @Test
    void detectsSkippedChunk() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            int skipped = (int) (seed % chunks().size());
            Reading skip = (chunk, at, state, lines) -> {
                if (chunk == skipped) {
                    state.clear();
                }
            };
            ConsumerResult result = run.result(incremental(run, seed, 0, skip), true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isEqualTo(Status.LOST);
            assertThat(result.snapshot().missing().count()).isPositive();
        });
    }

    /** Like after a reconnect: the rows of a chunk repeat after newer changes from the stream. */
    @Test
    void detectsRepeatedChunk() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            TreeMap<Row, Long> kept = new TreeMap<>();
            Reading twice = (chunk, at, state, lines) -> {
                if (chunk == 2) {
                    kept.putAll(state);
                } else if (chunk == 4) {
                    rows(kept, RowEvent.INCREMENTAL, lines);
                }
            };
            ConsumerResult result = run.result(incremental(run, seed, 0, twice), true);
            assertThat(result.verdict().status())
                    .as("seed %d: %s", seed, result)
                    .isIn(Status.DUPLICATED, Status.LOST);
            assertThat(result.snapshot().doubled().count()).isEqualTo(kept.size());
        });
    }

    @Test
    void namesMissingSnapshot() {
        each(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = new ArrayList<>();
            stream(run, 0, TRANSACTIONS, lines);
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
        ConsumerResult result = run.result(locking(run, 200), true);
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("the memory for judging was full (three eighths of the heap)");
    }
}
