// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.time.ClockOffset;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A break in a stream, and its recovery. A transaction in flight was sent again and counted once. Further breaks before the next
 * complete transaction belong to the same gap.
 *
 * @param to the server after; the same text if the server is the same
 * @param clock the clock of a different server, compared with the tester's; {@code null} if the server is the same
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
