// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

/**
 * Progress of a stream, or of several together.
 *
 * @param behindBytes bytes of the log, up to its last known end, that are not complete yet: 0 if all of it is, {@link Goal#UNKNOWN}
 *     if the server does not report it
 * @param seenAgoMicros age of that end; for several streams, the oldest
 */
public record LogProgress(long readBytes, long completeBytes, long behindBytes, long seenAgoMicros) {

    static final LogProgress NONE = new LogProgress(0, 0, 0, 0);

    LogProgress plus(LogProgress other) {
        return new LogProgress(
                readBytes + other.readBytes,
                completeBytes + other.completeBytes,
                isKnown() && other.isKnown() ? behindBytes + other.behindBytes : Goal.UNKNOWN,
                Math.max(seenAgoMicros, other.seenAgoMicros));
    }

    /** Returns true if the server reports how much is left to read. */
    public boolean isKnown() {
        return behindBytes != Goal.UNKNOWN;
    }

    /** Returns the last known end of the log, in bytes from the stream's start; only differences are meaningful. */
    public long loggedBytes() {
        return isKnown() ? completeBytes + behindBytes : Goal.UNKNOWN;
    }
}
