// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.BooleanSupplier;

/**
 * One load of the write side as the sampler sees it.
 *
 * @param writing whether they are connected and have begun, which those of a later time have not yet
 */
public record MeteredLoad(String workload, WriteMeter meter, int threads, BooleanSupplier writing) {

    int threadsWriting() {
        return writing.getAsBoolean() ? threads : 0;
    }
}
