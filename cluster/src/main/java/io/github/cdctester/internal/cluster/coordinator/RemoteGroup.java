// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerProbe.ReadByNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.judge.consumer.GroupReader.Line;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that read a consumer's lines as one group. A node stores as read what was taken here, and not before: so nobody is ever ahead
 * of what was taken of a partition, and what a lost node had told without storing it comes once more, and is passed over.
 */
final class RemoteGroup extends RemoteTask implements AutoCloseable {

    private static final Duration LEAVING = Duration.ofSeconds(15);

    private final ConsumerProbe probe;
    private final ReadByNodes read;
    private final Map<RemoteNode, Long> taken = new LinkedHashMap<>(); // how many lines of each node
    private final List<RemoteNode> left = new ArrayList<>();
    /** The least offset of a line that is new, by partition. */
    private final Map<String, Long> next = new HashMap<>();

    private @Nullable String broke;

    RemoteGroup(Coordinator coordinator, ConsumerProbe probe, ReadByNodes read, List<RemoteNode> nodes) {
        super(coordinator, coordinator.nextNumber());
        this.probe = probe;
        this.read = read;
        nodes.forEach(node -> taken.put(node, 0L));
    }

    void begin() {
        coordinator.begin(this);
        taken.keySet().forEach(node -> coordinator.send(node, new Message.JoinGroup(number, read.source())));
    }

    @Override
    synchronized void received(RemoteNode from, Message message) {
        if (message instanceof Message.LinesRead some) {
            take(from, some);
            coordinator.send(from, new Message.LinesTaken(number));
        } else if (message instanceof Message.GroupLeft end) {
            left.add(from);
            broke = end.why() == null ? broke : "worker " + from.address() + " cannot read the topics: " + end.why();
        }
        notifyAll();
    }

    private void take(RemoteNode from, Message.LinesRead some) {
        long cameMicros = some.epochMicros() - from.epochAheadMicros();
        probe.lateMicros().set(Math.max(0, EpochMicrosClock.SYSTEM.epochMicros() - cameMicros));
        long expected = next.getOrDefault(some.partition(), 0L);
        for (Line line : some.lines()) {
            if (line.offset() >= expected) { // a gap is no loss: compaction and marks of transactions make some
                expected = line.offset() + 1;
                taken.merge(from, 1L, Long::sum);
                read.lines().line(line.key(), line.value());
            }
        }
        next.put(some.partition(), expected);
        read.lines().pause();
    }

    /** Fails where a node cannot read, or one is lost and that is not tolerated, or nobody is left. */
    synchronized void failIfBroken() {
        if (broke != null) {
            throw new RunFailedException(broke);
        }
        boolean goesOn = coordinator.toleratesLoss() && taken.keySet().stream().anyMatch(RemoteNode::isAlive);
        for (RemoteNode node : taken.keySet()) {
            if (node.lost() != null && !goesOn) {
                throw new WorkerLostException(node.lost());
            }
        }
    }

    synchronized Note note(RemoteNode node) {
        return Note.of(Note.Code.NODE_READ_LINES, "node", node.address(), "lines", taken.getOrDefault(node, 0L));
    }

    /** Has the nodes leave, so that the group can be deleted. */
    @Override
    public void close() {
        taken.keySet().forEach(node -> coordinator.send(node, new Message.EndStream(number)));
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            awaited(LEAVING, () -> taken.keySet().stream().allMatch(node -> left.contains(node) || !node.isAlive()));
        } catch (InterruptedException e) { // another one
            Thread.currentThread().interrupt();
        }
        coordinator.end(this);
    }
}
