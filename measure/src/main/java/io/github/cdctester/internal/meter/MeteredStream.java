// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The sampler's view of one stream. {@code readerCpuNanos} is -1 if the Java runtime does not report it. */
public record MeteredStream(String name, StreamMeter meter, Supplier<Backlog> backlog, LongSupplier readerCpuNanos) {

    /**
     * Known state of a stream's unread data.
     *
     * @param behindBytes from the subscriber's position to the end of the server's log; -1 if the end cannot be queried
     * @param unreadMicros age of the oldest change known to be unread, a lower limit of the next delay; 0 if none is known
     */
    public record Backlog(long behindBytes, long unreadMicros) {

        public static final Backlog UNKNOWN = new Backlog(-1, 0);
    }
}
