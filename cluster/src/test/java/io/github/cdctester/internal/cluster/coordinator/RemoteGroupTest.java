// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.GroupJoined;
import io.github.cdctester.internal.cluster.message.Message.JoinGroup;
import io.github.cdctester.internal.cluster.message.Message.LinePart;
import io.github.cdctester.internal.cluster.message.Message.LinesRead;
import io.github.cdctester.internal.cluster.message.Message.LinesTaken;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader.ReportedLine;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests two simulated nodes that read as one consumer group. */
@Timeout(60)
class RemoteGroupTest {

    private static final long AHEAD_MICROS = 3_600_000_000L;

    private final FakeNodes transport = new FakeNodes();
    private final ConsumerProbe probe = ConsumerProbe.named("app");
    private final List<String> reportedRows = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private long nanos;
    /** Time by which the clock advances on each reading. */
    private long stepNanos;

    private final class Recorder implements JudgedProbe.Listener {
        @Override
        public void recordTransaction(String gtid, ChangeTimes times) {
            throw new AssertionError(gtid);
        }

        @Override
        public void recordPosition(String file, long position, ChangeTimes times) {
            throw new AssertionError(file);
        }

        @Override
        public void recordRow(String table, String key, long sequence, ChangeTimes times) {
            reportedRows.add(key + ":" + sequence);
        }

        @Override
        public void onBytes(long count) {}

        @Override
        public void onEvents(long count) {}

        @Override
        public void onFailure(Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void onEnd() {
            throw new AssertionError();
        }

        @Override
        public void onLines(long count, long unreadable, boolean change, @Nullable String first) {
            assertThat(first).isNull();
        }
    }

    private Coordinator coordinator(boolean toleratesLoss) {
        Coordinator coordinator = new Coordinator(
                FakeCluster.workerNodes(toleratesLoss, 2),
                FakeCluster.plan(LoadSpec.closedLoop(2)),
                () -> nanos += stepNanos,
                new RunListener() {
                    @Override
                    public void note(Note note) {
                        notes.add(note);
                    }
                });
        List.of("a:1", "b:1")
                .forEach(address -> coordinator.nodes.add(new RemoteNode(address, address, address, false, true)));
        transport.setCoordinator(coordinator);
        coordinator.setTransport(transport);
        coordinator.nodes.forEach(node -> node.welcome = new Welcome("1", "17", 2));
        for (String node : List.of("a:1", "b:1")) {
            transport.setAnswer(node, JoinGroup.class, join -> new GroupJoined(join.task()));
            transport.setAnswer(node, EndTask.class, leave -> new Over(leave.task(), null));
        }
        return coordinator;
    }

    private RemoteGroup group(Coordinator coordinator) {
        assertThat(JudgedProbe.of(probe).listen(new Recorder())).isTrue();
        ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
        RemoteGroup group =
                new RemoteGroup(coordinator, JudgedProbe.of(probe), Map.of("group.id", "g"), coordinator.nodes);
        group.begin();
        return group;
    }

    private void reportLines(RemoteGroup group, String node, String partition, long... offsets) {
        List<ReportedLine> lines = Arrays.stream(offsets)
                .mapToObj(offset -> new ReportedLine(offset, null, "t," + partition + "," + offset))
                .toList();
        transport.sendFrom(node, new LinesRead(group.number, EpochMicrosClock.SYSTEM.epochMicros(), partition, lines));
    }

    @Test
    void ignoresRepeatedLinesOfLostNode() {
        Coordinator coordinator = coordinator(true);
        RemoteGroup group = group(coordinator);
        reportLines(group, "a:1", "p0", 100, 101, 102);
        reportLines(group, "b:1", "p1", 7);
        transport.disconnectNode("a:1", "closed");
        reportLines(group, "b:1", "p0", 100, 101, 102, 103);
        reportLines(group, "a:1", "p0", 101, 102); // sent before the loss
        reportLines(group, "b:1", "p0", 104);

        assertThat(reportedRows).containsExactly("p0:100", "p0:101", "p0:102", "p1:7", "p0:103", "p0:104");
        assertThat(transport.sentTo("b:1", LinesTaken.class)).hasSize(3);
        group.failIfBroken();
        assertThat(coordinator.nodes)
                .extracting(group::note)
                .extracting(note ->
                        note.arguments().get("node") + " " + note.arguments().get("lines"))
                .containsExactly("a:1 3", "b:1 3");
    }

    @Test
    void acceptsGapsInOffsets() {
        RemoteGroup group = group(coordinator(false));
        reportLines(group, "a:1", "p0", 5, 9);
        reportLines(group, "a:1", "p0", 40);
        reportLines(group, "a:1", "p0", 39); // below the next expected offset, so it is a repeated line

        assertThat(reportedRows).containsExactly("p0:5", "p0:9", "p0:40");
        assertThat(transport.sentTo("a:1", LinesTaken.class)).hasSize(3);
    }

    /** Another node reads the line again if the first node is lost before its last part arrives. */
    @Test
    void joinsPartsOfLongValue() {
        Coordinator coordinator = coordinator(true);
        RemoteGroup group = group(coordinator);
        long micros = EpochMicrosClock.SYSTEM.epochMicros();
        transport.sendFrom("a:1", new LinePart(group.number, "p0", 5, "t,lo"));
        transport.disconnectNode("a:1", "closed");
        transport.sendFrom("b:1", new LinePart(group.number, "p0", 5, "t,"));
        transport.sendFrom("b:1", new LinePart(group.number, "p0", 5, "long"));
        assertThat(transport.sentTo("b:1", LinesTaken.class)).isEmpty();
        transport.sendFrom(
                "b:1",
                new LinesRead(
                        group.number,
                        micros,
                        "p0",
                        List.of(new ReportedLine(4, null, "t,k,1"), new ReportedLine(5, null, "er,2"))));
        assertThat(reportedRows).containsExactly("k:1", "longer:2");
        assertThat(transport.sentTo("b:1", LinesTaken.class)).hasSize(1);
    }

    /** A line of a lost node may arrive late, after the first parts of its value were dropped. */
    @Test
    void ignoresLateLastPartOfLostNode() {
        RemoteGroup group = group(coordinator(true));
        transport.sendFrom("a:1", new LinePart(group.number, "p0", 5, "t,k"));
        transport.disconnectNode("a:1", "closed");
        transport.sendFrom(
                "a:1",
                new LinesRead(
                        group.number,
                        EpochMicrosClock.SYSTEM.epochMicros(),
                        "p0",
                        List.of(new ReportedLine(5, null, "t,x,2"))));
        assertThat(reportedRows).isEmpty();
        assertThat(transport.sentTo("a:1", LinesTaken.class)).isEmpty();
        reportLines(group, "b:1", "p0", 5);
        assertThat(reportedRows).containsExactly("p0:5");
    }

    @Test
    void convertsArrivalToCoordinatorClock() {
        Coordinator coordinator = coordinator(false);
        coordinator.nodes.get(0).recordPong(new Pong(0, 0, AHEAD_MICROS, MessageSamples.USAGE), 0, 0);
        RemoteGroup group = group(coordinator);
        long arrivalMicros = EpochMicrosClock.SYSTEM.epochMicros() - 250_000;
        transport.sendFrom(
                "a:1",
                new LinesRead(
                        group.number, arrivalMicros + AHEAD_MICROS, "p0", List.of(new ReportedLine(0, null, "t,k,1"))));

        assertThat(JudgedProbe.of(probe).forwardingMicros()).isBetween(250_000L, 60_000_000L);
    }

    @Test
    void lostNodeFailsRunUnlessTolerated() {
        RemoteGroup strictGroup = group(coordinator(false));
        transport.disconnectNode("a:1", "closed");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(strictGroup::failIfBroken)
                .withMessageContaining("a:1");
    }

    @Test
    void lossOfLastNodeFailsRunAlways() throws InterruptedException {
        Coordinator coordinator = coordinator(true);
        try (Resources resources = new Resources()) {
            ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
            JudgedProbe.of(probe).nodesSource(Map.of());
            coordinator.startLineReaders(List.of(probe, ConsumerProbe.named("here")), new StopSignal(), resources);
        }
        transport.disconnectNode("a:1", "closed");
        coordinator.failIfBroken();
        assertThat(notes).extracting(Note::code).containsExactly(Code.NODE_LOST);
        transport.disconnectNode("b:1", "closed");
        assertThatExceptionOfType(RunFailedException.class).isThrownBy(coordinator::failIfBroken);
    }

    @Test
    void namesNodeThatCannotRead() {
        Coordinator coordinator = coordinator(true);
        transport.setAnswer("b:1", JoinGroup.class, join -> new Over(join.task(), "not allowed"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> group(coordinator).failIfBroken())
                .withMessage("worker b:1 cannot read the topics: not allowed");
    }

    @Test
    void startsWhenRemainingNodesHaveJoined() throws InterruptedException {
        Coordinator coordinator = coordinator(true);
        transport.setAnswer("b:1", JoinGroup.class, join -> null);
        RemoteGroup group = group(coordinator);
        stepNanos = 40 * FakeCluster.SECOND;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> group.awaitJoined(new StopSignal()))
                .withMessage("the consumer group had not begun after 60 s at worker b:1");
        transport.disconnectNode("b:1", "closed");
        group.awaitJoined(new StopSignal());
        assertThat(transport.sentTo("a:1", JoinGroup.class)).hasSize(1);
    }

    @Test
    void reportsStopDuringStart() {
        Coordinator coordinator = coordinator(true);
        transport.setAnswer("b:1", JoinGroup.class, join -> null);
        RemoteGroup group = group(coordinator);
        StopSignal stop = new StopSignal();
        stop.raise();
        assertThatExceptionOfType(StoppedEarlyException.class)
                .isThrownBy(() -> group.awaitJoined(stop))
                .withMessage("stopped before the consumer group had begun");
    }

    @Test
    void stopDoesNotHideFailureDuringStart() {
        Coordinator coordinator = coordinator(true);
        transport.setAnswer("b:1", JoinGroup.class, join -> new Over(join.task(), "not allowed"));
        RemoteGroup group = group(coordinator);
        StopSignal stop = new StopSignal();
        stop.raise();
        assertThatThrownBy(() -> group.awaitJoined(stop))
                .isExactlyInstanceOf(RunFailedException.class)
                .hasMessage("worker b:1 cannot read the topics: not allowed");
    }

    @Test
    void allNodesLeaveAtTheEnd() {
        RemoteGroup group = group(coordinator(false));
        group.close();
        assertThat(transport.sentTo("a:1", EndTask.class)).hasSize(1);
        assertThat(transport.sentTo("b:1", EndTask.class)).hasSize(1);
    }
}
