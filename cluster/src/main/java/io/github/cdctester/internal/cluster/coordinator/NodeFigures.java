// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.result.NodeSummary;
import io.github.cdctester.result.RunResult.ClockSummary;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is known of a node, in the words of a result. */
final class NodeFigures {

    private NodeFigures() {}

    /**
     * Summarises a node that has said what it is.
     *
     * @param streams the names of those that it follows
     */
    static NodeSummary of(FleetNode node, List<String> streams) {
        Welcome welcome = Objects.requireNonNull(node.welcome());
        NodeAccount account = node.account();
        return new NodeSummary(
                node.address(),
                welcome.java(),
                node.driver(),
                welcome.processors(),
                new ClockSummary(node.epochAheadMicros(), node.clockErrorNanos() / 1_000),
                account.threads(),
                account.transactions(),
                Durations.of(null, account.latency()),
                Durations.of(null, account.startDelay()),
                streams,
                percent(account.cpu(), welcome.processors()),
                percent(account.busiest(), welcome.processors()),
                account.gcMillis(),
                account.maxHeapBytes(),
                node.lost());
    }

    private static @Nullable Double percent(double cores, int processors) {
        return Double.isNaN(cores) ? null : Math.min(100, 100 * cores / processors);
    }
}
