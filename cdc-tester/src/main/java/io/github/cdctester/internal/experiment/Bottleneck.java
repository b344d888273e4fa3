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

    /** Maximum time from the last commit to its arrival. {@link #CATCH_UP_SHARE} of the measured part is allowed if it is longer. */
    private static final double MIN_CATCH_UP_SECONDS = 1;

    private static final double CATCH_UP_SHARE = 0.05;

    private Bottleneck() {}

    /** Returns true if the last commit arrived too late; false if its time is unknown. */
    static boolean isLate(RunResult result) {
        Summary summary = result.summary();
        return summary.catchUpSeconds() > Math.max(MIN_CATCH_UP_SECONDS, CATCH_UP_SHARE * summary.seconds());
    }

    /**
     * Returns the bottleneck; {@code NONE} if all streams kept up. Returns {@code null} if the bottleneck is unknown: without a stream,
     * without the reader's CPU time, or if one of several streams is slow.
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
        if (readerCpuSeconds >= ReaderShare.MIN_BOTTLENECK_SHARE * summary.cdc().seconds()) {
            return LimitedBy.TESTER;
        }
        Double machinePercent = summary.tester().machineCpuPercent();
        return machinePercent != null && machinePercent >= ReaderShare.BUSY_MACHINE_PERCENT
                ? LimitedBy.MACHINE
                : LimitedBy.SERVER;
    }
}
