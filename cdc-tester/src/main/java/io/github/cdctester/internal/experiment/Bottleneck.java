// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary;
import org.jspecify.annotations.Nullable;

/** Decides whether the stream kept up in a run, and what held it up if not. */
final class Bottleneck {

    /** A stream that takes no longer than that, or than this share of the measured time, to show its end kept up. */
    private static final double MIN_CATCH_UP_SECONDS = 1;

    private static final double CATCH_UP_SHARE = 0.05;

    /** Below that share of the time on a CPU, the reader was not what held the stream up; as in a drain's notes. */
    private static final double BUSY = 0.8;

    private Bottleneck() {}

    /** Returns true if the stream took long to reach the last commit; false if its end is not known. */
    static boolean isLate(RunResult result) {
        Summary summary = result.summary();
        return summary.catchUpSeconds() > Math.max(MIN_CATCH_UP_SECONDS, CATCH_UP_SHARE * summary.seconds());
    }

    /** Returns the bottleneck of the stream; {@code null} if unknown, for example with several streams. */
    static @Nullable LimitedBy limitedBy(RunResult result) {
        return limitedBy(result, result.verdict().status() == Verdict.Status.BEHIND || isLate(result));
    }

    static @Nullable LimitedBy limitedBy(RunResult result, boolean heldUp) {
        Summary summary = result.summary();
        if (summary.cdc() == null) {
            return null;
        }
        if (!heldUp) {
            return LimitedBy.NONE;
        }
        double reader = summary.tester().readerCpuSeconds();
        if (reader < 0 || !summary.streams().isEmpty()) {
            return null;
        }
        // the reader's CPU time includes the warm-up
        double life = summary.cdc().seconds() + result.plan().window().warmUp().toNanos() / 1e9;
        return reader >= BUSY * life ? LimitedBy.TESTER : LimitedBy.SERVER;
    }
}
