// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.BooleanSupplier;

/** The sampler's view of one load. {@code isWriting} is false before a delayed start. */
public record MeteredLoad(String workload, WriteMeter meter, int threads, BooleanSupplier isWriting) {

    int threadsWriting() {
        return isWriting.getAsBoolean() ? threads : 0;
    }
}
