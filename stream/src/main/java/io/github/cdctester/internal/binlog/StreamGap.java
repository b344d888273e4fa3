// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.time.ClockOffset;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A break in a stream, and its recovery. A transaction in flight is sent again and counted once. Breaks before the next complete
 * transaction belong to the same gap.
 *
 * @param at time of the first break
 * @param seconds total time without a connection
 * @param attempts number of connection attempts
 * @param from address and identity of the server before the gap
 * @param to address and identity of the server after the gap
 * @param clock clock offset of the new server; {@code null} if the server is the same
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

    public enum ResumedBy {
        /** File and offset in the same server's log. */
        POSITION,
        /** GTIDs of the transactions read so far, in any log that contains them. */
        GTIDS
    }
}
