// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.result.Note.Code;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests moves of a lost node's part to a node that replaces it. */
@Timeout(30)
class ReplacedPartsTest {

    private static final long SECOND = FakeCluster.SECOND;

    private final FakeCluster fake =
            FakeCluster.elastic(LoadSpec.openLoop(8, Rate.perSecond(100)), "a:1", "b:1", "c:1");

    private RemoteNode addReplacement(String address) {
        RemoteNode node = new RemoteNode(address, address, address, true, false);
        node.welcome = new Welcome("1", "17", 2);
        long now = fake.nanos.get();
        node.recordPong(new Pong(now, now, 0, MessageSamples.USAGE), now, 0);
        node.lastMessageNanos = now;
        fake.coordinator.nodes.add(node);
        return node;
    }

    /** Sends a report of one second without work from each node. */
    private void reportEmptySecond(String... nodes) {
        for (String node : nodes) {
            fake.transport.sendFrom(node, new WriteProgress(1, FakeNodes.EMPTY_UPDATE));
        }
    }

    @Test
    void replacementGetsPartOfLostNode() throws Exception {
        WorkerPool pool = fake.createPool(20);
        long time = pool.open(fake.nanos.get());
        fake.transport.disconnectNode("b:1", "gone"); // has workers 23 to 25, and every third start from the second one
        List<CreatePool> movedParts = fake.takeovers("a:1", "c:1");
        fake.nanos.set(time + 4 * SECOND);
        addReplacement("b:1");
        assertThat(fake.takeovers("b:1")).isEmpty();
        reportEmptySecond("a:1", "c:1");
        reportEmptySecond("a:1", "c:1");
        long now = fake.nanos.get();
        List<CreatePool> returnedParts = fake.takeovers("b:1");
        assertThat(returnedParts)
                .extracting(CreatePool::part)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("takeover")
                .containsExactlyInAnyOrderElementsOf(
                        movedParts.stream().map(CreatePool::part).toList());
        assertThat(returnedParts)
                .extracting(CreatePool::connectionsToEnd)
                .as("no connections to close")
                .containsOnly(List.of());
        assertThat(returnedParts)
                .extracting(part -> Objects.requireNonNull(part.numbers()).index())
                .containsOnly(3);
        for (CreatePool part : movedParts) {
            String node = fake.takeovers("a:1").contains(part) ? "a:1" : "c:1";
            assertThat(fake.transport.sentTo(node, Stop.class))
                    .extracting(Stop::task)
                    .containsExactly(part.task());
            assertThat(fake.transport.sentTo(node, EndTask.class))
                    .extracting(EndTask::task)
                    .containsExactly(part.task());
        }
        long startNanos = now + Coordinator.leadNanos(fake.coordinator.nodes.get(3));
        assertThat(fake.transport.sentTo("b:1", Open.class))
                .filteredOn(open -> open.task() != 1)
                .hasSize(2)
                .allMatch(open -> open.atNanos() == startNanos
                        && new ScheduleProgress(time, time, now, now).equals(open.progress()));
        assertThat(fake.notes(pool, Code.NODE_PART_TAKEN_OVER))
                .extracting(move -> move.arguments().get("to"))
                .containsExactly("c:1", "a:1", "b:1", "b:1");
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        pool.close();
    }

    @Test
    void countsAllStartsOfMovedPart() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        fake.transport.disconnectNode("b:1", "gone");
        for (String node : List.of("a:1", "c:1")) {
            fake.transport.setAnswer(
                    node,
                    Stop.class,
                    stop -> FakeNodes.ended(stop.task(), stop.task() == 1 ? 100 : 7, Distribution.EMPTY));
        }
        fake.transport.setAnswer("b:1", Stop.class, stop -> FakeNodes.ended(stop.task(), 20, Distribution.EMPTY));
        addReplacement("b:1");
        reportEmptySecond("a:1");
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        assertThat(pool.scheduledStarts(fake.nanos.get())).isEqualTo(100 + 100 + 20 + 20);
    }

    @Test
    void nodeThatCannotConnectGetsNoPart() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        fake.transport.disconnectNode("b:1", "gone");
        fake.transport.setAnswer("b:1", CreatePool.class, part -> new Failed(part.task(), "Too many connections"));
        addReplacement("b:1");
        reportEmptySecond("a:1", "a:1", "c:1");
        assertThat(fake.takeovers("b:1")).as("one takeover per part").hasSize(2);
        assertThat(fake.transport.sentTo("a:1", Stop.class)).isEmpty();
        assertThat(fake.notes(pool, Code.NODE_PART_NOT_TAKEN_OVER)).isEmpty();
        assertThat(pool.failure()).isEmpty();
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        pool.close();
    }

    @Test
    void lossOfReplacementKeepsPartAtOwner() throws Exception {
        WorkerPool pool = fake.createPool();
        pool.open(fake.nanos.get());
        fake.transport.disconnectNode("b:1", "gone");
        fake.transport.setAnswer("b:1", Start.class, start -> null);
        RemoteNode replacement = addReplacement("b:1");
        reportEmptySecond("a:1");
        assertThat(fake.takeovers("b:1")).hasSize(2);
        fake.coordinator.disconnected(replacement, "gone again");
        reportEmptySecond("a:1", "c:1");
        assertThat(fake.transport.sentTo("a:1", Stop.class)).isEmpty();
        assertThat(fake.notes(pool, Code.NODE_PART_TAKEN_OVER)).hasSize(2);
        assertThat(pool.failure()).isEmpty();
        assertThat(pool.stop(Duration.ZERO)).isTrue();
        pool.close();
    }
}
