// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The sampler's view of one stream.
 *
 * @param backlog the part that has not arrived
 * @param readerCpuNanos CPU time of the thread that reads it, since it started, in ns; -1 if the runtime does not report it
 */
public record MeteredStream(String name, StreamMeter meter, Supplier<Backlog> backlog, LongSupplier readerCpuNanos) {

    /**
     * The known part of a stream's unread data.
     *
     * @param behindBytes how far the end of the server's log is ahead of the subscriber; -1 if it cannot be queried
     * @param unreadMicros the age in µs of the oldest change known to be unread, a lower limit for the next change's age. 0 if no
     *     change is known to be unread
     */
    public record Backlog(long behindBytes, long unreadMicros) {

        public static final Backlog UNKNOWN = new Backlog(-1, 0);
    }
}
