// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** How long a terminal's user thinks and types (5.2.5). */
final class ThinkTimes {

    /** Longer thoughts are cut (5.2.5.4). */
    private static final int LONGEST = 10;

    private final SplittableRandom random;

    ThinkTimes(SplittableRandom random) {
        this.random = random;
    }

    /** Thinking about the last transaction's output, in exponential times, then keying the next one's input. */
    long nanosBetween(@Nullable TransactionKind last, TransactionKind next) {
        return (last == null ? 0 : thinkNanos(last.meanThinkNanos)) + next.keyingNanos;
    }

    private long thinkNanos(long meanNanos) {
        // 1 - [0, 1) is never 0
        double drawn = -Math.log(1 - random.nextDouble()) * meanNanos;
        return (long) Math.min(drawn, (double) LONGEST * meanNanos);
    }
}
