// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.BooleanSupplier;

/**
 * The sampler's view of one load of the write side.
 *
 * @param isWriting returns true if the load's workers are connected and have started; false before a delayed start
 */
public record MeteredLoad(String workload, WriteMeter meter, int threads, BooleanSupplier isWriting) {

    int threadsWriting() {
        return isWriting.getAsBoolean() ? threads : 0;
    }
}
