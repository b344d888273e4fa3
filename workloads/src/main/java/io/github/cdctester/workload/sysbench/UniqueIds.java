// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Distinct 32-bit numbers in pseudo-random order, shared by all workers. A bijection scrambles a counter, like in
 * {@code sysbench.rand.unique()}.
 */
final class UniqueIds {

    private final AtomicInteger counter;
    private final int step;

    /** {@code start} must be equal in all processes of the run. */
    UniqueIds(int start, SharedNumbers numbers) {
        counter = new AtomicInteger(start + numbers.index());
        step = numbers.processes();
    }

    /** Uses the full range of INTEGER. With n processes, no id repeats in the first 2³² / n calls of each. */
    int next() {
        int id = counter.getAndAdd(step);
        // each operation is invertible, so different inputs give different ids (finalizer of MurmurHash3)
        id = (id ^ id >>> 16) * 0x85EBCA6B;
        id = (id ^ id >>> 13) * 0xC2B2AE35;
        return id ^ id >>> 16;
    }
}
