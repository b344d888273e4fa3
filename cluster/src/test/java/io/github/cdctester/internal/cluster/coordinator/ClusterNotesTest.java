// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.run.RunListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClusterNotesTest {

    private final FakeCluster fake = new FakeCluster(LoadSpec.closedLoop(4), true, "a:1", "b:1");

    @Test
    void reportsMaximumDelayOfFirstTransaction() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        assertThat(fake.coordinator.notes().get(0).arguments())
                .as("the nodes have confirmed the start, but no transaction")
                .doesNotContainKey("startDelayMillis");
        fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.updateWithStartDelay(9 * FakeCluster.MILLI)));
        pool.pause(Long.MAX_VALUE);
        pool.open(fake.nanos.get());
        fake.transport.sendFrom("a:1", new Paused(1, FakeNodes.updateWithStartDelay(5 * FakeCluster.MILLI)));
        fake.transport.sendFrom("b:1", new Paused(1, FakeNodes.updateWithStartDelay(3 * FakeCluster.MILLI)));
        // 5 ms, without the 9 ms of the warm-up, plus 1 ms of clock uncertainty
        assertThat(fake.coordinator.notes())
                .containsExactly(Note.of(Code.NODES_WROTE, "nodes", 2, "startDelayMillis", 6.0, "clockMillis", 1.0));
    }

    @Test
    void reportsMaximumDelayOfReports() throws Exception {
        WorkerPool pool = fake.createPool();
        long warmUpStart = pool.open(fake.nanos.get());
        fake.nanos.set(warmUpStart + 1_800 * FakeCluster.MILLI);
        fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE)); // 900 ms late
        pool.pause(Long.MAX_VALUE);
        assertThat(fake.coordinator.notes().get(0).arguments())
                .containsEntry("lateMillis", 900.0)
                .containsEntry("shiftedFromMillis", 100L);
        long measuredStart = pool.open(fake.nanos.get());
        assertThat(fake.coordinator.notes().get(0).arguments()).doesNotContainKey("lateMillis");
        fake.nanos.set(measuredStart + 1_000 * FakeCluster.MILLI);
        fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE)); // 100 ms late
        fake.nanos.set(measuredStart + 1_940 * FakeCluster.MILLI);
        fake.transport.sendFrom(
                "b:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE)); // report of the first second, 1040 ms late
        fake.transport.sendFrom(
                "a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE)); // report of the second second, 40 ms late
        assertThat(fake.coordinator.notes().get(0).arguments()).containsEntry("lateMillis", 1_040.0);
    }

    @Test
    void countsReplacedNodeOnce() {
        RemoteNode replacement = new RemoteNode("a:1", "c:1", "c:1", true, false);
        assertThat(new ClusterNotes()
                        .writerNotes(List.of(fake.node("a:1"), replacement))
                        .get(0)
                        .arguments())
                .containsEntry("nodes", 1L);
    }

    @Test
    void singleNodeHasNoStartDelay() {
        ClusterNotes notes = new ClusterNotes();
        assertThat(notes.writerNotes(List.of(fake.node("a:1"))))
                .singleElement()
                .matches(note -> note.code() == Code.NODES_WROTE
                        && note.arguments().get("nodes").equals(1L));
    }

    @Test
    void reportsEachNoteOnce() {
        ClusterNotes notes = new ClusterNotes();
        Note note = Note.of(Code.NODES_SHARE_ROWS, "nodes", 3, "warehouses", 2);
        notes.add(note);
        notes.add(note);
        assertThat(notes.takeNewNotes()).containsExactly(note);
        assertThat(notes.takeNewNotes()).isEmpty();
        assertThat(notes.writerNotes(fake.coordinator.nodes)).last().isEqualTo(note);
    }

    @Test
    void reportsWorkThatIsLostWithNode() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        fake.transport.disconnectNode("a:1", "its connection broke");
        assertThat(fake.coordinator.notes())
                .contains(Note.of(Code.NODE_WORK_NOT_COUNTED, "node", "a:1", "connection", "its connection broke"));
    }

    @Test
    void reportsNoLostWorkAfterPause() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        pool.pause(Long.MAX_VALUE);
        fake.transport.disconnectNode("a:1", "its connection broke");
        assertThat(fake.coordinator.notes()).extracting(Note::code).doesNotContain(Code.NODE_WORK_NOT_COUNTED);
    }

    @Test
    void lossShortlyBeforeEndIsReported() throws Exception {
        WorkerNodes workerNodes = WorkerNodesCopy.of(FakeCluster.workerNodes(true, 2))
                .platform(address -> new CompletableFuture<>())
                .build();
        FakeCluster fake = new FakeCluster(LoadSpec.closedLoop(4), workerNodes, "a:1", "b:1");
        fake.createPool().open(fake.nanos.get());
        fake.transport.disconnectNode("a:1", "its connection broke");
        fake.coordinator.notifyListener();
        assertThat(fake.notes).as("the note waits for the reason").isEmpty();
        fake.coordinator.notes();
        assertThat(fake.notes).extracting(Note::code).contains(Code.NODE_LOST);
    }

    @Test
    void lostNodesKeepClockUncertainty() {
        fake.transport.disconnectNode("a:1", "its connection broke");
        fake.transport.disconnectNode("b:1", "its connection broke");
        assertThat(fake.coordinator.notes().get(0).arguments()).containsEntry("clockMillis", 1.0);
    }

    @Test
    void reportsNoLostWorkOfAbsentNode() {
        RemoteNode absentNode = new RemoteNode("c:1", "c:1", "c:1", true, false);
        Coordinator coordinator = new Coordinator(
                FakeCluster.workerNodes(true, 1),
                FakeCluster.plan(LoadSpec.closedLoop(1)),
                fake.nanos::get,
                new RunListener() {});
        coordinator.nodes.add(absentNode);
        coordinator.disconnected(absentNode, "it cannot be reached");
        assertThat(coordinator.notes()).extracting(Note::code).doesNotContain(Code.NODE_WORK_NOT_COUNTED);
        assertThat(absentNode.lossReason()).isEqualTo("worker c:1 was lost: it cannot be reached");
    }
}
