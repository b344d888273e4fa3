// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResultCopy;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.Summary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides the CPU time of each judged consumer by the changes and the bytes of the log that the consumer read in the same time.
 * Without consumers' own counts, these come from the stream that the consumers are compared with.
 */
public final class ConsumerCosts {

    /** The rows of the warm-up's log are not counted. Up to this share of the log, they do not change the cost per change. */
    private static final double MAX_UNCOUNTED_SHARE = 0.01;

    private final @Nullable CdcSummary log;
    private final boolean isLogDivided;

    public ConsumerCosts(Plan plan, Summary summary) {
        isLogDivided = plan.subscriber().streamsShare() != Sharing.NOTHING;
        // consumers read the log of the first stream; a log that streams divide is the sum of all
        log = isLogDivided || summary.streams().isEmpty()
                ? summary.cdc()
                : summary.streams().get(0).cdc();
    }

    /**
     * A consumer with a snapshot gets no cost per unit, because its cost includes the snapshot.
     *
     * @param unreadWarmUpBytes for each consumer, the log's bytes before the measured part that it read in it; -1 if unknown
     */
    public List<ConsumerResult> perUnit(List<ConsumerResult> consumers, List<Long> unreadWarmUpBytes) {
        List<ConsumerResult> results = new ArrayList<>();
        for (int i = 0; i < consumers.size(); i++) {
            ConsumerResult consumer = consumers.get(i);
            ConsumerCost cost = consumer.cost();
            results.add(
                    cost == null || consumer.snapshot() != null
                            ? consumer
                            : ConsumerResultCopy.of(consumer)
                                    .cost(perUnit(cost, consumer, unreadWarmUpBytes.get(i)))
                                    .build());
        }
        return results;
    }

    private ConsumerCost perUnit(ConsumerCost cost, ConsumerResult consumer, long warmUpBytes) {
        // the positions of a divided log belong to one of its parts
        boolean isWarmUpKnown = warmUpBytes == 0 || warmUpBytes > 0 && !isLogDivided;
        boolean hasReadAll = log != null && isWarmUpKnown && consumer.transactions() > 0 && consumer.notSeen() == 0;
        Long missing = consumer.verdict().missing();
        boolean hasCountedRows =
                hasReadAll && missing != null && missing == 0 && warmUpBytes <= MAX_UNCOUNTED_SHARE * log.bytes();
        Long changes = consumer.rows() == null && hasCountedRows ? (Long) log.rows() : consumer.rows();
        return cost.per(changes, hasReadAll ? (Long) (log.bytes() + warmUpBytes) : null);
    }
}
