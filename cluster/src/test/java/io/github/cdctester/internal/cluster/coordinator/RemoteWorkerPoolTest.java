// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.storm.StormFamily;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RemoteWorkerPoolTest {

    private static final long SECOND = FakeCluster.SECOND;
    private static final long LEAD_NANOS = 50 * FakeCluster.MILLI + 2 * FakeCluster.ROUND_TRIP_NANOS;

    private final LoadSpec load = LoadSpec.openLoop(8, Rate.perSecond(100));
    private final FakeCluster fake = new FakeCluster(load, false, "a:1", "b:1", "c:1");

    private List<CreatePool> parts() {
        return fake.transport.sentMessages.stream()
                .filter(sentMessage -> sentMessage.message() instanceof CreatePool)
                .map(sentMessage -> (CreatePool) sentMessage.message())
                .toList();
    }

    @Test
    void createsPartOnEachNode() throws Exception {
        fake.createPool(20);
        assertThat(parts()).extracting(pool -> pool.part().threads()).containsExactly(3, 3, 2);
        assertThat(parts()).extracting(pool -> pool.part().firstWorker()).containsExactly(20, 23, 26);
        assertThat(parts())
                .extracting(pool -> pool.part().share())
                .containsExactly(new LoadShare(0, 3), new LoadShare(1, 3), new LoadShare(2, 3));
        assertThat(parts()).extracting(CreatePool::load).containsOnly("oltp_insert");
        assertThat(parts())
                .extracting(part -> part.plan().endpoint().password().reveal())
                .containsOnly("geheim");
        assertThat(parts()).allSatisfy(part -> {
            assertThat(part.plan().text()).doesNotContain("geheim");
            assertThat(part.plan().plan()).isEqualTo(FakeCluster.plan(load).withoutPasswords());
            assertThat(part.countsRows()).isFalse();
            assertThat(part.tracksCommits()).isFalse();
        });
    }

    @Test
    void refusesMoreNodesThanWorkers() {
        FakeCluster twoNodes = new FakeCluster(LoadSpec.closedLoop(1), false, "a:1", "b:1");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(twoNodes::createPool)
                .withMessage("there are 2 worker nodes, but oltp_insert has 1 thread: give each node at least one");
        assertThat(twoNodes.transport.sentMessages).isEmpty();
    }

    @Test
    void refusesMoreNodesThanStormTables() {
        LoadSpec threads = LoadSpec.closedLoop(12);
        WorkloadSpec storm = new StormFamily.Storm(10, List.of("all"), 0, 1, 7, false, new BitSet(), Optional.empty());
        String[] addresses = IntStream.rangeClosed(1, 12)
                .mapToObj(number -> "node-" + number + ":1")
                .toArray(String[]::new);
        FakeCluster tooManyNodes = new FakeCluster(threads, false, addresses);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> tooManyNodes.coordinator.check(NamedLoad.of(storm, threads)))
                .withMessageContaining("tables: 10, must be at least 12 with storm, one for each worker node");
        fake.coordinator.check(NamedLoad.of(storm, threads));
        assertThat(fake.transport.sentMessages).isEmpty();
    }

    @Test
    void nodeThatCannotConnectEndsStart() {
        fake.transport.setAnswer(
                "b:1", CreatePool.class, create -> new Failed(create.task(), "Access denied for user 'root'"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(fake::createPool)
                .withMessage("worker b:1 failed: Access denied for user 'root'");
        assertThat(fake.transport.sentTo("a:1", EndTask.class))
                .as("the other nodes end as well")
                .hasSize(1);
        assertThat(fake.transport.sentTo("b:1", EndTask.class)).hasSize(1);
    }

    @Test
    void startsAllNodes() throws Exception {
        fake.createPool().start();
        for (String node : List.of("a:1", "b:1", "c:1")) {
            assertThat(fake.transport.sentTo(node, Start.class)).hasSize(1);
        }
    }

    @Test
    void namesSilentNode() throws Exception {
        WorkerPool pool = fake.createPool();
        fake.transport.setAnswer("b:1", Start.class, start -> null);
        fake.transport.setAnswer("c:1", Start.class, start -> null);
        fake.stepNanos = 200 * SECOND;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(pool::start)
                .withMessage("no answer within 120 s from worker b:1, c:1");
    }

    @Test
    void opensAllNodesAtSameTime() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.start();
        long time = fake.nanos.get() + LEAD_NANOS;
        assertThat(pool.open(time)).isEqualTo(time);
        for (int i = 0; i < 3; i++) {
            assertThat(fake.transport.sentTo(fake.coordinator.nodes.get(i).address, Open.class))
                    .extracting(Open::atNanos)
                    .containsExactly(time + (i + 1) * FakeCluster.AHEAD_NANOS);
        }
    }

    @Test
    void leadIsBounded() {
        long now = fake.nanos.get();
        fake.coordinator.nodes.get(0).recordPong(new Pong(now - 30 * SECOND, now, 0, MessageSamples.USAGE), now, 0);
        assertThat(fake.coordinator.leadNanos()).isEqualTo(1_050 * FakeCluster.MILLI);
    }

    @Test
    void opensLaterIfLeadIsTooShort() throws Exception {
        WorkerPool pool = fake.createPool();
        long now = fake.nanos.get();
        assertThat(fake.coordinator.leadNanos()).isEqualTo(LEAD_NANOS);
        assertThat(pool.open(now)).isEqualTo(now + LEAD_NANOS);
        assertThat(pool.open(now + LEAD_NANOS / 2))
                .as("a message arrives in time")
                .isEqualTo(now + LEAD_NANOS / 2);
    }

    @Test
    void slowNodeExtendsLead() throws Exception {
        WorkerPool pool = fake.createPool();
        long now = fake.nanos.get();
        long roundTrip = 300 * FakeCluster.MILLI;
        fake.node("b:1").recordPong(new Pong(now - roundTrip, now, 0, MessageSamples.USAGE), now, 0);
        assertThat(pool.open(now)).isEqualTo(now + 50 * FakeCluster.MILLI + 2 * roundTrip);
    }

    @Test
    void endsScheduleOfAllNodesAtSameTime() throws Exception {
        WorkerPool pool = fake.createPool();
        long time = fake.nanos.get() + 10 * SECOND;
        pool.endScheduleAt(time);
        assertThat(fake.transport.sentTo("c:1", EndSchedule.class))
                .extracting(EndSchedule::atNanos)
                .containsExactly(time + 3 * FakeCluster.AHEAD_NANOS);
    }

    @Test
    void pausesAllNodes() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        pool.pause(Long.MAX_VALUE);
        pool.open(fake.nanos.get());
        pool.pause(Long.MAX_VALUE);
        assertThat(fake.transport.sentTo("b:1", Pause.class)).hasSize(2);
    }

    @Test
    void waitsForPauseUpToTimeout() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        fake.transport.setAnswer("b:1", Pause.class, pause -> null);
        assertThat(pool.pause(0)).isFalse();
        fake.transport.sendFrom("b:1", new Paused(1, MessageSamples.writeUpdate("oltp_insert", 20)));
        assertThat(pool.pause(0)).isTrue();
        assertThat(fake.transport.sentTo("b:1", Pause.class))
                .as("the request is sent once")
                .hasSize(1);
    }

    @Test
    void dividesLimit() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.limitTo(8);
        assertThat(fake.transport.sentMessages.stream()
                        .filter(sentMessage -> sentMessage.message() instanceof Limit)
                        .map(sentMessage -> ((Limit) sentMessage.message()).transactions()))
                .containsExactly(3L, 3L, 2L);
    }

    @Test
    void stopsNodeWithoutShareOfLimit() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.limitTo(2);
        assertThat(fake.transport.sentTo("a:1", Limit.class))
                .extracting(Limit::transactions)
                .containsExactly(1L);
        assertThat(fake.transport.sentTo("c:1", Limit.class)).isEmpty();
        assertThat(fake.transport.sentTo("c:1", Stop.class)).hasSize(1);
        assertThat(pool.awaitEnd(0)).as("the other nodes continue").isFalse();
    }

    @Test
    void endsWhenAllNodesHaveEnded() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        fake.transport.setAnswer("b:1", Stop.class, stop -> null);
        assertThat(pool.stop(Duration.ZERO)).isFalse();
        fake.transport.sendFrom("b:1", FakeNodes.ended(1, 7, MessageSamples.durations(5)));
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        assertThat(fake.transport.sentTo("a:1", Stop.class))
                .as("the request is sent once")
                .hasSize(1);
        assertThat(pool.awaitEnd(0)).isTrue();
        assertThat(pool.failure()).isEmpty();
    }

    @Test
    void addsUpSchedulesAndWaitingStarts() throws Exception {
        WorkerPool pool = fake.createPool();
        for (String node : List.of("a:1", "b:1", "c:1")) {
            fake.transport.sendFrom(node, FakeNodes.ended(1, 30, MessageSamples.durations(5_000, 6_000)));
        }
        assertThat(pool.scheduledStarts(0)).isEqualTo(90);
        assertThat(pool.waitingTimes(0).count()).isEqualTo(6);
        assertThat(pool.waitingTimes(0).maxMillis()).isBetween(5.99, 6.01);
    }

    @Test
    void cancelsAllNodes() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.cancel();
        pool.cancel();
        assertThat(fake.transport.sentTo("a:1", Cancel.class)).hasSize(2);
        assertThat(fake.transport.sentTo("c:1", Cancel.class)).hasSize(2);
    }

    @Test
    void repeatedCloseEndsTasksOnce() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.close();
        fake.transport.setAnswer("a:1", EndTask.class, endTask -> {
            throw new AssertionError("the node does not know that pool any more, and would not answer");
        });
        pool.close();
        assertThat(fake.transport.sentTo("a:1", EndTask.class)).hasSize(1);
        fake.transport.sendFrom(
                "a:1",
                new Ended(
                        1,
                        MessageSamples.writeUpdate("oltp_insert", 3),
                        0,
                        MessageSamples.durations(1),
                        MessageSamples.durations(),
                        MessageSamples.durations(),
                        MessageSamples.USAGE));
        assertThat(fake.meter.counts().get(Metric.WRITE_TRANSACTIONS))
                .as("a report of a closed pool is ignored")
                .isZero();
    }
}
