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

/** Lines of correct snapshots in a simulated run, which tests change to plant faults. */
final class SnapshotLines {

    private static final int RUNS = 100;
    static final int TRANSACTIONS = 400;
    private static final int CHUNK_LENGTH = 40;

    private SnapshotLines() {}

    /** Executes the runs in parallel, because they share no state. */
    static void forEachSeed(LongConsumer run) {
        LongStream.rangeClosed(1, RUNS).parallel().forEach(run);
    }

    static SimulatedSnapshot committedRun(long seed) {
        SimulatedSnapshot run = new SimulatedSnapshot(seed, new LedgerMemory(64 << 20));
        run.commit(TRANSACTIONS);
        return run;
    }

    static void addRows(Map<Row, Long> state, RowEvent kind, List<Line> lines) {
        state.forEach((row, stamp) -> lines.add(new Line(kind, row, stamp)));
    }

    static void addStream(SimulatedSnapshot run, int from, int to, List<Line> lines) {
        run.log.subList(from, to).forEach(changes -> changes.forEach(change -> lines.add(Line.of(change))));
    }

    /**
     * Returns the lines of a snapshot under a lock: all rows after {@code index} transactions, then the changes of all later
     * transactions.
     */
    static List<Line> lockingSnapshot(SimulatedSnapshot run, int index) {
        List<Line> lines = new ArrayList<>();
        addRows(run.tablesAfter(index), RowEvent.SNAPSHOT, lines);
        addStream(run, index, TRANSACTIONS, lines);
        return lines;
    }

    /** Returns the rows of both tables in key order, divided into chunks. */
    static List<Set<Row>> chunks() {
        List<Row> rows = new ArrayList<>();
        for (String table : List.of("a", "b")) {
            for (int key = 0; key < SimulatedSnapshot.KEYS; key++) {
                rows.add(new Row(table, key));
            }
        }
        List<Set<Row>> chunks = new ArrayList<>();
        for (int i = 0; i < rows.size(); i += CHUNK_LENGTH) {
            chunks.add(Set.copyOf(rows.subList(i, Math.min(rows.size(), i + CHUNK_LENGTH))));
        }
        return chunks;
    }

    private static TreeMap<Row, Long> rowsOf(Set<Row> chunk, TreeMap<Row, Long> state) {
        TreeMap<Row, Long> chunkRows = new TreeMap<>(state);
        chunkRows.keySet().retainAll(chunk);
        return chunkRows;
    }

    /** Changes the rows of a chunk, or the lines before it, to add a fault. */
    @FunctionalInterface
    interface Fault {
        Fault NONE = (chunk, index, state, lines) -> {};

        void apply(int chunk, int index, TreeMap<Row, Long> state, List<Line> lines);
    }

    /**
     * Returns the lines of an incremental snapshot that starts after {@code from} transactions. The rows of a chunk follow the
     * changes up to its high watermark. A row that the stream changes between the two watermarks of a chunk is omitted from the
     * chunk.
     */
    static List<Line> incrementalSnapshot(SimulatedSnapshot run, long seed, int from, Fault fault) {
        Random random = new Random(seed);
        List<Line> lines = new ArrayList<>();
        int index = from;
        int chunkIndex = 0;
        for (Set<Row> chunk : chunks()) {
            int low = Math.min(TRANSACTIONS, index + random.nextInt(10));
            int read = Math.min(TRANSACTIONS, low + random.nextInt(10));
            int high = Math.min(TRANSACTIONS, read + random.nextInt(10));
            addStream(run, index, high, lines);
            TreeMap<Row, Long> state = rowsOf(chunk, run.tablesAfter(read));
            Set<Row> changed = run.log.subList(low, high).stream()
                    .flatMap(List::stream)
                    .map(Change::row)
                    .collect(Collectors.toSet());
            state.keySet().removeAll(changed);
            fault.apply(chunkIndex++, read, state, lines);
            addRows(state, RowEvent.INCREMENTAL, lines);
            index = high;
        }
        addStream(run, index, TRANSACTIONS, lines);
        return lines;
    }

    /** Returns chunks that are read at different moments, then all changes that the chunks do not contain. */
    static List<Line> chunkwiseSnapshot(SimulatedSnapshot run, long seed) {
        Random random = new Random(seed);
        Map<Row, Integer> observed = new HashMap<>();
        List<Line> lines = new ArrayList<>();
        int index = 10;
        for (Set<Row> chunk : chunks()) {
            index += random.nextInt(15);
            addRows(rowsOf(chunk, run.tablesAfter(index)), RowEvent.SNAPSHOT, lines);
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

    static void assertLossless(long seed, ConsumerResult result) {
        assertThat(result.verdict().status()).as("seed %d: %s", seed, result).isEqualTo(Status.LOSSLESS);
        assertThat(result.delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(result.snapshot().lost()).isZero();
        assertThat(result.snapshot().stale().count()).isZero();
        assertThat(result.snapshot().repeated().count()).isZero();
        assertThat(result.snapshot().surplus()).isZero();
    }
}
