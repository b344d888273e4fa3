// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.FillPart;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.OfFilling;
import io.github.cdctester.internal.time.NanoClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** What a node fills for the coordinator that it has. */
final class NodeFillings {

    private final NanoClock clock;
    private final Consumer<String> log;
    private final Map<Integer, NodeFilling> present = new ConcurrentHashMap<>();

    NodeFillings(NanoClock clock, Consumer<String> log) {
        this.clock = clock;
        this.log = log;
    }

    /**
     * Does what the coordinator asks.
     *
     * @param answers go to that coordinator
     */
    void received(OfFilling asked, Consumer<Message> answers) {
        if (asked instanceof Fill fill) {
            FillPart part = fill.part();
            if (part.step() == 0) {
                log.accept("fills tables of " + part.load() + ": pieces " + (part.firstPiece() + 1) + " to "
                        + (part.firstPiece() + part.pieces()) + " of " + part.allPieces());
            }
            present.values().removeIf(one -> !one.isAlive());
            present.put(fill.filling(), new NodeFilling(fill.filling(), part, answers, clock));
            return;
        }
        NodeFilling filling = present.get(asked.filling());
        if (filling != null) {
            filling.ask(asked);
        }
    }

    /** What has not ended. */
    List<NodeTask> present() {
        return present.values().stream()
                .filter(NodeFilling::isAlive)
                .map(NodeTask.class::cast)
                .toList();
    }

    void clear() {
        present.clear();
    }
}
