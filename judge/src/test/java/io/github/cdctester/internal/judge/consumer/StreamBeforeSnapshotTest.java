// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static io.github.cdctester.internal.judge.consumer.SnapshotLines.TRANSACTIONS;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.addRows;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.addStream;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.assertLossless;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.committedRun;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.forEachSeed;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.incrementalSnapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Change;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Line;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Row;
import io.github.cdctester.internal.judge.consumer.SnapshotLines.Fault;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.result.ConsumerResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests consumers that report changes of the stream before their snapshot, in 100 seeded runs. */
final class StreamBeforeSnapshotTest {

    /** The rows show the last changes of the stream, and rows that the stream deleted before are absent. */
    @Test
    void acceptsSnapshotAfterStreamBegan() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            int index = (int) (100 + seed);
            List<Line> lines = new ArrayList<>();
            addStream(run, 0, index, lines);
            addRows(run.tablesAfter(index), RowEvent.SNAPSHOT, lines);
            addStream(run, index, TRANSACTIONS, lines);
            ConsumerResult result = run.result(lines, true);
            assertLossless(seed, result);
            assertThat(result.snapshot().consistent()).isNotEqualTo(Boolean.FALSE);
        });
    }

    /** A chunk lacks a row that the stream changes only after the last chunk, first with a delete. */
    @Test
    void detectsMissingRowDeletedAfterSnapshot() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = incrementalSnapshot(run, seed, 0, Fault.NONE);
            int end = 1 + lines.stream().map(Line::kind).toList().lastIndexOf(RowEvent.INCREMENTAL);
            Map<Row, Line> firstChanges = new HashMap<>();
            for (Line line : lines) {
                if (line.kind() != RowEvent.INCREMENTAL) {
                    firstChanges.putIfAbsent(line.row(), line);
                }
            }
            Line missing = lines.subList(0, end - 1).stream()
                    .filter(line -> line.kind() == RowEvent.INCREMENTAL)
                    .filter(line -> lines.indexOf(firstChanges.get(line.row())) >= end
                            && firstChanges.get(line.row()).kind() == RowEvent.DELETED)
                    .findFirst()
                    .orElseThrow();
            lines.remove(missing);
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().headline())
                    .as("seed %d, %s: %s", seed, missing, result)
                    .isEqualTo("LOST 1");
            assertThat(result.snapshot().missing().count()).isOne();
        });
    }

    /** The stream repeats a change that a chunk contains, of a row that the stream had changed before. */
    @Test
    void detectsRepeatedChangeOfStreamedRow() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = new ArrayList<>();
            addStream(run, 0, 100, lines);
            TreeMap<Row, Long> state = run.tablesAfter(200);
            run.log.subList(100, 200).stream()
                    .flatMap(List::stream)
                    .filter(change -> !state.containsKey(change.row()))
                    .map(Line::of)
                    .forEach(lines::add);
            addRows(state, RowEvent.INCREMENTAL, lines);
            Set<Row> streamed = run.log.subList(0, 100).stream()
                    .flatMap(List::stream)
                    .map(Change::row)
                    .collect(Collectors.toSet());
            Line repeated = run.log.subList(100, 200).stream()
                    .flatMap(List::stream)
                    .filter(change -> streamed.contains(change.row())
                            && change.after() != null
                            && change.after().equals(state.get(change.row())))
                    .map(Line::of)
                    .findFirst()
                    .orElseThrow();
            lines.add(repeated);
            addStream(run, 200, TRANSACTIONS, lines);
            ConsumerResult result = run.result(lines, true);
            assertThat(result.verdict().headline())
                    .as("seed %d, %s: %s", seed, repeated, result)
                    .isEqualTo("DUPLICATED 1");
            assertThat(result.snapshot().repeated().count()).isOne();
        });
    }
}
