// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.CommitBuffer;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.Message.WriteUpdate;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** If consumers are judged, nodes report each commit. */
@Timeout(30)
class JudgedPoolTest {

    private static final long NOW_MICROS = 1_800_000_000_000_000L;

    private final FakeCluster fake = new FakeCluster(LoadSpec.closedLoop(5), true, "a:1", "b:1");
    private final Stamps stamps = new Stamps(Stamps.NO_SINK, NOW_MICROS);
    private final List<String> receivedReports = new ArrayList<>();
    private final List<Long> gtids = new ArrayList<>();

    @BeforeEach
    void judge() {
        fake.trackCommits(new CommitTracking((high, low, tag, number) -> gtids.add(number)));
        fake.judgeConsumers(stamps, new RemoteCommits() {
            @Override
            public void committed(long high, long low, String tag, long number, long micros) {
                receivedReports.add(number + " at " + micros);
            }

            @Override
            public void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros) {
                receivedReports.add(sequence + "x" + rows + " of " + number + " at " + micros);
            }

            @Override
            public void unknown(long sequence) {
                receivedReports.add(sequence + "?");
            }

            @Override
            public void onWritersLost(int firstWriter, int writerCount) {
                receivedReports.add("lost " + writerCount + " from " + firstWriter);
            }
        });
    }

    @Test
    void workersHaveDifferentStamps() throws Exception {
        fake.createPool();
        fake.createPool(5);
        assertThat(fake.transport.sentMessages)
                .extracting(sent -> sent.message())
                .filteredOn(CreatePool.class::isInstance)
                .map(CreatePool.class::cast)
                .allSatisfy(part -> assertThat(part.reportsEachCommit()).isTrue())
                .extracting(
                        part -> part.stamps().firstWriter() + "+" + part.part().threads())
                .containsExactly("0+3", "3+2", "5+3", "8+2");
        Stamps nodeStamps = new Stamps(
                Stamps.NO_SINK, new Stamps.ReservedNumbers(stamps.reserve(1).first(), 77));
        long sequence = nodeStamps.writer(null).sequence();
        assertThat(Stamps.writer(sequence)).isEqualTo(77);
        assertThat(stamps.isOfAnotherRun(sequence))
                .as("a stamp of a node belongs to this run")
                .isFalse();
    }

    @Test
    void limitsNumberOfStampedWorkers() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> stamps.reserve(32_769))
                .withMessageContaining("at most 32768 workers");
    }

    @Test
    void reportsCommitsInOrderByCoordinatorClock() throws Exception {
        fake.createPool();
        RemoteNode node = fake.node("a:1");
        long now = fake.nanos.get();
        node.recordPong(new Pong(now, now, 5_000_000, MessageSamples.USAGE), now, 0); // its clock is 5 s ahead
        long[] clock = {NOW_MICROS + 5_000_000};
        CommitBuffer buffer = new CommitBuffer(() -> clock[0]++);
        buffer.onCommit(0, 1, "", 8);
        buffer.onStamped(1L << 48, 2);
        buffer.onCommit(0, 1, "", 7);
        buffer.onUnknown((1L << 48) + 1);
        reportCommits(buffer);
        buffer.onStamped((1L << 48) + 2, 1);
        buffer.onStamped((1L << 48) + 3, 4);
        buffer.onCommit(0, 2, "", 9);
        reportCommits(buffer);
        long base = 1L << 48;
        assertThat(receivedReports)
                .containsExactly(
                        "8 at " + NOW_MICROS,
                        base + "x2 of 8 at " + (NOW_MICROS + 1),
                        "7 at " + (NOW_MICROS + 2),
                        (base + 1) + "?",
                        (base + 2) + "x1 of 7 at " + (NOW_MICROS + 3),
                        (base + 3) + "x4 of 0 at " + (NOW_MICROS + 4),
                        "9 at " + (NOW_MICROS + 5));
        assertThat(gtids).containsExactly(8L, 7L, 9L);
        assertThat(buffer.drain()).isEmpty();
    }

    private void reportCommits(CommitBuffer buffer) {
        fake.transport.sendFrom(
                "a:1",
                new WriteProgress(
                        1, new WriteUpdate(WriteCounts.ZERO, WriteDurations.NOTHING, Map.of(), buffer.drain(), null)));
    }

    @Test
    void reportsWorkersOfLostNodeOnce() throws Exception {
        fake.createPool();
        fake.transport.disconnectNode("b:1", "its connection broke");
        fake.transport.disconnectNode("b:1", "its connection broke");
        assertThat(receivedReports).containsExactly("lost 2 from 3");
    }
}
