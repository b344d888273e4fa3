// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

/**
 * Progress of a stream, or the sum over several streams.
 *
 * @param completeBytes of complete transactions
 * @param behindBytes from the last complete transaction to the last reported end; {@link Goal#UNKNOWN} if the end of a log is unknown
 * @param endAgeMicros age of the last reported end, the maximum of all streams; {@link Long#MAX_VALUE} if there is none
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

    public boolean isEndKnown() {
        return behindBytes != Goal.UNKNOWN;
    }

    /** Only differences between values matter. {@link Goal#UNKNOWN} if the end is unknown. */
    public long loggedBytes() {
        return isEndKnown() ? completeBytes + behindBytes : Goal.UNKNOWN;
    }
}
