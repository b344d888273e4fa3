// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

/**
 * Progress of a stream, or the sum over several streams.
 *
 * @param readBytes bytes of the log that were read
 * @param completeBytes bytes of complete transactions
 * @param behindBytes bytes of the log from the last complete transaction to the last reported end; {@link Goal#UNKNOWN} if the
 *     end of a log is unknown
 * @param endAgeMicros age of the last reported end, in µs; {@link Long#MAX_VALUE} if there is none; for several streams, the
 *     maximum
 */
public record LogProgress(long readBytes, long completeBytes, long behindBytes, long endAgeMicros) {

    static final LogProgress NONE = new LogProgress(0, 0, 0, 0);

    LogProgress plus(LogProgress other) {
        return new LogProgress(
                readBytes + other.readBytes,
                completeBytes + other.completeBytes,
                isEndKnown() && other.isEndKnown() ? behindBytes + other.behindBytes : Goal.UNKNOWN,
                Math.max(endAgeMicros, other.endAgeMicros));
    }

    /** Returns true if the end of each log is known. */
    public boolean isEndKnown() {
        return behindBytes != Goal.UNKNOWN;
    }

    /** Returns the last reported end of the log in bytes, or {@link Goal#UNKNOWN}. Only differences between values matter. */
    public long loggedBytes() {
        return isEndKnown() ? completeBytes + behindBytes : Goal.UNKNOWN;
    }
}
