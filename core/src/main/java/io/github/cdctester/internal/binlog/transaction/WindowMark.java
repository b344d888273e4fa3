// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.position.LogPosition;

/** The place in the stream where the measured part begins. */
public sealed interface WindowMark {

    /**
     * At the first transaction that begins at a position or after it.
     *
     * @param changes which server that is, as {@link FollowedServer#changes} counts them
     */
    record AtPosition(LogPosition position, int changes) implements WindowMark {}

    /** At the first transaction that arrives; for dumps that begin after a GTID set, wherever that is in the log. */
    record AtFirstTransaction() implements WindowMark {}

    /** After a heartbeat row; for endpoints with other positions than the server to write to. */
    record AfterHeartbeat(long sequence) implements WindowMark {}
}
