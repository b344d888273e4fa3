// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests moves of parts for which no stamps are left. The load has two threads, and stamps for eight: one for each part, and one
 * for each move.
 */
@Timeout(30)
class FailedMovesTest {

    private static final RemoteCommits NO_COMMITS = new RemoteCommits() {
        @Override
        public void committed(long high, long low, String tag, long number, long micros) {}

        @Override
        public void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros) {}

        @Override
        public void unknown(long sequence) {}

        @Override
        public void onWritersLost(int firstWriter, int writers) {}
    };

    private final FakeCluster fake = FakeCluster.elastic(LoadSpec.closedLoop(2), "a:1", "b:1");
    private final Stamps stamps = new Stamps(Stamps.NO_SINK, 1_800_000_000_000_000L);

    @BeforeEach
    void stampRows() {
        stamps.chooseLayout(2, 1);
        fake.judgeConsumers(stamps, NO_COMMITS);
    }

    private void loseAndReturnSecondNode(int times) {
        for (int i = 0; i < times; i++) {
            loseSecondNode();
            fake.addReplacement("b:1");
            reportFromFirstNode();
        }
    }

    private void loseSecondNode() {
        List<RemoteNode> nodes = fake.coordinator.nodes;
        fake.coordinator.disconnected(nodes.get(nodes.size() - 1), "gone");
    }

    private void reportFromFirstNode() {
        fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE));
    }

    private int requestCount(String node) {
        return fake.transport.sentTo(node, CreatePool.class).size();
    }

    private List<Note> notTakenOverNotes(WorkerPool pool) throws InterruptedException {
        pool.awaitEnd(0);
        return fake.notes.stream()
                .filter(note -> note.code() == Code.NODE_PART_NOT_TAKEN_OVER)
                .toList();
    }

    @Test
    void lossIsNotedIfNoNodeCanTakePart() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        loseAndReturnSecondNode(3);
        assertThat(notTakenOverNotes(pool)).isEmpty();
        loseSecondNode();
        assertThat(notTakenOverNotes(pool))
                .containsExactly(Note.of(
                        Code.NODE_PART_NOT_TAKEN_OVER,
                        "node",
                        "b:1",
                        "threads",
                        1,
                        "reason",
                        "rows have stamps of at most 8 workers in this run, and there are more"));
        fake.addReplacement("b:1");
        reportFromFirstNode();
        assertThat(fake.coordinator.aliveWriters()).hasSize(2);
        assertThat(pool.failure()).isEmpty();
        assertEnds(pool);
    }

    @Test
    void ownerKeepsPartIfItCannotReturn() throws Exception {
        stamps.reserve(1);
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        loseAndReturnSecondNode(3);
        int requests = requestCount("b:1");
        reportFromFirstNode();
        assertThat(requestCount("b:1")).isEqualTo(requests).isEqualTo(1 + 2);
        assertThat(fake.coordinator.aliveWriters()).hasSize(2);
        assertThat(notTakenOverNotes(pool))
                .as("the owner still works on the part")
                .isEmpty();
        assertThat(pool.failure()).isEmpty();
        assertEnds(pool);
    }

    private static void assertEnds(WorkerPool pool) throws InterruptedException {
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        pool.close();
    }
}
