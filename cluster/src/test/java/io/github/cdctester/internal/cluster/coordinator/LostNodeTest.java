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

/** Tests the reports of nodes and the loss of nodes. */
@Timeout(30)
class LostNodeTest {

    private final FakeCluster strict = new FakeCluster(LoadSpec.closedLoop(4), false, "a:1", "b:1");
    private final FakeCluster tolerant = new FakeCluster(LoadSpec.closedLoop(4), true, "a:1", "b:1");

    @Test
    void addsUpReportsOfNodes() throws Exception {
        WorkerPool pool = strict.createPool();
        pool.open(strict.nanos.get());
        strict.transport.sendFrom("a:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 3)));
        strict.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 4)));
        strict.transport.setAnswer(
                "b:1", Pause.class, pause -> new Paused(1, MessageSamples.writeUpdate("oltp_insert", 20)));
        pool.pause();
        strict.transport.sendFrom(
                "a:1",
                new Ended(
                        1,
                        MessageSamples.writeUpdate("oltp_insert", 100),
                        0,
                        MessageSamples.durations(),
                        MessageSamples.durations(),
                        MessageSamples.durations(),
                        MessageSamples.USAGE));
        assertThat(strict.meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(127);
        assertThat(strict.meter.counts().get(Metric.LOGGED_TRANSACTIONS)).isEqualTo(127);
        assertThat(strict.meter.takeDurations().latency().count()).isEqualTo(127);
    }

    @Test
    void forwardsRowsAndCommits() throws Exception {
        List<String> commits = new ArrayList<>();
        CommitTracking tracking = new CommitTracking(
                (high, low, tag, number) -> commits.add(high + "/" + low + "/" + tag + "/" + number));
        strict.trackCommits(tracking);
        strict.meter.enableRowCounting();
        strict.transport.setAnswer(
                "b:1",
                CreatePool.class,
                request -> new PoolCreated(request.task(), null, true, LoadClient.ofNative(request.load()), ""));
        WorkerPool pool = strict.createPool();
        assertThat(tracking.isMariaDb()).isTrue();
        assertThat(strict.transport.sentTo("a:1", CreatePool.class)).allMatch(create -> create.tracksCommits());
        assertThat(strict.transport.sentTo("a:1", CreatePool.class)).allMatch(create -> create.countsRows());
        pool.open(strict.nanos.get());
        WriteUpdate sample = MessageSamples.writeUpdate();
        WriteUpdate update =
                new WriteUpdate(WriteCounts.ZERO, WriteDurations.NOTHING, sample.rows(), sample.commits(), null);
        strict.transport.sendFrom("a:1", new WriteProgress(1, update));
        strict.transport.sendFrom("b:1", new WriteProgress(1, update));
        assertThat(strict.meter.windowRows())
                .isEqualTo(Map.of(
                        "a", Map.of(RowKind.INSERT, 22L, RowKind.DELETE, 24L),
                        "b", Map.of(RowKind.UPDATE, 26L)));
        assertThat(commits).hasSize(8).contains("-1/" + Long.MIN_VALUE + "/tag/6", "0/1//" + Long.MAX_VALUE);
    }

    @Test
    void rejectsImpossibleReports() throws Exception {
        WorkerPool pool = strict.createPool();
        pool.open(strict.nanos.get());
        Ended ended = new Ended(
                1,
                MessageSamples.writeUpdate("oltp_insert", 100),
                0,
                MessageSamples.durations(),
                MessageSamples.durations(),
                MessageSamples.durations(),
                MessageSamples.USAGE);
        strict.transport.sendFrom("a:1", ended);

        for (Message invalidReport : List.of(
                ended,
                new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 3)),
                new Message.Connections(1, LongStream.range(0, 100_000).boxed().toList()))) {
            assertThatIllegalArgumentException()
                    .as(invalidReport.getClass().getSimpleName())
                    .isThrownBy(() -> strict.transport.sendFrom("a:1", invalidReport));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> strict.transport.sendFrom(
                        "b:1", new WriteProgress(1, MessageSamples.writeUpdate("no_such_kind", 3))))
                .withMessageContaining("kind");
        assertThat(strict.meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(100);
    }

    @Test
    void reportsWhyCommitsAreNotTracked() throws Exception {
        CommitTracking tracking = new CommitTracking((high, low, tag, number) -> {});
        strict.trackCommits(tracking);
        strict.transport.setAnswer(
                "a:1",
                CreatePool.class,
                request -> new PoolCreated(
                        request.task(), "gtid_mode is OFF", false, LoadClient.ofNative(request.load()), ""));
        strict.createPool();
        assertThat(tracking.refusal()).contains("gtid_mode is OFF");
    }

    @Test
    void lostNodeIsFailure() throws Exception {
        WorkerPool pool = strict.createPool();
        pool.open(strict.nanos.get());
        strict.transport.disconnectNode("b:1", "it has closed its connection");
        assertThat(pool.failure())
                .get()
                .isInstanceOfSatisfying(
                        RunFailedException.class,
                        e -> assertThat(e).hasMessage("worker b:1 was lost: it has closed its connection"));
        assertThat(strict.coordinator.isAllCounted()).isFalse();
        assertThat(strict.transport.disconnected).containsExactly("b:1");
        strict.transport.disconnectNode("b:1", "it has closed its connection");
        assertThat(strict.transport.disconnected)
                .as("the node is disconnected once")
                .hasSize(1);
    }

    @Test
    void lostNodeEndsWait() throws Exception {
        WorkerPool pool = strict.createPool();
        strict.transport.setAnswer("b:1", Start.class, start -> {
            strict.transport.disconnectNode("b:1", "its connection broke");
            return null;
        });
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(pool::start)
                .withMessage("worker b:1 was lost: its connection broke");
        pool.close();
        assertThat(strict.transport.sentTo("b:1", EndTask.class))
                .as("no message is sent to a lost node")
                .isEmpty();
        assertThat(strict.transport.sentTo("a:1", EndTask.class)).hasSize(1);
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
        assertThat(pool.scheduled(time + 4 * FakeCluster.SECOND)).isBetween(133L, 134L);
        assertThat(pool.waiting(time + 4 * FakeCluster.SECOND).count()).isBetween(100L, 101L);
        assertThat(pool.waiting(time + 4 * FakeCluster.SECOND).maxMillis()).isBetween(2_960.0, 3_001.0);
    }

    @Test
    void otherNodesContinueIfLossIsTolerated() throws Exception {
        WorkerPool pool = tolerant.createPool();
        pool.open(tolerant.nanos.get());
        tolerant.transport.disconnectNode("b:1", "its connection broke");
        assertThat(pool.failure()).isEmpty();
        assertThat(pool.awaitEnd(0)).as("a:1 is still writing").isFalse();
        Note lost = Note.of(Note.Code.NODE_LOST, "node", "b:1", "connection", "its connection broke");
        Note move = Note.of(Note.Code.NODE_PART_TAKEN_OVER, "node", "b:1", "to", "a:1", "second", 0.0, "threads", 2);
        assertThat(tolerant.notes).containsExactly(lost, move);
        assertThat(pool.awaitEnd(0)).isFalse();
        assertThat(tolerant.notes).as("the loss is reported once").hasSize(2);
        pool.pause();
        pool.open(tolerant.nanos.get());
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        assertThat(tolerant.coordinator.isAllCounted()).isFalse();
        pool.close();
    }

    /** The next owner of the part once took 30 s to answer. */
    @Test
    void slowAnswerDelaysMovedPartByOneSecond() throws Exception {
        tolerant.createPool().open(tolerant.nanos.get());
        long now = tolerant.nanos.get();
        tolerant.node("a:1").recordPong(new Pong(now - 30 * FakeCluster.SECOND, now, 0, MessageSamples.USAGE), now, 0);
        tolerant.transport.disconnectNode("b:1", "gone");
        assertThat(tolerant.transport.sentTo("a:1", Open.class))
                .last()
                .extracting(Open::atNanos)
                .isEqualTo(now + 1_050 * FakeCluster.MILLI + FakeCluster.AHEAD);
    }

    @Test
    void lossOfLastNodeIsFailure() throws Exception {
        WorkerPool pool = tolerant.createPool();
        tolerant.transport.disconnectNode("b:1", "its connection broke");
        tolerant.transport.disconnectNode("a:1", "it has closed its connection");
        assertThat(pool.failure()).get().isInstanceOf(RunFailedException.class);
        assertThatExceptionOfType(RunFailedException.class)
                .as("no node is left for the next load")
                .isThrownBy(tolerant::createPool)
                .withMessageStartingWith("worker a:1 was lost: ");
    }

    @Test
    void dividesNextLoadAmongRemainingNodes() throws Exception {
        tolerant.transport.disconnectNode("a:1", "its connection broke");
        tolerant.createPool();
        assertThat(tolerant.transport.sentTo("a:1", CreatePool.class)).isEmpty();
        assertThat(tolerant.transport.sentTo("b:1", CreatePool.class))
                .singleElement()
                .satisfies(create -> {
                    assertThat(create.part().threads()).isEqualTo(4);
                    assertThat(create.part().share()).isEqualTo(LoadShare.ALL);
                });
    }

    @Test
    void failureOfNodeIsFailureOfLoad() throws Exception {
        WorkerPool pool = tolerant.createPool();
        pool.open(tolerant.nanos.get());
        tolerant.transport.sendFrom("b:1", new Failed(1, "Table 'sbtest1' doesn't exist"));
        tolerant.transport.sendFrom("b:1", new Failed(1, "and another thing"));
        assertThat(pool.failure())
                .get()
                .isInstanceOf(RunFailedException.class)
                .hasFieldOrPropertyWithValue("message", "worker b:1 failed: Table 'sbtest1' doesn't exist");
    }

    @Test
    void failedCleanupOfNodeIsFailure() throws Exception {
        WorkerPool pool = strict.createPool();
        strict.transport.setAnswer(
                "b:1", EndTask.class, endTask -> new Over(endTask.task(), "cdc-tester-writer-2 did not end"));
        pool.close();
        assertThat(pool.failure()).get().asString().contains("worker b:1 failed: cdc-tester-writer-2 did not end");
    }

    @Test
    void namesNodeThatDoesNotEnd() throws Exception {
        WorkerPool pool = strict.createPool();
        strict.transport.setAnswer("b:1", EndTask.class, endTask -> null);
        strict.stepNanos = 30 * FakeCluster.SECOND;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(pool::close)
                .withMessage("workers did not end within 25 s after the request: b:1");
    }

    @Test
    void separatesTwoLoads() throws Exception {
        WorkerPool first = strict.createPool();
        WorkerPool second = strict.createPool(4);
        strict.transport.sendFrom("a:1", new Failed(2, "broken"));
        assertThat(first.failure()).isEmpty();
        assertThat(second.failure()).isPresent();
        strict.transport.sendFrom("a:1", new Failed(3, "a pool that there is not"));
        assertThat(first.failure()).isEmpty();
    }
}
