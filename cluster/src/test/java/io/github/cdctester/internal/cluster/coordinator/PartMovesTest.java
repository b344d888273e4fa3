// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.cluster.message.Message.Connections;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.LoadPart;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests moves of a lost node's part to the remaining nodes. */
@Timeout(30)
class PartMovesTest {

    private static final long SECOND = FakeCluster.SECOND;
    private static final LoadSpec OPEN_LOOP = LoadSpec.openLoop(8, Rate.perSecond(100));

    private final FakeCluster fake = FakeCluster.elastic(OPEN_LOOP, "a:1", "b:1", "c:1");

    private int threadsOf(String node) {
        return fake.node(node).meter.summary(fake.node(node), List.of()).threads();
    }

    @Test
    void dividesPartsOfTwoLostNodes() throws Exception {
        fake.createPool(20).open(fake.nanos.get());
        fake.transport.disconnectNode("b:1", "gone"); // has workers 23 to 25, and every third start from the second one
        fake.transport.disconnectNode("c:1", "gone"); // has workers 26 and 27, and a share of b:1's part
        List<CreatePool> createdPools = fake.transport.sentTo("a:1", CreatePool.class);
        TreeSet<Integer> workers = new TreeSet<>();
        TreeSet<Integer> starts = new TreeSet<>();
        int assignments = 0;
        for (LoadPart part : createdPools.stream().map(CreatePool::part).toList()) {
            for (int i = 0; i < part.threads(); i++, assignments++) {
                workers.add(part.firstWorker() + i);
            }
            LoadShare share = part.share();
            for (int start = share.index(); start < 600; start += share.of(), assignments++) {
                starts.add(start);
            }
        }
        assertThat(workers)
                .containsExactlyElementsOf(IntStream.range(20, 28).boxed().toList());
        assertThat(starts).hasSize(600);
        assertThat(assignments).as("no start is executed twice").isEqualTo(608);
        assertThat(createdPools).extracting(CreatePool::task).doesNotHaveDuplicates();
        assertThat(createdPools)
                .extracting(part -> Objects.requireNonNull(part.numbers()).index())
                .containsOnly(0);
    }

    @Test
    void continuesScheduleAndCountsMissedStarts() throws Exception {
        WorkerPool pool = fake.createPool();
        long time = pool.open(fake.nanos.get());
        pool.endScheduleAt(time + 60 * SECOND);
        fake.nanos.set(time + SECOND);
        fake.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 3)));
        fake.nanos.set(time + 5 * SECOND);
        fake.transport.sendFrom("b:1", new Connections(1, List.of(17L, 18L)));
        fake.transport.disconnectNode("b:1", "gone");
        long startNanos = time + 5 * SECOND + fake.coordinator.leadNanos();
        CreatePool takeoverByA = fake.takeovers("a:1").get(0);
        assertThat(takeoverByA.connectionsToEnd()).containsExactly(17L, 18L);
        int takeoverNumber = takeoverByA.part().takeover();
        assertThat(fake.takeovers("c:1"))
                .singleElement()
                .matches(takeoverByC -> takeoverByC.part().takeover() == takeoverNumber);
        assertThat(fake.transport.sentTo("a:1", Open.class))
                .last()
                .isEqualTo(new Open(
                        takeoverByA.task(),
                        startNanos + FakeCluster.AHEAD_NANOS,
                        new ScheduleProgress(time, time, time + SECOND, startNanos)
                                .convertedTo(nanos -> nanos + FakeCluster.AHEAD_NANOS)));
        assertThat(fake.transport.sentTo("a:1", EndSchedule.class))
                .extracting(EndSchedule::task)
                .containsExactly(1, takeoverByA.task());
        // b:1 had 3 threads: c:1 with 2 threads gets 2 of them, and a:1 with 3 threads gets 1
        assertThat(fake.notes(pool, Code.NODE_PART_TAKEN_OVER)).hasSize(2).allSatisfy(move -> {
            assertThat((double) move.arguments().get("second")).isBetween(5.0, 5.1);
            assertThat((double) move.arguments().get("ratePerSecond")).isEqualTo(100.0 / 6);
        });
        assertThat(threadsOf("a:1") + threadsOf("c:1")).isEqualTo(8);
    }

    /** For example, a node connects slowly just after its start on a busy machine. */
    @Test
    void readyNodeDoesNotWaitForOthers() throws Exception {
        delayReadyReply("c:1");
        fake.createPool().open(fake.nanos.get());
        fake.transport.disconnectNode("b:1", "gone");
        long openNanosOfA = fake.nanos.get() + fake.coordinator.leadNanos();
        assertThat(fake.transport.sentTo("a:1", Open.class))
                .last()
                .matches(open -> open.atNanos() == openNanosOfA + FakeCluster.AHEAD_NANOS);
        fake.nanos.addAndGet(SECOND);
        fake.transport.sendFrom(
                "c:1", MessageSamples.poolCreated(fake.takeovers("c:1").get(0).task()));
        assertThat(fake.transport.sentTo("a:1", Open.class))
                .as("its own part and the part it took over")
                .hasSize(2);
        assertThat(fake.transport.sentTo("c:1", Open.class))
                .last()
                .matches(open -> open.atNanos() == openNanosOfA + SECOND + 3 * FakeCluster.AHEAD_NANOS);
    }

    private void delayReadyReply(String node) {
        fake.transport.setAnswer(
                node,
                CreatePool.class,
                part -> part.part().takeover() > 0 ? null : MessageSamples.poolCreated(part.task()));
    }

    @Test
    void dividesRemainingLimit() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.limitTo(300);
        pool.open(fake.nanos.get());
        fake.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 41)));
        fake.transport.disconnectNode("b:1", "gone");
        List<Long> limits = new ArrayList<>();
        for (CreatePool part : fake.takeovers("a:1", "c:1")) {
            for (String node : List.of("a:1", "c:1")) {
                fake.transport.sentTo(node, Limit.class).stream()
                        .filter(limit -> limit.task() == part.task())
                        .forEach(limit -> limits.add(limit.transactions()));
            }
        }
        assertThat(limits).containsExactlyInAnyOrder(30L, 29L);
    }

    @Test
    void movesPartOfStoppedNode() throws Exception {
        fake.createPool().open(fake.nanos.get());
        fake.transport.sendFrom("b:1", new Over(1, null));
        fake.transport.disconnectNode("b:1", "it was stopped");
        assertThat(fake.takeovers("a:1", "c:1")).hasSize(2);
    }

    @Test
    void doesNotMovePartOfFinishedNode() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.limitTo(300);
        pool.open(fake.nanos.get());
        fake.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 100)));
        fake.transport.disconnectNode("b:1", "gone");
        assertThat(fake.takeovers("a:1", "c:1")).isEmpty();
    }

    @Test
    void movesPartsOfNodeLostDuringTakeover() throws Exception {
        delayReadyReply("c:1");
        WorkerPool pool = fake.createPool(20);
        pool.limitTo(300);
        long time = pool.open(fake.nanos.get());
        fake.transport.sendFrom("b:1", new Connections(1, List.of(17L, 18L)));
        fake.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 40)));
        fake.transport.disconnectNode("b:1", "gone");
        fake.nanos.addAndGet(SECOND);
        fake.transport.disconnectNode("c:1", "gone");
        assertThat(fake.transport.sentTo("a:1", EndTask.class))
                .as("a:1 keeps the part that it took over first")
                .isEmpty();
        assertThat(fake.takeovers("a:1"))
                .as("a third of b:1's part, the two thirds of c:1, and c:1's own part")
                .extracting(one -> one.part().firstWorker(), one -> one.part().threads(), CreatePool::connectionsToEnd)
                .containsExactlyInAnyOrder(
                        tuple(25, 1, List.of(17L, 18L)), tuple(23, 2, List.of(17L, 18L)), tuple(26, 2, List.of()));
        assertThat(threadsOf("a:1")).isEqualTo(8);
        assertThat(fake.transport.sentTo("a:1", Limit.class))
                .extracting(Limit::transactions)
                .containsExactlyInAnyOrder(100L, 30L, 30L, 100L);
        assertThat(fake.transport.sentTo("a:1", Open.class))
                .filteredOn(open -> open.progress() != null)
                .extracting(open ->
                        Objects.requireNonNull(open.progress()).convertedTo(nanos -> nanos - FakeCluster.AHEAD_NANOS))
                .extracting(ScheduleProgress::originNanos, ScheduleProgress::lastReportNanos)
                .containsOnly(tuple(time, time));
        assertThat(fake.notes(pool, Code.NODE_PART_TAKEN_OVER))
                .extracting(move -> move.arguments().get("node"))
                .containsExactlyInAnyOrder("b:1", "b:1", "c:1");
    }

    @Test
    void continuesIfServerRejectsTakeover() throws Exception {
        fake.transport.setAnswer(
                "a:1",
                CreatePool.class,
                part -> part.part().takeover() > 0
                        ? new Failed(part.task(), "Too many connections")
                        : MessageSamples.poolCreated(part.task()));
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        fake.transport.disconnectNode("b:1", "gone");
        assertThat(pool.failure()).isEmpty();
        assertThat(fake.notes(pool, Code.NODE_PART_NOT_TAKEN_OVER))
                .containsExactly(Note.of(
                        Code.NODE_PART_NOT_TAKEN_OVER, "node", "b:1", "threads", 1, "reason", "Too many connections"));
        assertThat(fake.notes(pool, Code.NODE_PART_TAKEN_OVER))
                .as("c:1 can connect, and takes over the other threads")
                .extracting(move -> move.arguments().get("threads"))
                .containsExactly(2L);
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        pool.close();
    }

    @Test
    void movedPartOfNodeLostInPauseStartsAfterPause() throws Exception {
        WorkerPool pool = fake.createPool();
        long warmUpNanos = pool.open(fake.nanos.get());
        fake.nanos.set(warmUpNanos + 5 * SECOND);
        pool.pause(Long.MAX_VALUE);
        fake.transport.disconnectNode("b:1", "gone");
        int part = fake.takeovers("a:1").get(0).task();
        assertThat(fake.transport.sentTo("a:1", Open.class)).hasSize(1);
        fake.nanos.addAndGet(SECOND);
        long time = pool.open(fake.nanos.get());
        assertThat(fake.transport.sentTo("a:1", Open.class))
                .filteredOn(open -> open.task() == part)
                .extracting(open ->
                        Objects.requireNonNull(open.progress()).convertedTo(nanos -> nanos - FakeCluster.AHEAD_NANOS))
                .containsExactly(new ScheduleProgress(time - 5 * SECOND, time, time, time));
        assertThat(fake.transport.sentTo("a:1", Open.class))
                .filteredOn(open -> open.task() == 1)
                .extracting(Open::progress)
                .containsOnlyNulls();
    }

    @Test
    void stoppedLoadHasNoTakeover() throws Exception {
        fake.transport.setAnswer("b:1", Stop.class, stop -> null);
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        pool.stop(Duration.ZERO);
        fake.transport.disconnectNode("b:1", "gone");
        assertThat(fake.takeovers("a:1", "c:1")).isEmpty();
        assertThat(pool.awaitEnd(0)).isTrue();
    }
}
