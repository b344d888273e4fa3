// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.PoolCreated;
import io.github.cdctester.internal.cluster.message.Message.ProcessUsage;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteUpdate;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Simulated worker nodes, which answer immediately, in the caller's thread. */
final class FakeNodes implements Transport<RemoteNode> {

    private static final ProcessUsage UNKNOWN_USAGE = new ProcessUsage(0, -1, 0, 0);
    static final WriteUpdate EMPTY_UPDATE =
            new WriteUpdate(WriteCounts.ZERO, WriteDurations.NOTHING, Map.of(), List.of(), null);

    /** @param to the node's address */
    record SentMessage(String to, Message message) {}

    final List<SentMessage> sentMessages = new ArrayList<>();
    final List<String> disconnectedNodes = new ArrayList<>();
    private final Map<String, Function<Message, @Nullable Message>> answers = new HashMap<>();
    private @Nullable Coordinator coordinator;

    void setCoordinator(Coordinator receiver) {
        coordinator = receiver;
    }

    /** The function returns {@code null} for no answer. */
    <M extends Message> void setAnswer(String node, Class<M> request, Function<M, @Nullable Message> answer) {
        answers.put(node + request.getSimpleName(), message -> answer.apply(request.cast(message)));
    }

    <M extends Message> List<M> sentTo(String node, Class<M> type) {
        return sentMessages.stream()
                .filter(sentMessage -> sentMessage.to().equals(node))
                .map(SentMessage::message)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** The coordinator has not requested the message. */
    void sendFrom(String node, Message message) {
        receiver().received(find(node), message);
    }

    void disconnectNode(String node, String reason) {
        receiver().disconnected(find(node), reason);
    }

    private RemoteNode find(String address) {
        return receiver().nodes.stream()
                .filter(node -> node.address.equals(address))
                .findFirst()
                .orElseThrow();
    }

    private Coordinator receiver() {
        if (coordinator == null) {
            throw new IllegalStateException("no coordinator is set");
        }
        return coordinator;
    }

    @Override
    public void send(RemoteNode to, Message message) {
        sentMessages.add(new SentMessage(to.address, message));
        Function<Message, @Nullable Message> configuredAnswer =
                answers.get(to.address + message.getClass().getSimpleName());
        Message answer = configuredAnswer == null ? defaultAnswer(message) : configuredAnswer.apply(message);
        if (answer != null) {
            receiver().received(to, answer);
        }
    }

    private static @Nullable Message defaultAnswer(Message message) {
        if (message instanceof CreatePool createPool) {
            return new PoolCreated(
                    createPool.task(), null, false, LoadClient.ofJdbc(createPool.load(), Reason.REQUESTED), "driver 1");
        } else if (message instanceof Start start) {
            return new Ready(start.task());
        } else if (message instanceof Open open) {
            return new Opened(open.task(), UNKNOWN_USAGE);
        } else if (message instanceof Pause pause) {
            return new Paused(pause.task(), EMPTY_UPDATE);
        } else if (message instanceof Stop stop) {
            return ended(stop.task(), 0, Distribution.EMPTY);
        }
        return message instanceof EndTask endTask ? new Over(endTask.task(), null) : null;
    }

    static WriteUpdate updateWithStartDelay(long delayNanos) {
        return new WriteUpdate(WriteCounts.ZERO, WriteDurations.NOTHING, Map.of(), List.of(), delayNanos);
    }

    static Ended ended(int pool, long scheduled, Distribution waiting) {
        return new Ended(pool, EMPTY_UPDATE, scheduled, waiting, Distribution.EMPTY, Distribution.EMPTY, UNKNOWN_USAGE);
    }

    @Override
    public void disconnect(RemoteNode node) {
        disconnectedNodes.add(node.address);
    }

    @Override
    public void close() {
        answers.clear();
    }
}
