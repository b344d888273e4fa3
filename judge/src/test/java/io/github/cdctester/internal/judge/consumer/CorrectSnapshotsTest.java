// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static io.github.cdctester.internal.judge.consumer.SnapshotLines.TRANSACTIONS;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.assertLossless;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.chunkwiseSnapshot;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.committedRun;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.forEachSeed;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.incrementalSnapshot;
import static io.github.cdctester.internal.judge.consumer.SnapshotLines.lockingSnapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.SimulatedSnapshot.Line;
import io.github.cdctester.internal.judge.consumer.SnapshotLines.Fault;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.result.ConsumerResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks in 100 seeded runs that correct snapshots pass. */
final class CorrectSnapshotsTest {

    @Test
    void acceptsLockedSnapshot() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            int index = (int) (seed * 37 % (TRANSACTIONS + 1));
            ConsumerResult result = run.result(lockingSnapshot(run, index), seed % 2 == 0 || index == TRANSACTIONS);
            assertLossless(seed, result);
            assertThat(result.snapshot().rows())
                    .isEqualTo(run.tablesAfter(index).size());
            assertThat(result.snapshot().incremental()).isFalse();
            assertThat(result.snapshot().consistent()).isNotEqualTo(Boolean.FALSE);
        });
    }

    @Test
    void acceptsSnapshotWithWatermarks() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            ConsumerResult result = run.result(incrementalSnapshot(run, seed, (int) (seed % 90), Fault.NONE), true);
            assertLossless(seed, result);
            assertThat(result.snapshot().incremental()).isTrue();
        });
    }

    @Test
    void acceptsSnapshotWithHandoverPerChunk() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            assertLossless(seed, run.result(chunkwiseSnapshot(run, seed), true));
        });
    }

    /** Deletes are absent if CSV lines do not contain the kind of a change, or if no row is deleted. */
    @Test
    void acceptsSnapshotWithoutDeletes() {
        forEachSeed(seed -> {
            SimulatedSnapshot run = committedRun(seed);
            List<Line> lines = lockingSnapshot(run, 150);
            lines.removeIf(line -> line.kind() == RowEvent.DELETED);
            assertLossless(seed, run.result(lines, true));
        });
    }
}
