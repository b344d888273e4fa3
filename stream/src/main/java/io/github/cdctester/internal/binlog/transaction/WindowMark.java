// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.position.LogPosition;

public sealed interface WindowMark {

    /** The first transaction that begins at or after a position. {@code changes} is explained at {@link FollowedServer#changes}. */
    record AtPosition(LogPosition position, int changes) implements WindowMark {}

    /** Used for a dump that begins after a GTID set, because its start position is unknown. */
    record AtFirstTransaction() implements WindowMark {}

    /** The end of a heartbeat, for endpoints whose positions differ from the loaded server's. */
    record AfterHeartbeat(long sequence) implements WindowMark {}
}
