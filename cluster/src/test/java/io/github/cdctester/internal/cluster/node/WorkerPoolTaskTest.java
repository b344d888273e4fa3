// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.LoadPart;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.PoolCreated;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.ConnectedClient;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkerPoolTaskTest {

    private static final Peer COORDINATOR = new Peer("1", "10.0.0.1:4001");
    private static final Plan PLAN = Plan.of(
            Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "geheim"),
            Window.DEFAULT,
            List.of(NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.openLoop(2, Rate.perSecond(1_000)))));

    private final FakeCallers transport = new FakeCallers();
    private final FakeWorkload transactions = new FakeWorkload();
    private static final LoadClient CLIENT =
            LoadClient.ofJdbc(PLAN.loads().get(0).name(), Reason.WORKLOAD);

    private final Map<WorkloadSpec, Workload> workloads =
            new ConcurrentHashMap<>(Map.of(PLAN.loads().get(0).workload(), transactions));
    private final WorkerPoolTask task = new WorkerPoolTask(
            7,
            workloads,
            answer -> transport.send(COORDINATOR, answer),
            NanoClock.SYSTEM,
            (part, spec) ->
                    ConnectedClient.jdbc(CLIENT, "driver 1", spec.workload(), WorkerPoolTaskTest::fakeConnection));

    private static Connection fakeConnection() {
        return (Connection) Proxy.newProxyInstance(
                WorkerPoolTaskTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> null);
    }

    @BeforeEach
    void create() throws InterruptedException {
        task.begin();
        task.onMessage(new CreatePool(
                7,
                SharedPlan.of(PLAN, PLAN.endpoint()),
                PLAN.loads().get(0).name(),
                new LoadPart("b:1", new LoadShare(0, 2), 0, 1, 0),
                false,
                false,
                false,
                null,
                null,
                List.of()));
        assertThat(nextMessage()).isEqualTo(new PoolCreated(7, null, false, CLIENT, "driver 1"));
        task.onMessage(new Start(7));
        assertThat(nextMessage()).isEqualTo(new Ready(7));
    }

    @AfterEach
    void close() throws InterruptedException {
        task.close();
        task.join();
    }

    private Message nextMessage() throws InterruptedException {
        return transport.next().message();
    }

    @Test
    void reportsCompletedPart() throws InterruptedException {
        task.onMessage(new Limit(7, 5));
        task.onMessage(new Open(7, System.nanoTime(), null));
        assertThat(nextMessage()).isInstanceOf(Opened.class);
        assertThat(nextMessage())
                .isInstanceOfSatisfying(
                        Ended.class,
                        ended -> assertThat(ended.update().counts().get(Metric.WRITE_TRANSACTIONS))
                                .isEqualTo(5));
        task.onMessage(new EndTask(7));
        assertThat(nextMessage()).isEqualTo(new Over(7, null));
    }

    /** The workers wait for their schedule, not the node. */
    @Test
    void confirmsOpenBeforeScheduledStart() throws InterruptedException {
        task.onMessage(new Open(7, System.nanoTime() + TimeUnit.HOURS.toNanos(1), null));
        assertThat(nextMessage()).isInstanceOf(Opened.class);
        task.onMessage(new Pause(7));
        assertThat(nextMessage())
                .isInstanceOfSatisfying(
                        Paused.class,
                        paused -> assertThat(paused.update().counts().get(Metric.WRITE_TRANSACTIONS))
                                .as("the workers wait for their schedule")
                                .isZero())
                .isInstanceOfSatisfying(
                        Paused.class,
                        paused -> assertThat(paused.update().firstStartDelayNanos())
                                .isNull());
    }

    /** The first start of the schedule is 100 ms late. */
    @Test
    void reportsDelayOfFirstTransaction() throws InterruptedException {
        long delayNanos = TimeUnit.MILLISECONDS.toNanos(100);
        long beforeNanos = System.nanoTime();
        task.onMessage(new Open(7, beforeNanos - delayNanos, null));
        assertThat(nextMessage()).isInstanceOf(Opened.class);
        transactions.workerThread.join();
        task.onMessage(new Pause(7));
        assertThat(nextMessage())
                .isInstanceOfSatisfying(
                        Paused.class,
                        paused -> assertThat(paused.update().firstStartDelayNanos())
                                .isBetween(delayNanos, delayNanos + System.nanoTime() - beforeNanos));
    }

    /** The limit allows fewer transactions than there are nodes. */
    @Test
    void nodeWithoutWorkReportsCompletePart() throws InterruptedException {
        task.onMessage(new Stop(7));
        assertThat(nextMessage()).isInstanceOfSatisfying(Ended.class, ended -> {
            assertThat(ended.scheduled()).isZero();
            assertThat(ended.waiting().count()).isZero();
        });
    }

    /** The coordinator no longer waits for the pause. */
    @Test
    void requestEndsPause() throws InterruptedException {
        transactions.waitsForInterrupt = true;
        task.onMessage(new Open(7, System.nanoTime(), null));
        assertThat(nextMessage()).isInstanceOf(Opened.class);
        transactions.workerThread.join();
        task.onMessage(new Pause(7));
        task.onMessage(new EndTask(7));
        assertThat(nextMessage()).isEqualTo(new Over(7, null));
    }

    /** If the node reported a complete part, other nodes would not continue the part. */
    @Test
    void stoppedNodeReportsNoCompletePart() throws InterruptedException {
        CountDownLatch release = transport.delayNextAnswer();
        task.onMessage(new Open(7, System.nanoTime(), null));
        transport.arrived.await();
        Thread worker = transactions.workerThread.join();
        task.close();
        worker.join();
        release.countDown();
        assertThat(nextMessage()).isInstanceOf(Opened.class);
        assertThat(nextMessage()).as("the task reports no complete part").isEqualTo(new Over(7, null));
        task.join();
        assertThat(transport.isEmpty()).isTrue();
    }

    private static final class FakeWorkload implements Workload {

        final CompletableFuture<Thread> workerThread = new CompletableFuture<>();
        private volatile boolean waitsForInterrupt;

        @Override
        public String name() {
            return "transactions";
        }

        @Override
        public List<String> transactionKinds() {
            return List.of("one");
        }

        @Override
        public void prepare(Preparation preparation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void check(Connection connection) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int cleanup(Connection connection) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WorkloadSession session(Connection connection, int worker) {
            return new WorkloadSession() {
                @Override
                public int execute(StatementTally tally) {
                    workerThread.complete(Thread.currentThread());
                    while (waitsForInterrupt && !Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    tally.onCommit();
                    return 0;
                }

                @Override
                public void reset() {
                    // nothing was changed
                }

                @Override
                public void close() {
                    // no transaction is open
                }
            };
        }
    }
}
