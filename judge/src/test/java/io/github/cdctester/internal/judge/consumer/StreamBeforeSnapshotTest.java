// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static io.github.cdctester.internal.judge.consumer.BrokenSnapshotsTest.TRANSACTIONS;
import static io.github.cdctester.internal.judge.consumer.BrokenSnapshotsTest.addRows;
import static io.github.cdctester.internal.judge.consumer.BrokenSnapshotsTest.addStream;
import static io.github.cdctester.internal.judge.consumer.BrokenSnapshotsTest.assertLossless;
import static io.github.cdctester.internal.judge.consumer.BrokenSnapshotsTest.committedRun;
import static io.github.cdctester.internal.judge.consumer.BrokenSnapshotsTest.forEachSeed;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Change;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Line;
import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Row;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
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

    /** The stream repeats a change that a chunk contains, of a row that the stream had changed before. */
    @Test
    void detectsRepeatedChangeOfStreamedRow() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = new ArrayList<>();
            addStream(run, 0, 100, lines);
            TreeMap<Row, Long> state = run.tablesAfter(200);
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
            assertThat(result.verdict().status())
                    .as("seed %d, %s: %s", seed, repeated, result)
                    .isIn(Status.DUPLICATED, Status.LOST);
            assertThat(result.snapshot().repeated().count()).isOne();
        });
    }
}
