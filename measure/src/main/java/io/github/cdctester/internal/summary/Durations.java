// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.result.summary.DurationSummary;
import org.jspecify.annotations.Nullable;

/** Converts distributions to the summaries in a result. */
public final class Durations {

    private Durations() {}

    public static DurationSummary of(@Nullable String source, Distribution durations) {
        boolean isEmpty = durations.count() == 0;
        return new DurationSummary(
                source,
                durations.count(),
                isEmpty ? null : durations.meanMillis(),
                isEmpty ? null : durations.percentileMillis(50),
                isEmpty ? null : durations.percentileMillis(95),
                isEmpty ? null : durations.percentileMillis(99),
                isEmpty ? null : durations.percentileMillis(99.9),
                isEmpty ? null : durations.maxMillis(),
                durations.negatives(),
                durations.lowestNegativeMicros() / 1_000.0);
    }
}
