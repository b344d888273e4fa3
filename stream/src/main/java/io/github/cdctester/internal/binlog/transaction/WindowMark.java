// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.position.LogPosition;

/** The point in the stream at which the measured part begins. */
public sealed interface WindowMark {

    /**
     * The first transaction that begins at or after a position.
     *
     * @param changes identifies the server; see {@link FollowedServer#changes}
     */
    record AtPosition(LogPosition position, int changes) implements WindowMark {}

    /** The first transaction that arrives. Used for dumps that begin after a GTID set: their start position is unknown. */
    record AtFirstTransaction() implements WindowMark {}

    /** The end of a heartbeat. For endpoints whose positions differ from the positions on the server that receives the load. */
    record AfterHeartbeat(long sequence) implements WindowMark {}
}
