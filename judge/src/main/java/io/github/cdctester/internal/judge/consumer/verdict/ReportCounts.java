// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import org.jspecify.annotations.Nullable;

/** Counts of one consumer's reports. Each number is {@code null} if the consumer does not report it. */
record ReportCounts(
        @Nullable Long rows, @Nullable Long bytes, @Nullable Long events) {

    static final ReportCounts NONE = new ReportCounts(null, null, null);

    ReportCounts since(ReportCounts earlier) {
        return new ReportCounts(since(rows, earlier.rows), since(bytes, earlier.bytes), since(events, earlier.events));
    }

    private static @Nullable Long since(@Nullable Long sum, @Nullable Long earlier) {
        return sum == null || earlier == null ? sum : (Long) (sum - earlier);
    }
}
