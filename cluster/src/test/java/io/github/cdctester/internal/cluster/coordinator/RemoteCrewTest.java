// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.CloseCrew;
import io.github.cdctester.internal.cluster.message.Message.CreateCrew;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.WorkerPool;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the nodes of one load are told. */
@Timeout(30)
class RemoteCrewTest {

    private static final long SECOND = FakeCluster.SECOND;
    private static final long LEAD = 50 * FakeCluster.MILLI + 2 * FakeCluster.ROUND_TRIP;

    private final LoadSpec load = LoadSpec.openLoop(8, Rate.perSecond(100));
    private final FakeCluster fake = new FakeCluster(load, false, "a:1", "b:1", "c:1");

    private List<CreateCrew> parts() {
        return fake.transport.sent.stream()
                .filter(one -> one.message() instanceof CreateCrew)
                .map(one -> (CreateCrew) one.message())
                .toList();
    }

    @Test
    void hiresAPartOnEachNode() throws Exception {
        fake.createCrew(20);
        assertThat(parts()).extracting(CreateCrew::threads).containsExactly(3, 3, 2);
        assertThat(parts()).extracting(CreateCrew::firstWorker).containsExactly(20, 23, 26);
        assertThat(parts()).extracting(CreateCrew::index).containsExactly(0, 1, 2);
        assertThat(parts()).extracting(CreateCrew::nodes).containsOnly(3);
        assertThat(parts()).extracting(CreateCrew::load).containsOnly("oltp_insert");
        assertThat(parts()).extracting(part -> part.plan().password()).containsOnly("geheim");
        assertThat(parts()).allSatisfy(part -> {
            assertThat(part.plan().text()).doesNotContain("geheim");
            assertThat(part.plan().plan()).isEqualTo(FakeCluster.plan(load).withoutPasswords());
            assertThat(part.countsRows()).isFalse();
            assertThat(part.tracksCommits()).isFalse();
        });
    }

    @Test
    void refusesMoreNodesThanWorkers() {
        FakeCluster two = new FakeCluster(LoadSpec.closedLoop(1), false, "a:1", "b:1");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(two::createCrew)
                .withMessage("there are 2 worker nodes, but oltp_insert has 1 thread: give each node at least one");
        assertThat(two.transport.sent).isEmpty();
    }

    @Test
    void whoCannotConnectEndsTheHiring() {
        fake.transport.when(
                "b:1", CreateCrew.class, create -> new Failed(create.crew(), "Access denied for user 'root'"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(fake::createCrew)
                .withMessage("worker b:1 failed: Access denied for user 'root'");
        assertThat(fake.transport.toldTo("a:1", CloseCrew.class))
                .as("nobody is left behind")
                .hasSize(1);
        assertThat(fake.transport.toldTo("b:1", CloseCrew.class)).hasSize(1);
    }

    @Test
    void startsAllOfThem() throws Exception {
        fake.createCrew().start();
        for (String node : List.of("a:1", "b:1", "c:1")) {
            assertThat(fake.transport.toldTo(node, Start.class)).hasSize(1);
        }
    }

    @Test
    void namesWhoDoesNotAnswer() throws Exception {
        WorkerPool crew = fake.createCrew();
        fake.transport.when("b:1", Start.class, start -> null);
        fake.transport.when("c:1", Start.class, start -> null);
        fake.stepNanos = 200 * SECOND;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(crew::start)
                .withMessage("no answer within 120 s of worker b:1, c:1");
    }

    @Test
    void opensAllAtOneMomentByEachNodesClock() throws Exception {
        WorkerPool crew = fake.createCrew();
        crew.start();
        long at = fake.nanos.get() + LEAD;
        assertThat(crew.open(at)).isEqualTo(at);
        for (int i = 0; i < 3; i++) {
            assertThat(fake.transport.toldTo(fake.coordinator.nodes().get(i).address(), Open.class))
                    .extracting(Open::atNanos)
                    .containsExactly(at + (i + 1) * FakeCluster.AHEAD);
        }
    }

    @Test
    void opensLaterWhereItIsToldTooLate() throws Exception {
        WorkerPool crew = fake.createCrew();
        long now = fake.nanos.get();
        assertThat(fake.coordinator.leadNanos()).isEqualTo(LEAD);
        assertThat(crew.open(now)).isEqualTo(now + LEAD);
        assertThat(crew.open(now + LEAD / 2)).as("that is enough").isEqualTo(now + LEAD / 2);
    }

    @Test
    void endsTheScheduleAtOneMomentByEachNodesClock() throws Exception {
        WorkerPool crew = fake.createCrew();
        long at = fake.nanos.get() + 10 * SECOND;
        crew.endScheduleAt(at);
        assertThat(fake.transport.toldTo("c:1", EndSchedule.class))
                .extracting(EndSchedule::atNanos)
                .containsExactly(at + 3 * FakeCluster.AHEAD);
    }

    @Test
    void holdsAllOfThem() throws Exception {
        WorkerPool crew = fake.createCrew();
        crew.open(fake.nanos.get());
        crew.pause();
        crew.open(fake.nanos.get());
        crew.pause();
        assertThat(fake.transport.toldTo("b:1", Pause.class)).hasSize(2);
    }

    @Test
    void dividesALimit() throws Exception {
        WorkerPool crew = fake.createCrew();
        crew.limitTo(8);
        assertThat(fake.transport.sent.stream()
                        .filter(one -> one.message() instanceof Limit)
                        .map(one -> ((Limit) one.message()).transactions()))
                .containsExactly(3L, 3L, 2L);
    }

    @Test
    void whoHasNoPartOfALimitEndsAtOnce() throws Exception {
        WorkerPool crew = fake.createCrew();
        crew.limitTo(2);
        assertThat(fake.transport.toldTo("a:1", Limit.class))
                .extracting(Limit::transactions)
                .containsExactly(1L);
        assertThat(fake.transport.toldTo("c:1", Limit.class)).isEmpty();
        assertThat(fake.transport.toldTo("c:1", Stop.class)).hasSize(1);
        assertThat(crew.awaitEnd(0)).as("the others go on").isFalse();
    }

    @Test
    void endsWhenAllHaveEnded() throws Exception {
        WorkerPool crew = fake.createCrew();
        crew.open(fake.nanos.get());
        fake.transport.when("b:1", Stop.class, stop -> null);
        assertThat(crew.stop(Duration.ZERO)).isFalse();
        fake.transport.say("b:1", FakeNodes.ended(1, 7, MessageSamples.taken(5)));
        assertThat(crew.stop(Duration.ZERO)).isTrue();
        assertThat(fake.transport.toldTo("a:1", Stop.class)).as("asked once").hasSize(1);
        assertThat(crew.awaitEnd(0)).isTrue();
        assertThat(crew.failure()).isEmpty();
    }

    @Test
    void addsUpSchedulesAndWhatWasLeftWaiting() throws Exception {
        WorkerPool crew = fake.createCrew();
        for (String node : List.of("a:1", "b:1", "c:1")) {
            fake.transport.say(node, FakeNodes.ended(1, 30, MessageSamples.taken(5_000, 6_000)));
        }
        assertThat(crew.scheduled(0)).isEqualTo(90);
        assertThat(crew.waiting(0).count()).isEqualTo(6);
        assertThat(crew.waiting(0).maxMillis()).isBetween(5.99, 6.01);
    }

    @Test
    void cancelsAllOfThem() throws Exception {
        WorkerPool crew = fake.createCrew();
        crew.cancel();
        crew.cancel();
        assertThat(fake.transport.toldTo("a:1", Cancel.class)).hasSize(2);
        assertThat(fake.transport.toldTo("c:1", Cancel.class)).hasSize(2);
    }

    @Test
    void dismissesThemOnceHoweverOftenItIsClosed() throws Exception {
        WorkerPool crew = fake.createCrew();
        crew.close();
        fake.transport.when("a:1", CloseCrew.class, dismiss -> {
            throw new AssertionError("the node does not know that crew any more, and would not answer");
        });
        crew.close();
        assertThat(fake.transport.toldTo("a:1", CloseCrew.class)).hasSize(1);
        fake.transport.say(
                "a:1",
                new Ended(
                        1,
                        MessageSamples.done("oltp_insert", 3),
                        0,
                        MessageSamples.taken(1),
                        MessageSamples.taken(),
                        MessageSamples.taken(),
                        MessageSamples.USAGE));
        assertThat(fake.meter.counts().get(Metric.WRITE_TRANSACTIONS))
                .as("nobody's")
                .isZero();
    }
}
