// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Different 32-bit numbers in random-looking order, for all workers together: a counter put through a bijection, as
 * sysbench's {@code sysbench.rand.unique()} does with another one.
 */
final class UniqueIds {

    private final AtomicInteger counter;

    UniqueIds(int start) {
        counter = new AtomicInteger(start);
    }

    /** The next id, in the whole range of INTEGER; each occurs once in 2³² draws. */
    int next() {
        int x = counter.getAndIncrement();
        // each step can be undone, so different inputs stay different (the finaliser of MurmurHash3)
        x = (x ^ x >>> 16) * 0x85EBCA6B;
        x = (x ^ x >>> 13) * 0xC2B2AE35;
        return x ^ x >>> 16;
    }
}
