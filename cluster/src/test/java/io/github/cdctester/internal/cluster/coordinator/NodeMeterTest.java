// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.ProcessUsage;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import org.junit.jupiter.api.Test;

class NodeMeterTest {

    private static final long SECOND = FakeCluster.SECOND;

    private final FakeCluster fake = new FakeCluster(LoadSpec.closedLoop(5), true, "a:1", "b:1");
    private long nodeNanos = 500 * SECOND;
    private long cpuNanos = 900 * SECOND;

    private void reportUsage(String node, double seconds, double cpuSeconds) {
        nodeNanos += (long) (seconds * SECOND);
        cpuNanos += (long) (cpuSeconds * SECOND);
        fake.transport.sendFrom(node, new Pong(0, 0, 0, new ProcessUsage(nodeNanos, cpuNanos, cpuNanos / SECOND, 77)));
    }

    private NodeSummary summary(String node) {
        return fake.coordinator.summaries().stream()
                .filter(entry -> entry.address().equals(node))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void countsMeasuredPartOnly() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        reportUsage("a:1", 1, 2);
        reportUsage("a:1", 1, 2);
        fake.transport.sendFrom("a:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 50)));
        pool.pause(Long.MAX_VALUE);
        pool.open(fake.nanos.get());
        reportUsage("a:1", 1, 2); // its interval began before the measured part
        reportUsage("a:1", 1, 1);
        fake.transport.sendFrom("a:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 7)));
        reportUsage("a:1", 2, 3);
        fake.transport.sendFrom(
                "a:1",
                new Ended(
                        1,
                        MessageSamples.writeUpdate("oltp_insert", 3),
                        0,
                        MessageSamples.durations(),
                        MessageSamples.durations(1_000, 2_000),
                        MessageSamples.durations(300),
                        new ProcessUsage(nodeNanos, cpuNanos, cpuNanos / SECOND, 77)));
        reportUsage("a:1", 1, 2);

        NodeSummary node = summary("a:1");
        assertThat(node.threads()).isEqualTo(3);
        assertThat(node.transactions()).isEqualTo(10);
        assertThat(node.latency().count()).isEqualTo(2);
        assertThat(node.latency().maxMillis()).isCloseTo(2, within(0.01));
        assertThat(node.startDelay().maxMillis()).isCloseTo(0.3, within(0.001));
        // 4 s of CPU time in 3 s on two processors; at most 1.5 processors in one interval
        assertThat(node.cpuPercent()).isCloseTo(100 * 4.0 / 3 / 2, within(0.01));
        assertThat(node.busiestCpuPercent()).isCloseTo(75, within(0.01));
        assertThat(node.gcPauseMillis()).isEqualTo(4);
        assertThat(node.maxHeapBytes()).isEqualTo(77);
        assertThat(node.jdbcDriver()).isEqualTo("driver 1");
        assertThat(node.java()).isEqualTo("17");
        assertThat(node.processors()).isEqualTo(2);
        assertThat(node.clock().uncertaintyMicros()).isEqualTo(FakeCluster.ROUND_TRIP_NANOS / 2 / 1_000);
        assertThat(node.lost()).isNull();
    }

    @Test
    void excludesWarmUpOfLostNode() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        reportUsage("b:1", 1, 2);
        reportUsage("b:1", 1, 2);
        fake.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 50)));
        fake.transport.disconnectNode("b:1", "its connection broke");
        pool.pause(Long.MAX_VALUE);
        pool.open(fake.nanos.get());

        NodeSummary node = summary("b:1");
        assertThat(node.threads()).isEqualTo(2);
        assertThat(node.transactions()).isZero();
        assertThat(node.cpuPercent()).isNull();
    }

    @Test
    void addsUpConsecutiveLoads() throws Exception {
        WorkerPool first = fake.createPool();
        first.open(fake.nanos.get());
        reportUsage("b:1", 1, 0);
        reportUsage("b:1", 1, 1);
        fake.transport.sendFrom("b:1", new WriteProgress(1, MessageSamples.writeUpdate("oltp_insert", 5)));
        first.stop(java.time.Duration.ZERO);
        reportUsage("b:1", 1, 2); // between the loads, nothing is measured
        WorkerPool second = fake.createPool(5);
        second.open(fake.nanos.get());
        reportUsage("b:1", 1, 0);
        reportUsage("b:1", 1, 1);
        fake.transport.sendFrom("b:1", new WriteProgress(2, MessageSamples.writeUpdate("oltp_insert", 6)));

        NodeSummary node = summary("b:1");
        assertThat(node.threads()).isEqualTo(4);
        assertThat(node.transactions()).isEqualTo(11);
        assertThat(node.cpuPercent()).isCloseTo(50, within(0.01));
    }

    @Test
    void omitsUnknownValues() throws Exception {
        fake.createPool().open(fake.nanos.get());
        fake.transport.sendFrom("a:1", new Pong(0, 0, 0, new ProcessUsage(1, -1, 2, 3)));
        fake.transport.sendFrom("a:1", new Pong(0, 0, 0, new ProcessUsage(2 * SECOND, -1, 2, 3)));
        fake.transport.disconnectNode("a:1", "its connection broke");

        NodeSummary node = summary("a:1");
        assertThat(node.cpuPercent()).isNull();
        assertThat(node.busiestCpuPercent()).isNull();
        assertThat(node.latency().p99Millis()).isNull();
        assertThat(node.lost()).isEqualTo("worker a:1 was lost: its connection broke");
    }
}
