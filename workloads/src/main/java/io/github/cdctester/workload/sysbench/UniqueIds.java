// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Different 32-bit numbers in random-looking order, shared by all workers. A bijection scrambles a counter, like
 * sysbench's {@code sysbench.rand.unique()} with a different bijection.
 */
final class UniqueIds {

    private final AtomicInteger counter;
    private final int step;

    /** Creates the ids of one process; {@code start} must be equal in all processes of the run. */
    UniqueIds(int start, SharedNumbers share) {
        counter = new AtomicInteger(start + share.index());
        step = share.of();
    }

    /** Returns the next id, in the whole range of INTEGER. No id repeats within 2³² calls in all processes. */
    int next() {
        int x = counter.getAndAdd(step);
        // each step can be undone, so different inputs stay different (the finaliser of MurmurHash3)
        x = (x ^ x >>> 16) * 0x85EBCA6B;
        x = (x ^ x >>> 13) * 0xC2B2AE35;
        return x ^ x >>> 16;
    }
}
