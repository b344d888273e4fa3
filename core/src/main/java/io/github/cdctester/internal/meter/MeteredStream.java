// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One stream as the sampler sees it.
 *
 * @param backlog what has not
 * @param readerCpuNanos CPU time of the thread that reads it, since it started, in ns; -1 where the runtime cannot tell
 */
public record MeteredStream(String name, StreamMeter meter, Supplier<Backlog> backlog, LongSupplier readerCpuNanos) {

    /**
     * What a stream still has to bring, as far as is known.
     *
     * @param behindBytes how far the end of the server's log is ahead of the subscriber; -1 where it cannot be asked
     * @param unreadMicros the age in µs of the oldest thing that is known to be unread: at least so old is what the stream would
     *     bring next. 0 if nothing is known to be unread
     */
    public record Backlog(long behindBytes, long unreadMicros) {

        public static final Backlog UNKNOWN = new Backlog(-1, 0);
    }
}
