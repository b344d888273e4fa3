// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.BooleanSupplier;

/**
 * One load of the write side as the sampler sees it.
 *
 * @param workload the workload's name
 * @param meter what its workers have told
 * @param threads how many there are
 * @param connected whether they are connected at present, which those of a later phase are not yet
 */
public record MeteredLoad(String workload, WriteMeter meter, int threads, BooleanSupplier connected) {

    /**
     * A load whose workers are connected all the time.
     *
     * @param workload the workload's name
     * @param meter what its workers have told
     * @param threads how many there are
     */
    public MeteredLoad(String workload, WriteMeter meter, int threads) {
        this(workload, meter, threads, () -> true);
    }

    int threadsConnected() {
        return connected.getAsBoolean() ? threads : 0;
    }
}
