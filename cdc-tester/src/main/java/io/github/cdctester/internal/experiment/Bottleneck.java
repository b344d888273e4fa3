// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary;
import org.jspecify.annotations.Nullable;

/** Decides whether the stream kept up with the commits of a run, and determines the bottleneck if it did not. */
final class Bottleneck {

    /**
     * A stream kept up if it delivered the last commit within this time after the commit, or within {@link #CATCH_UP_SHARE} of
     * the measured part.
     */
    private static final double MIN_CATCH_UP_SECONDS = 1;

    private static final double CATCH_UP_SHARE = 0.05;

    private Bottleneck() {}

    /** Returns true if the stream took too long to deliver the last commit; false if this time is unknown. */
    static boolean isLate(RunResult result) {
        Summary summary = result.summary();
        return summary.catchUpSeconds() > Math.max(MIN_CATCH_UP_SECONDS, CATCH_UP_SHARE * summary.seconds());
    }

    /**
     * Returns the bottleneck; {@code NONE} if all streams kept up. Returns {@code null} without a stream, if the reader's CPU
     * time is unknown, or if one of several streams did not keep up.
     */
    static @Nullable LimitedBy limitedBy(RunResult result) {
        return limitedBy(result, result.verdict().status() == Verdict.Status.BEHIND || isLate(result));
    }

    static @Nullable LimitedBy limitedBy(RunResult result, boolean isBehind) {
        Summary summary = result.summary();
        if (summary.cdc() == null) {
            return null;
        }
        if (!isBehind) {
            return LimitedBy.NONE;
        }
        double readerCpuSeconds = summary.tester().readerCpuSeconds();
        if (readerCpuSeconds < 0 || !summary.streams().isEmpty()) {
            return null;
        }
        // the reader's CPU time includes the warm-up
        double readerSeconds =
                summary.cdc().seconds() + result.plan().window().warmUp().toNanos() / 1e9;
        return readerCpuSeconds >= ReaderShare.MIN_BOTTLENECK_SHARE * readerSeconds
                ? LimitedBy.TESTER
                : LimitedBy.SERVER;
    }
}
