// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.LoadPart;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Refused;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.node.FakeCallers.Answer;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.writer.LoadShare;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkerNodeTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final Peer FIRST_PEER = new Peer("1", "10.0.0.1:4001");
    private static final Peer SECOND_PEER = new Peer("2", "10.0.0.2:4002");

    private final AtomicLong nanos = new AtomicLong(77);
    private Runnable beforeTimeIsRead = () -> {};
    private final List<String> log = new ArrayList<>();
    private final FakeCallers transport = new FakeCallers();
    private final WorkerNode node = new WorkerNode("1.2.3", this::nanoTime, log::add);

    private long nanoTime() {
        beforeTimeIsRead.run();
        return nanos.get();
    }

    @BeforeEach
    void connect() {
        node.setTransport(transport);
    }

    @AfterEach
    void close() throws InterruptedException {
        node.close();
    }

    private void greet(Peer from) throws InterruptedException {
        node.received(from, new Hello("1.2.3", 7_000, from.id(), "10.0.0.9:7070"));
        assertThat(transport.next().message()).isInstanceOf(Welcome.class);
    }

    /** The plan is invalid, so the pool fails. */
    private static CreatePool requestForPool(int pool) {
        return new CreatePool(
                pool,
                new SharedPlan("{}", Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "geheim")),
                "load",
                new LoadPart("b:1", LoadShare.ALL, 0, 1, 0),
                false,
                false,
                false,
                null,
                null,
                List.of());
    }

    private void createFailingPool(Peer from, int pool) throws InterruptedException {
        node.received(from, requestForPool(pool));
        Answer answer = transport.next();
        assertThat(answer.to()).isEqualTo(from);
        assertThat(answer.message()).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.task()).isEqualTo(pool);
            assertThat(failed.why()).startsWith("no plan of this version: ");
        });
    }

    @Test
    void welcomesCoordinator() throws InterruptedException {
        node.received(FIRST_PEER, new Hello("1.2.3", 7_000, FIRST_PEER.id(), "10.0.0.9:7070"));
        assertThat(transport.next())
                .isEqualTo(new Answer(
                        FIRST_PEER,
                        new Welcome(
                                "1.2.3",
                                System.getProperty("java.version"),
                                Runtime.getRuntime().availableProcessors())));
        assertThat(log).containsExactly("works for 10.0.0.1:4001");
    }

    @Test
    void refusesCoordinatorOfOtherVersion() throws InterruptedException {
        node.received(FIRST_PEER, new Hello("1.3.0", 7_000, "1", "10.0.0.9:7070"));
        assertThat(transport.next())
                .isEqualTo(new Answer(FIRST_PEER, new Refused("it is cdc-tester 1.2.3, and this is 1.3.0")));
        assertThat(log).containsExactly("refused 10.0.0.1:4001: it is cdc-tester 1.3.0, this is 1.2.3");
        node.received(FIRST_PEER, new Ping(1));
        assertThat(transport.isEmpty())
                .as("a refused coordinator gets no answer")
                .isTrue();
        greet(SECOND_PEER);
    }

    @Test
    void refusesSecondCoordinator() throws InterruptedException {
        greet(FIRST_PEER);
        node.received(SECOND_PEER, new Hello("1.2.3", 7_000, SECOND_PEER.id(), "10.0.0.9:7070"));
        assertThat(transport.next())
                .isEqualTo(new Answer(SECOND_PEER, new Refused("it works for 10.0.0.1:4001 already")));
        assertThat(log).last().isEqualTo("refused 10.0.0.2:4002: busy for 10.0.0.1:4001");
        node.disconnected(SECOND_PEER, "");
        assertThat(log).as("no coordinator has left").hasSize(2);
        node.received(FIRST_PEER, new Ping(1));
        assertThat(transport.next().message()).isInstanceOf(Pong.class);
    }

    @Test
    void rejectsCoordinatorThatListsNodeTwice() throws InterruptedException {
        greet(FIRST_PEER);
        node.received(SECOND_PEER, new Hello("1.2.3", 7_000, FIRST_PEER.id(), "node-9:7070"));
        assertThat(transport.next())
                .isEqualTo(new Answer(
                        SECOND_PEER, new Refused("it is the same node as 10.0.0.9:7070: name each worker node once")));
        assertThat(log)
                .last()
                .isEqualTo("refused 10.0.0.2:4002: it calls this node twice, as 10.0.0.9:7070 and node-9:7070");
        node.disconnected(FIRST_PEER, "");
        node.received(SECOND_PEER, new Hello("1.2.3", 7_000, FIRST_PEER.id(), "node-9:7070"));
        assertThat(transport.next().message())
                .as("after the first coordinator has left")
                .isInstanceOf(Welcome.class);
    }

    @Test
    void acceptsNextCoordinatorAfterFirst() throws InterruptedException {
        greet(FIRST_PEER);
        assertThat(node.hasServedCoordinator).isFalse();
        node.disconnected(FIRST_PEER, "");
        assertThat(node.hasServedCoordinator).isTrue();
        assertThat(log).last().isEqualTo("10.0.0.1:4001 has left");
        greet(SECOND_PEER);
    }

    @Test
    void reportsItsClocks() throws InterruptedException {
        greet(FIRST_PEER);
        nanos.set(5_000);
        node.received(FIRST_PEER, new Ping(17));
        assertThat(transport.next().message()).isInstanceOfSatisfying(Pong.class, pong -> {
            assertThat(pong.sentNanos()).isEqualTo(17);
            assertThat(pong.nanos()).isEqualTo(5_000);
            assertThat(pong.epochMicros()).isGreaterThan(1_700_000_000_000_000L);
        });
    }

    @Test
    void disconnectsSilentCoordinator() throws InterruptedException {
        greet(FIRST_PEER);
        checkForSeconds(5);
        node.received(FIRST_PEER, new Ping(1));
        assertThat(transport.next().message()).isInstanceOf(Pong.class);
        createFailingPool(FIRST_PEER, 1);
        checkForSeconds(7);
        assertThat(transport.disconnected)
                .as("the timeout of the coordinator has not passed")
                .isEmpty();
        nanos.addAndGet(100_000_000);
        node.check();
        assertThat(transport.disconnected).containsExactly(FIRST_PEER);
        assertThat(log)
                .last()
                .isEqualTo(
                        "10.0.0.1:4001 has left: it was silent for 7.1 s; its workers here end, and their connections"
                                + " are closed");
        assertThat(transport.next()).as("the workers have ended").isEqualTo(new Answer(FIRST_PEER, new Over(1, null)));
        node.check();
        assertThat(transport.disconnected).as("it is disconnected once").hasSize(1);
        greet(SECOND_PEER);
    }

    /** The real node has the same check interval. */
    private void checkForSeconds(int seconds) {
        for (int i = 0; i < 2 * seconds; i++) {
            nanos.addAndGet(SECOND_NANOS / 2);
            node.check();
        }
    }

    @Test
    void ignoresPauseOfThisProcess() throws InterruptedException {
        greet(FIRST_PEER);
        checkForSeconds(6);
        nanos.addAndGet(60 * SECOND_NANOS);
        node.check();
        checkForSeconds(7);
        assertThat(transport.disconnected)
                .as("the timeout starts again after the pause")
                .isEmpty();
        checkForSeconds(1);
        assertThat(transport.disconnected).containsExactly(FIRST_PEER);
    }

    @Test
    void freeNodeHasNoTimeout() {
        nanos.addAndGet(1_000 * SECOND_NANOS);
        node.check();
        assertThat(transport.disconnected).isEmpty();
        assertThat(log).isEmpty();
    }

    @Test
    void endsWorkersOnRequest() throws InterruptedException {
        greet(FIRST_PEER);
        createFailingPool(FIRST_PEER, 1);
        createFailingPool(FIRST_PEER, 2);
        node.received(FIRST_PEER, new Start(1));
        node.received(FIRST_PEER, new EndTask(1));
        assertThat(transport.next()).isEqualTo(new Answer(FIRST_PEER, new Over(1, null)));
        node.disconnected(FIRST_PEER, "its connection broke");
        assertThat(transport.next()).isEqualTo(new Answer(FIRST_PEER, new Over(2, null)));
        assertThat(log)
                .last()
                .isEqualTo(
                        "10.0.0.1:4001 has left: its connection broke; its workers here end, and their connections are"
                                + " closed");
    }

    @Test
    void lateEndOfWorkersDoesNotAffectNewWorkers() throws InterruptedException {
        greet(FIRST_PEER);
        CountDownLatch release = transport.delayNextAnswer();
        node.received(FIRST_PEER, requestForPool(1));
        transport.arrived.await();
        node.disconnected(FIRST_PEER, "");
        greet(SECOND_PEER);
        createFailingPool(SECOND_PEER, 1);
        release.countDown();
        assertThat(transport.next().to()).isEqualTo(FIRST_PEER);
        assertThat(transport.next()).as("the late end").isEqualTo(new Answer(FIRST_PEER, new Over(1, null)));
        node.received(SECOND_PEER, new EndTask(1));
        assertThat(transport.next()).isEqualTo(new Answer(SECOND_PEER, new Over(1, null)));
    }

    /** The coordinator leaves while another thread handles its last message. */
    @Test
    void startsNoWorkersForCoordinatorThatHasLeft() throws InterruptedException {
        greet(FIRST_PEER);
        beforeTimeIsRead = () -> node.disconnected(FIRST_PEER, "");
        node.received(FIRST_PEER, requestForPool(1));
        beforeTimeIsRead = () -> {};
        greet(SECOND_PEER);
        createFailingPool(SECOND_PEER, 1);
    }

    @Test
    void closeEndsWorkers() throws InterruptedException {
        greet(FIRST_PEER);
        createFailingPool(FIRST_PEER, 1);
        node.close();
        assertThat(transport.next()).isEqualTo(new Answer(FIRST_PEER, new Over(1, null)));
    }
}
