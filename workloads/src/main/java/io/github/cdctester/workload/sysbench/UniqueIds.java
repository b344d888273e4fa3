// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Distinct 32-bit numbers in a random-looking order, shared by all workers. A counter is scrambled by a bijection, like in sysbench's
 * {@code sysbench.rand.unique()}, which uses another bijection.
 */
final class UniqueIds {

    private final AtomicInteger counter;
    private final int step;

    /** {@code start} must be equal in all processes of the run. */
    UniqueIds(int start, SharedNumbers numbers) {
        counter = new AtomicInteger(start + numbers.index());
        step = numbers.of();
    }

    /** Returns the next id, in the full range of INTEGER. No id repeats within 2³² calls in all processes together. */
    int next() {
        int x = counter.getAndAdd(step);
        // each step is invertible, so different inputs give different ids (finalizer of MurmurHash3)
        x = (x ^ x >>> 16) * 0x85EBCA6B;
        x = (x ^ x >>> 13) * 0xC2B2AE35;
        return x ^ x >>> 16;
    }
}
