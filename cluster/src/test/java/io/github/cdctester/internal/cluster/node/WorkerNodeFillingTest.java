// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.node.FakeCallers.Answer;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadShare;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkerNodeFillingTest {

    private static final SharedPlan PLAN =
            new SharedPlan("{}", Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "geheim"));
    private static final Peer FIRST_PEER = new Peer("1", "10.0.0.1:4001");
    private static final Peer SECOND_PEER = new Peer("2", "10.0.0.2:4002");

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final FakeCallers transport = new FakeCallers();
    private final WorkerNode node = new WorkerNode("1.2.3", NanoClock.SYSTEM, log::add);

    @BeforeEach
    void connect() throws InterruptedException {
        node.setTransport(transport);
        greet(FIRST_PEER);
    }

    @AfterEach
    void close() throws InterruptedException {
        node.close();
    }

    private void greet(Peer from) throws InterruptedException {
        node.received(from, new Hello("1.2.3", 7_000, from.id(), "10.0.0.9:7070"));
        assertThat(transport.next().message()).isInstanceOf(Welcome.class);
    }

    /** The plan is invalid, so the task fails. */
    private static Fill fill(int number, int step) {
        return new Fill(number, PLAN, "load", 4, step, 10, "", new LoadShare(1, 3));
    }

    /** The transport is closed after the node, so that messages still arrive. */
    @Test
    void startsNoTaskAfterClose() throws InterruptedException {
        node.close();
        node.received(FIRST_PEER, fill(1, 0));
        assertThat(log).noneMatch(line -> line.startsWith("fills tables"));
    }

    private void assertFailureReported(Peer from, int number) throws InterruptedException {
        Answer answer = transport.next(); // the failure comes first: no progress was reported
        assertThat(answer.to()).isEqualTo(from);
        assertThat(answer.message()).isInstanceOfSatisfying(Over.class, ended -> {
            assertThat(ended.task()).isEqualTo(number);
            assertThat(ended.why()).startsWith("no plan of this version: ");
        });
    }

    @Test
    void reportsFailureAndLogsOnceForAllSteps() throws InterruptedException {
        node.received(FIRST_PEER, fill(1, 0));
        assertFailureReported(FIRST_PEER, 1);
        node.received(FIRST_PEER, fill(2, 1));
        assertFailureReported(FIRST_PEER, 2);
        assertThat(log)
                .as("once for all steps")
                .containsExactly("works for 10.0.0.1:4001", "fills tables of load: pieces 5 to 7 of 10");
    }

    @Test
    void ignoresUnknownTasksAndOtherCoordinators() throws InterruptedException {
        node.received(FIRST_PEER, fill(1, 0));
        assertFailureReported(FIRST_PEER, 1);
        node.received(FIRST_PEER, new EndTask(1));
        node.received(FIRST_PEER, new EndTask(77));
        node.received(SECOND_PEER, fill(2, 0));
        assertThat(transport.isEmpty())
                .as("the other coordinator gets no message")
                .isTrue();
    }

    @Test
    void lateEndIsNotReportedToNextCoordinator() throws InterruptedException {
        CountDownLatch release = transport.delayNextAnswer();
        node.received(FIRST_PEER, fill(1, 0));
        transport.arrived.await();
        node.disconnected(FIRST_PEER, "its connection broke");
        assertThat(log)
                .last()
                .isEqualTo(
                        "10.0.0.1:4001 has left: its connection broke; its workers here end, and their connections are"
                                + " closed");
        greet(SECOND_PEER);
        node.received(SECOND_PEER, fill(1, 0));
        assertFailureReported(SECOND_PEER, 1);
        release.countDown();
        assertFailureReported(FIRST_PEER, 1);
    }
}
