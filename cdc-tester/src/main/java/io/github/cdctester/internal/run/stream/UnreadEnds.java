// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.position.LogPosition;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Ends of a log that were seen and have not been read up to yet, with when they were seen: what lies before the oldest of
 * them is at least as old. Safe for several threads.
 */
final class UnreadEnds {

    /** Enough for two minutes of silence at one a second; after that only the older ones are kept. */
    static final int MOST = 128;

    private record Seen(LogPosition end, long atMicros) {}

    private final Deque<Seen> ends = new ArrayDeque<>();

    /** The log was seen to end here. */
    synchronized void add(LogPosition end, long nowMicros) {
        Seen last = ends.peekLast();
        if (ends.size() < MOST && (last == null || !last.end.equals(end))) {
            ends.addLast(new Seen(end, nowMicros));
        }
    }

    /** The stream comes from another server now, whose positions are others. */
    synchronized void clear() {
        ends.clear();
    }

    /** How long ago the oldest end was seen that lies behind a position; 0 where there is none. */
    synchronized long ageMicros(LogPosition read, long nowMicros) {
        while (!ends.isEmpty()
                && read.isAtOrAfter(
                        ends.getFirst().end.file(), ends.getFirst().end.offset())) {
            ends.removeFirst();
        }
        return ends.isEmpty() ? 0 : Math.max(0, nowMicros - ends.getFirst().atMicros);
    }
}
