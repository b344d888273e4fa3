// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.PoolCreated;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.Message.WriteUpdate;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.summary.LoadClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LostNodeTest {

    private final FakeCluster strictCluster = new FakeCluster(LoadSpec.closedLoop(4), false, "a:1", "b:1");
    private final FakeCluster tolerantCluster = new FakeCluster(LoadSpec.closedLoop(4), true, "a:1", "b:1");

    @Test
    void addsUpReportsOfNodes() throws Exception {
        WorkerPool pool = strictCluster.createPool();
        pool.open(strictCluster.nanos.get());
        strictCluster.transport.sendFrom("a:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 3)));
        strictCluster.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 4)));
        strictCluster.transport.setAnswer(
                "b:1", Pause.class, pause -> new Paused(1, MessageSamples.writeUpdate("oltp_insert", 20)));
        pool.pause(Long.MAX_VALUE);
        strictCluster.transport.sendFrom(
                "a:1",
                new Ended(
                        1,
                        MessageSamples.writeUpdate("oltp_insert", 100),
                        0,
                        MessageSamples.durations(),
                        MessageSamples.durations(),
                        MessageSamples.durations(),
                        MessageSamples.USAGE));
        assertThat(strictCluster.meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(127);
        assertThat(strictCluster.meter.counts().get(Metric.LOGGED_TRANSACTIONS)).isEqualTo(127);
        assertThat(strictCluster.meter.takeDurations().latency().count()).isEqualTo(127);
    }

    @Test
    void forwardsRowsAndCommits() throws Exception {
        List<String> commits = new ArrayList<>();
        CommitTracking tracking = new CommitTracking(
                (high, low, tag, number) -> commits.add(high + "/" + low + "/" + tag + "/" + number));
        strictCluster.trackCommits(tracking);
        strictCluster.meter.enableRowCounting();
        strictCluster.transport.setAnswer(
                "b:1",
                CreatePool.class,
                request -> new PoolCreated(request.task(), null, true, LoadClient.ofNative(request.load()), ""));
        WorkerPool pool = strictCluster.createPool();
        assertThat(tracking.isMariaDb()).isTrue();
        assertThat(strictCluster.transport.sentTo("a:1", CreatePool.class)).allMatch(create -> create.tracksCommits());
        assertThat(strictCluster.transport.sentTo("a:1", CreatePool.class)).allMatch(create -> create.countsRows());
        pool.open(strictCluster.nanos.get());
        WriteUpdate sample = MessageSamples.writeUpdate();
        WriteUpdate update =
                new WriteUpdate(WriteCounts.ZERO, WriteDurations.NOTHING, sample.rows(), sample.commits(), null);
        strictCluster.transport.sendFrom("a:1", new WriteProgress(1, update));
        strictCluster.transport.sendFrom("b:1", new WriteProgress(1, update));
        assertThat(strictCluster.meter.windowRows())
                .isEqualTo(Map.of(
                        "a", Map.of(RowKind.INSERT, 22L, RowKind.DELETE, 24L),
                        "b", Map.of(RowKind.UPDATE, 26L)));
        assertThat(commits).hasSize(8).contains("-1/" + Long.MIN_VALUE + "/tag/6", "0/1//" + Long.MAX_VALUE);
    }

    @Test
    void rejectsImpossibleReports() throws Exception {
        WorkerPool pool = strictCluster.createPool();
        pool.open(strictCluster.nanos.get());
        Ended endedMessage = new Ended(
                1,
                MessageSamples.writeUpdate("oltp_insert", 100),
                0,
                MessageSamples.durations(),
                MessageSamples.durations(),
                MessageSamples.durations(),
                MessageSamples.USAGE);
        strictCluster.transport.sendFrom("a:1", endedMessage);

        for (Message invalidReport : List.of(
                endedMessage,
                new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 3)),
                new Message.Connections(1, LongStream.range(0, 100_000).boxed().toList()))) {
            assertThatIllegalArgumentException()
                    .as(invalidReport.getClass().getSimpleName())
                    .isThrownBy(() -> strictCluster.transport.sendFrom("a:1", invalidReport));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> strictCluster.transport.sendFrom(
                        "b:1", new WriteProgress(1, MessageSamples.writeUpdate("no_such_kind", 3))))
                .withMessageContaining("kind");
        assertThat(strictCluster.meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(100);
    }

    @Test
    void reportsWhyCommitsAreNotTracked() throws Exception {
        CommitTracking tracking = new CommitTracking((high, low, tag, number) -> {});
        strictCluster.trackCommits(tracking);
        strictCluster.transport.setAnswer(
                "a:1",
                CreatePool.class,
                request -> new PoolCreated(
                        request.task(), "gtid_mode is OFF", false, LoadClient.ofNative(request.load()), ""));
        strictCluster.createPool();
        assertThat(tracking.refusal()).contains("gtid_mode is OFF");
    }

    @Test
    void lostNodeIsFailure() throws Exception {
        WorkerPool pool = strictCluster.createPool();
        pool.open(strictCluster.nanos.get());
        strictCluster.transport.disconnectNode("b:1", "it has closed its connection");
        assertThat(pool.failure())
                .get()
                .isInstanceOfSatisfying(
                        RunFailedException.class,
                        e -> assertThat(e).hasMessage("worker b:1 was lost: it has closed its connection"));
        assertThat(strictCluster.coordinator.isAllCounted()).isFalse();
        assertThat(strictCluster.transport.disconnectedNodes).containsExactly("b:1");
        strictCluster.transport.disconnectNode("b:1", "it has closed its connection");
        assertThat(strictCluster.transport.disconnectedNodes)
                .as("the node is disconnected once")
                .hasSize(1);
    }

    @Test
    void lostNodeEndsWait() throws Exception {
        WorkerPool pool = strictCluster.createPool();
        strictCluster.transport.setAnswer("b:1", Start.class, start -> {
            strictCluster.transport.disconnectNode("b:1", "its connection broke");
            return null;
        });
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(pool::start)
                .withMessage("worker b:1 was lost: its connection broke");
        pool.close();
        assertThat(strictCluster.transport.sentTo("b:1", EndTask.class))
                .as("no message is sent to a lost node")
                .isEmpty();
        assertThat(strictCluster.transport.sentTo("a:1", EndTask.class)).hasSize(1);
    }

    @Test
    void countsStartsOfNodeLostAtTheEnd() throws Exception {
        FakeCluster fake = new FakeCluster(LoadSpec.openLoop(8, Rate.perSecond(100)), true, "a:1", "b:1", "c:1");
        WorkerPool pool = fake.createPool();
        long time = pool.open(fake.nanos.get());
        pool.endScheduleAt(time + 4 * FakeCluster.SECOND);
        fake.nanos.set(time + FakeCluster.SECOND);
        fake.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 33)));
        fake.nanos.set(time + 4 * FakeCluster.SECOND);
        fake.transport.setAnswer("b:1", Stop.class, stop -> null);
        assertThat(pool.stop(Duration.ZERO)).isFalse();
        fake.nanos.set(time + 8 * FakeCluster.SECOND);
        fake.transport.disconnectNode("b:1", "gone");
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        // b:1 has a third of 100 starts/s for 4 s; the other nodes report their own starts
        assertThat(pool.scheduledStarts(time + 4 * FakeCluster.SECOND)).isBetween(133L, 134L);
        assertThat(pool.waitingTimes(time + 4 * FakeCluster.SECOND).count()).isBetween(100L, 101L);
        assertThat(pool.waitingTimes(time + 4 * FakeCluster.SECOND).maxMillis()).isBetween(2_960.0, 3_001.0);
    }

    @Test
    void otherNodesContinueIfLossIsTolerated() throws Exception {
        WorkerPool pool = tolerantCluster.createPool();
        pool.open(tolerantCluster.nanos.get());
        tolerantCluster.transport.disconnectNode("b:1", "its connection broke");
        assertThat(pool.failure()).isEmpty();
        assertThat(pool.awaitEnd(0)).as("a:1 is still writing").isFalse();
        Note lossNote = Note.of(Note.Code.NODE_LOST, "node", "b:1", "connection", "its connection broke");
        Note move = Note.of(Note.Code.NODE_PART_TAKEN_OVER, "node", "b:1", "to", "a:1", "second", 0.0, "threads", 2);
        assertThat(tolerantCluster.notes).containsExactly(lossNote, move);
        assertThat(pool.awaitEnd(0)).isFalse();
        assertThat(tolerantCluster.notes).as("the loss is reported once").hasSize(2);
        pool.pause(Long.MAX_VALUE);
        pool.open(tolerantCluster.nanos.get());
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        assertThat(tolerantCluster.coordinator.isAllCounted()).isFalse();
        pool.close();
    }

    /** The node that takes over the part once took 30 s to answer a ping. */
    @Test
    void slowAnswerDelaysMovedPartByOneSecond() throws Exception {
        tolerantCluster.createPool().open(tolerantCluster.nanos.get());
        long now = tolerantCluster.nanos.get();
        tolerantCluster
                .node("a:1")
                .recordPong(new Pong(now - 30 * FakeCluster.SECOND, now, 0, MessageSamples.USAGE), now, 0);
        tolerantCluster.transport.disconnectNode("b:1", "gone");
        assertThat(tolerantCluster.transport.sentTo("a:1", Open.class))
                .last()
                .extracting(Open::atNanos)
                .isEqualTo(now + 1_050 * FakeCluster.MILLI + FakeCluster.AHEAD_NANOS);
    }

    @Test
    void lossOfLastNodeIsFailure() throws Exception {
        WorkerPool pool = tolerantCluster.createPool();
        tolerantCluster.transport.disconnectNode("b:1", "its connection broke");
        tolerantCluster.transport.disconnectNode("a:1", "it has closed its connection");
        assertThat(pool.failure()).get().isInstanceOf(RunFailedException.class);
        assertThatExceptionOfType(RunFailedException.class)
                .as("no node is left for the next load")
                .isThrownBy(tolerantCluster::createPool)
                .withMessageStartingWith("worker a:1 was lost: ");
    }

    @Test
    void dividesNextLoadAmongRemainingNodes() throws Exception {
        tolerantCluster.transport.disconnectNode("a:1", "its connection broke");
        tolerantCluster.createPool();
        assertThat(tolerantCluster.transport.sentTo("a:1", CreatePool.class)).isEmpty();
        assertThat(tolerantCluster.transport.sentTo("b:1", CreatePool.class))
                .singleElement()
                .satisfies(create -> {
                    assertThat(create.part().threads()).isEqualTo(4);
                    assertThat(create.part().share()).isEqualTo(LoadShare.ALL);
                });
    }

    @Test
    void failureOfNodeIsFailureOfLoad() throws Exception {
        WorkerPool pool = tolerantCluster.createPool();
        pool.open(tolerantCluster.nanos.get());
        tolerantCluster.transport.sendFrom("b:1", new Failed(1, "Table 'sbtest1' doesn't exist"));
        tolerantCluster.transport.sendFrom("b:1", new Failed(1, "and another thing"));
        assertThat(pool.failure())
                .get()
                .isInstanceOf(RunFailedException.class)
                .hasFieldOrPropertyWithValue("message", "worker b:1 failed: Table 'sbtest1' doesn't exist");
    }

    @Test
    void failedCleanupOfNodeIsFailure() throws Exception {
        WorkerPool pool = strictCluster.createPool();
        strictCluster.transport.setAnswer(
                "b:1", EndTask.class, endTask -> new Over(endTask.task(), "cdc-tester-writer-2 did not end"));
        pool.close();
        assertThat(pool.failure()).get().asString().contains("worker b:1 failed: cdc-tester-writer-2 did not end");
    }

    @Test
    void namesNodeThatDoesNotEnd() throws Exception {
        WorkerPool pool = strictCluster.createPool();
        strictCluster.transport.setAnswer("b:1", EndTask.class, endTask -> null);
        strictCluster.stepNanos = 30 * FakeCluster.SECOND;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(pool::close)
                .withMessage("workers did not end within 25 s after the request: b:1");
    }

    @Test
    void separatesTwoLoads() throws Exception {
        WorkerPool first = strictCluster.createPool();
        WorkerPool second = strictCluster.createPool(4);
        strictCluster.transport.sendFrom("a:1", new Failed(2, "broken"));
        assertThat(first.failure()).isEmpty();
        assertThat(second.failure()).isPresent();
        strictCluster.transport.sendFrom("a:1", new Failed(3, "a pool that there is not"));
        assertThat(first.failure()).isEmpty();
    }
}
