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

    private final @Nullable CdcSummary log;
    private final boolean isLogDivided;

    public ConsumerCosts(Plan plan, Summary summary) {
        isLogDivided = plan.subscriber().streamsShare() != Sharing.NOTHING;
        // consumers read the log of the first stream; a log that streams divide is the sum of all
        log = isLogDivided || summary.streams().isEmpty()
                ? summary.cdc()
                : summary.streams().get(0).cdc();
    }

    /** A consumer with a snapshot gets no cost per unit, because its cost includes the snapshot. */
    public List<ConsumerResult> perUnit(List<ConsumerResult> consumers, List<UnreadWarmUp> unreadWarmUps) {
        List<ConsumerResult> results = new ArrayList<>();
        for (int i = 0; i < consumers.size(); i++) {
            ConsumerResult consumer = consumers.get(i);
            ConsumerCost cost = consumer.cost();
            results.add(
                    cost == null || consumer.snapshot() != null
                            ? consumer
                            : ConsumerResultCopy.of(consumer)
                                    .cost(perUnit(cost, consumer, unreadWarmUps.get(i)))
                                    .build());
        }
        return results;
    }

    private ConsumerCost perUnit(ConsumerCost cost, ConsumerResult consumer, UnreadWarmUp unread) {
        if (log == null || consumer.transactions() == 0 || !Long.valueOf(0).equals(consumer.notSeen())) {
            return cost.per(consumer.rows(), null);
        }
        double readBytes = log.bytes() + warmUpBytes(unread, log);
        if (Double.isNaN(readBytes)) {
            return cost.per(consumer.rows(), null);
        }
        Long missing = consumer.verdict().missing();
        boolean hasReadRows = missing != null && missing == 0 && log.bytes() > 0;
        // the rows of the warm-up's log are not counted
        Long changes = consumer.rows() == null && hasReadRows
                ? (Long) Math.round(log.rows() * readBytes / log.bytes())
                : consumer.rows();
        return cost.per(changes, Math.round(readBytes));
    }

    /** If only transactions are known, they are assumed to be as large as in the measured part. NaN if unknown. */
    private double warmUpBytes(UnreadWarmUp unread, CdcSummary wholeLog) {
        if (unread.bytes() >= 0 && !isLogDivided) { // the positions of a divided log belong to one of its parts
            return unread.bytes();
        }
        if (unread.transactions() == 0) {
            return 0;
        }
        return unread.transactions() < 0 || wholeLog.transactions() == 0
                ? Double.NaN
                : (double) unread.transactions() * wholeLog.bytes() / wholeLog.transactions();
    }
}
