// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.run.load.WorkerPool;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the detection of nodes that do not answer, or do not report their work. */
class FailureDetectorTest {

    private static final long CHECK_INTERVAL_NANOS = 200 * FakeCluster.MILLI;

    private final FakeCluster fake = new FakeCluster(LoadSpec.closedLoop(4), true, "a:1", "b:1");
    private final NodeCalls calls = new NodeCalls(fake.coordinator, FakeCluster.workerNodes(true, 2), (node, at) -> {});
    private final FailureDetector detector =
            new FailureDetector(fake.coordinator, calls, fake.nanos::get, Duration.ofSeconds(4));

    private void answerPings(String node) {
        fake.transport.setAnswer(node, Ping.class, ping -> new Pong(ping.sentNanos(), 0, 0, MessageSamples.USAGE));
    }

    /** Advances the clock and checks at the interval of the real detector. {@code meanwhile} runs before each check. */
    private void checkForSeconds(double seconds, Runnable meanwhile) {
        long endNanos = fake.nanos.get() + (long) (seconds * FakeCluster.SECOND);
        while (fake.nanos.get() < endNanos) {
            fake.nanos.addAndGet(CHECK_INTERVAL_NANOS);
            meanwhile.run();
            detector.checkNodes(fake.nanos.get());
        }
    }

    @Test
    @Timeout(30)
    void closeWaitsForRunningCheck() throws InterruptedException {
        Thread test = Thread.currentThread();
        CountDownLatch checking = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        FailureDetector slowDetector = new FailureDetector(
                fake.coordinator,
                calls,
                () -> {
                    if (Thread.currentThread() != test) {
                        checking.countDown();
                        awaitEnd(mayEnd);
                    }
                    return fake.nanos.get();
                },
                Duration.ofSeconds(4));
        slowDetector.start();
        checking.await();
        Thread closer = new Thread(slowDetector::close);
        closer.start();
        while (closer.getState() != Thread.State.TIMED_WAITING) {
            assertThat(closer.isAlive()).isTrue();
        }
        mayEnd.countDown();
        closer.join();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("cdc-tester-failure-detector"));
    }

    /** Otherwise the nodes receive no more pings, and leave. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(30)
    void continuesAfterFailedCheck(boolean isError) throws InterruptedException {
        Thread test = Thread.currentThread();
        CountDownLatch checks = new CountDownLatch(3);
        try (FailureDetector failingDetector = new FailureDetector(
                fake.coordinator,
                calls,
                () -> {
                    if (Thread.currentThread() != test) {
                        checks.countDown();
                        if (isError) {
                            throw new AssertionError("a check that fails");
                        }
                        throw new IllegalStateException("a check that fails");
                    }
                    return fake.nanos.get();
                },
                Duration.ofSeconds(4))) {
            failingDetector.start();
            checks.await();
        }
        assertThat(checks.getCount()).isZero();
    }

    @Test
    void pingsAlthoughCallFails() {
        WorkerNodes workerNodes = FakeCluster.workerNodes(true, 2).takingLateNodes();
        FakeCluster elastic = new FakeCluster(LoadSpec.closedLoop(4), workerNodes, "a:1", "b:1");
        AtomicBoolean fails = new AtomicBoolean();
        NodeCalls failingCalls = new NodeCalls(elastic.coordinator, workerNodes, (node, at) -> {
            if (fails.get()) {
                throw new IllegalStateException("a call that fails");
            }
        });
        failingCalls.callAll();
        elastic.coordinator.disconnected(elastic.coordinator.nodes.get(2), "gone");
        fails.set(true);
        FailureDetector detectorOfFailure =
                new FailureDetector(elastic.coordinator, failingCalls, elastic.nanos::get, Duration.ofSeconds(4));
        assertThatIllegalStateException()
                .isThrownBy(() -> detectorOfFailure.checkNodes(elastic.nanos.get()))
                .withMessage("a call that fails");
        assertThat(elastic.transport.sentTo("a:1", Ping.class)).hasSize(1);
    }

    private static void awaitEnd(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void pingsEachNodeOncePerSecond() {
        answerPings("a:1");
        answerPings("b:1");
        checkForSeconds(3, () -> {});
        assertThat(fake.transport.sentTo("a:1", Ping.class)).hasSize(3);
        assertThat(fake.transport.sentTo("b:1", Ping.class)).hasSize(3);
        assertThat(fake.coordinator.isAllCounted()).isTrue();
    }

    @Test
    void namesSilentNode() {
        answerPings("a:1");
        checkForSeconds(4, () -> {});
        assertThat(fake.coordinator.isAllCounted())
                .as("the timeout of 4 s has not passed")
                .isTrue();
        checkForSeconds(0.2, () -> {});
        assertThat(fake.node("b:1").lossReason())
                .isEqualTo("worker b:1 has not answered for 4.2 s: it is stopped, cut off from the network, or"
                        + " overloaded");
        assertThat(fake.node("a:1").lossReason()).isNull();
        assertThat(fake.transport.disconnectedNodes).containsExactly("b:1");
        int pingCount = fake.transport.sentTo("b:1", Ping.class).size();
        checkForSeconds(3, () -> {});
        assertThat(fake.transport.sentTo("b:1", Ping.class))
                .as("a lost node is not pinged")
                .hasSize(pingCount);
    }

    @Test
    void ignoresPauseOfThisProcess() {
        checkForSeconds(1, () -> {});
        fake.nanos.addAndGet(60 * FakeCluster.SECOND);
        detector.checkNodes(fake.nanos.get());
        assertThat(fake.coordinator.isAllCounted()).isTrue();
        answerPings("a:1");
        checkForSeconds(3.8, () -> {});
        assertThat(fake.coordinator.isAllCounted())
                .as("the timeout starts again after the pause")
                .isTrue();
        checkForSeconds(0.4, () -> {});
        assertThat(fake.node("a:1").lossReason()).isNull();
        assertThat(fake.node("b:1").lossReason()).startsWith("worker b:1 has not answered for 65.");
    }

    /** A busy machine can pause the detector for 1.5 s. Such a pause must not restart the timeout of 4 s. */
    @Test
    void shortPauseDoesNotRestartTimeout() {
        answerPings("a:1");
        checkForSeconds(2, () -> {});
        fake.nanos.addAndGet(3 * FakeCluster.SECOND / 2);
        detector.checkNodes(fake.nanos.get());
        checkForSeconds(1.8, () -> {});
        assertThat(fake.coordinator.isAllCounted())
                .as("the timeout has not passed after the pause")
                .isTrue();
        checkForSeconds(0.4, () -> {});
        assertThat(fake.node("a:1").lossReason()).isNull();
        assertThat(fake.node("b:1").lossReason()).startsWith("worker b:1 has not answered for 5.5 s");
    }

    @Test
    void namesNodeThatDoesNotReport() throws Exception {
        answerPings("a:1");
        answerPings("b:1");
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        checkForSeconds(4, () -> fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE)));
        assertThat(fake.coordinator.isAllCounted()).isTrue();
        checkForSeconds(0.4, () -> fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE)));
        assertThat(fake.node("b:1").lossReason())
                .isEqualTo("worker b:1 answers, but has not reported its work for 4.0 s: it is stopped, cut off"
                        + " from the network, or overloaded");
        assertThat(fake.node("a:1").lossReason()).isNull();
    }

    /** A node that does not answer is reported as silent, although its last report is older than its last answer. */
    @Test
    void disconnectedNodeIsReportedAsSilent() throws Exception {
        answerPings("a:1");
        answerPings("b:1");
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        Runnable reportFromA = () -> fake.transport.sendFrom("a:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE));
        checkForSeconds(2, () -> {
            reportFromA.run();
            fake.transport.sendFrom("b:1", new WriteProgress(1, FakeNodes.EMPTY_UPDATE));
        });
        checkForSeconds(0.6, reportFromA);
        fake.transport.setAnswer("b:1", Ping.class, ping -> null);
        checkForSeconds(4.4, reportFromA);
        assertThat(fake.node("b:1").lossReason()).startsWith("worker b:1 has not answered for 4.");
    }

    @Test
    void expectsReportsOnlyOfOpenPool() throws Exception {
        answerPings("a:1");
        answerPings("b:1");
        WorkerPool pool = fake.createPool();
        checkForSeconds(10, () -> {});
        assertThat(fake.coordinator.isAllCounted()).as("pool not opened").isTrue();
        pool.open(fake.nanos.get());
        pool.pause(Long.MAX_VALUE);
        checkForSeconds(10, () -> {});
        assertThat(fake.coordinator.isAllCounted()).as("pool paused").isTrue();
        pool.open(fake.nanos.get());
        pool.stop(Duration.ZERO);
        assertThat(fake.transport.sentTo("a:1", Stop.class)).hasSize(1);
        checkForSeconds(10, () -> {});
        assertThat(fake.coordinator.isAllCounted()).as("pool ended").isTrue();
        pool.close();
        checkForSeconds(10, () -> {});
        assertThat(fake.coordinator.isAllCounted()).as("pool closed").isTrue();
    }
}
