// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Different 32-bit numbers in random-looking order, for all workers together: a counter put through a bijection, as
 * sysbench's {@code sysbench.rand.unique()} does with another one.
 */
final class UniqueIds {

    private final AtomicInteger counter;
    private final int step;

    /** Begins at a number that is the same in all processes whose workers write together. */
    UniqueIds(int start, SharedNumbers share) {
        counter = new AtomicInteger(start + share.index());
        step = share.of();
    }

    /** The next id, in the whole range of INTEGER; each occurs once in 2³² draws of all processes. */
    int next() {
        int x = counter.getAndAdd(step);
        // each step can be undone, so different inputs stay different (the finaliser of MurmurHash3)
        x = (x ^ x >>> 16) * 0x85EBCA6B;
        x = (x ^ x >>> 13) * 0xC2B2AE35;
        return x ^ x >>> 16;
    }
}
