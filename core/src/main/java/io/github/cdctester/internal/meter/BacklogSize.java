// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/**
 * What a stream still has to bring, as far as is known.
 *
 * @param behindBytes how far the end of the server's log is ahead of the subscriber; -1 where it cannot be asked
 * @param unreadMicros the age in µs of the oldest thing that is known to be unread: at least so old is what the stream would
 *     bring next. 0 where nothing is known to be unread
 */
public record BacklogSize(long behindBytes, long unreadMicros) {

    /** Nobody can say. */
    public static final BacklogSize UNKNOWN = new BacklogSize(-1, 0);
}
