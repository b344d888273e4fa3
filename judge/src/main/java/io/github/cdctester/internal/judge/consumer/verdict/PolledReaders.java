// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.consumer.feed.TableKeys;
import io.github.cdctester.result.Verdict.Reason;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The findings of the readers of a consumer's lines. Do not hold the judge's lock while they are polled: a reader reports while it holds
 * its own lock.
 *
 * @param doubtWithoutReports why the lines allow no verdict if nothing was reported; else {@code null}
 * @param noVerdictReason why the lines allow no verdict although changes were reported; else {@code null}
 * @param unstampedReason why rows of the workload's tables cannot be matched by stamp; else {@code null}
 * @param tableKeys the keys of the stamped rows, by table
 * @param remarks remarks on the transport of the reports; may be empty
 */
record PolledReaders(
        @Nullable String doubtWithoutReports,
        @Nullable String noVerdictReason,
        @Nullable String unstampedReason,
        List<TableKeys> tableKeys,
        String remarks) {

    static final PolledReaders NONE = new PolledReaders(null, null, null, List.of(), "");

    static PolledReaders poll(
            ConsumerFeed feed, JudgedProbe probe, Predicate<String> isJudged, Predicate<String> isStampedTable) {
        return new PolledReaders(
                feed.noVerdictReason(false, isJudged).orElse(null),
                feed.noVerdictReason(true, isJudged).orElse(null),
                feed.unstampedReason(isStampedTable).orElse(null),
                feed.tableKeys(),
                Reason.join(Stream.concat(feed.tornReasons(isJudged), probe.remarks().stream())
                        .toArray(String[]::new)));
    }
}
