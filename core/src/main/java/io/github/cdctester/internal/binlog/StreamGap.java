// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.time.ClockOffset;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A break in a stream, and how it was mended. What was in flight came again and was counted once. If the stream broke again
 * before the next transaction was complete, that is a part of the same gap.
 *
 * @param to the server after; the same text where it is the same server
 * @param clock the clock of a server that is another one than before, against the tester's; else {@code null}
 */
public record StreamGap(
        Instant at,
        double seconds,
        int attempts,
        String reason,
        String from,
        String to,
        ResumedBy by,
        @Nullable ClockOffset clock) {

    /** How a stream finds the place where it was. */
    public enum ResumedBy {
        /** By file and offset, in the same server's log. */
        POSITION,
        /** By the transactions that had been read, in any log that has them. */
        GTIDS
    }
}
