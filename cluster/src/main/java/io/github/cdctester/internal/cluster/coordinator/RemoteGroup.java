// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader.ReportedLine;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.Note;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a consumer's lines with several nodes as one Kafka consumer group. A node commits an offset only after the coordinator
 * has processed the lines. If a node is lost before it commits, another node reads the same lines again, and the coordinator
 * ignores the duplicates.
 */
final class RemoteGroup extends RemoteTask implements AutoCloseable {

    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(15);

    private final JudgedProbe probe;
    private final Map<RemoteNode, Long> lineCounts = new HashMap<>();
    private final List<RemoteNode> joinedNodes = new ArrayList<>();
    /** By topic partition. Lines with lower offsets are duplicates. */
    private final Map<String, Long> nextOffsets = new HashMap<>();
    /** First parts of long values whose last part has not arrived. */
    private final Map<LongLine, StringBuilder> longLines = new HashMap<>();

    private record LongLine(RemoteNode from, String partition, long offset) {}

    RemoteGroup(Coordinator coordinator, JudgedProbe probe, Map<String, String> source, List<RemoteNode> nodes) {
        super(coordinator, "cannot read the topics");
        this.probe = probe;
        nodes.forEach(node -> requests.put(node, new Message.JoinGroup(number, source)));
    }

    /** Partitions must be assigned before lines arrive. */
    void awaitJoined(StopSignal stop) throws InterruptedException {
        boolean allJoined = await(
                JOIN_TIMEOUT,
                () -> stop.isRaised() || isBroken() || nodesNotJoined().isEmpty());
        failIfBroken();
        if (stop.isRaised()) {
            throw new StoppedEarlyException("stopped before the consumer group had begun");
        } else if (!allJoined) {
            throw new RunFailedException("the consumer group had not begun after " + JOIN_TIMEOUT.toSeconds()
                    + " s at worker "
                    + nodesNotJoined().stream().map(node -> node.address).collect(Collectors.joining(", ")));
        }
    }

    private synchronized List<RemoteNode> nodesNotJoined() {
        return requests.keySet().stream()
                .filter(node -> node.isAlive() && !joinedNodes.contains(node))
                .toList();
    }

    /** Ignores a lost node, whose lines another node reads again. */
    @Override
    void handle(RemoteNode from, Message.TaskMessage message) {
        if (!from.isAlive()) {
            return;
        }
        if (message instanceof Message.LinesRead linesRead) {
            take(from, linesRead);
            coordinator.send(from, new Message.LinesTaken(number));
        } else if (message instanceof Message.LinePart part) {
            longLines
                    .computeIfAbsent(new LongLine(from, part.partition(), part.offset()), any -> new StringBuilder())
                    .append(part.text());
        } else if (message instanceof Message.GroupJoined) {
            joinedNodes.add(from);
        }
    }

    @Override
    synchronized void onNodeLost(RemoteNode node) {
        longLines.keySet().removeIf(line -> line.from.equals(node));
        super.onNodeLost(node);
    }

    private void take(RemoteNode from, Message.LinesRead linesRead) {
        long arrivedMicros = linesRead.epochMicros() - from.clock.epochAheadMicros();
        probe.setForwardingMicros(Math.max(0, EpochMicrosClock.SYSTEM.epochMicros() - arrivedMicros));
        long nextOffset = nextOffsets.getOrDefault(linesRead.partition(), 0L);
        String topic = linesRead.partition().replaceFirst("-\\d+$", "");
        for (ReportedLine line : linesRead.lines()) {
            String value = longLines.isEmpty()
                    ? line.value()
                    : wholeValue(new LongLine(from, linesRead.partition(), line.offset()), line.value());
            if (line.offset() >= nextOffset) { // a gap is no loss: compaction and transaction markers cause gaps
                nextOffset = line.offset() + 1;
                lineCounts.merge(from, 1L, Long::sum);
                probe.lines().message(topic, line.key(), value, 0);
            }
        }
        nextOffsets.put(linesRead.partition(), nextOffset);
        probe.lines().onPause();
    }

    private @Nullable String wholeValue(LongLine longLine, @Nullable String lastPart) {
        StringBuilder firstParts = longLines.remove(longLine);
        return firstParts == null ? lastPart : firstParts.append(lastPart).toString();
    }

    /** Fails if a node cannot read, if a node is lost and losses are not tolerated, or if no node is left. */
    @Override
    public synchronized void failIfBroken() {
        super.failIfBroken();
        boolean canContinue =
                coordinator.toleratesLoss() && requests.keySet().stream().anyMatch(RemoteNode::isAlive);
        for (RemoteNode node : requests.keySet()) {
            if (!canContinue) {
                node.failIfLost();
            }
        }
    }

    synchronized Note note(RemoteNode node) {
        return Note.of(Note.Code.NODE_READ_LINES, "node", node.address, "lines", lineCounts.getOrDefault(node, 0L));
    }

    /** The nodes leave the group, so that it can be deleted. */
    @Override
    public void close() {
        end(LEAVE_TIMEOUT);
    }
}
