// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One stream as the sampler sees it.
 *
 * @param name the stream's name
 * @param meter what has arrived
 * @param backlog what has not
 * @param readerCpuNanos CPU time of the thread that reads it, since it started, in ns; -1 where the runtime cannot tell
 */
public record MeteredStream(
        String name, StreamMeter meter, Supplier<BacklogSize> backlog, LongSupplier readerCpuNanos) {

    /** A stream of whose reader nothing is known. */
    public MeteredStream(String name, StreamMeter meter, Supplier<BacklogSize> backlog) {
        this(name, meter, backlog, () -> -1);
    }
}
