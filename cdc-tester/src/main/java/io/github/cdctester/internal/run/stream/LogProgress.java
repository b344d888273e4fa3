// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

/**
 * How far a stream has come, or several together.
 *
 * @param behindBytes bytes of the log, as its end was seen last, that are not complete yet: 0 where all of it is, {@link
 *     Goal#UNKNOWN} where the server does not tell
 * @param seenAgoMicros how long ago that end was seen; of several streams, the longest
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

    /**
     * Where the log ended when that was seen last, in bytes from where the stream began; only the difference of two says
     * something.
     */
    public long loggedBytes() {
        return isKnown() ? completeBytes + behindBytes : Goal.UNKNOWN;
    }
}
