// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.position.LogPosition;

/** The point in the stream at which the measured part begins. */
public sealed interface WindowMark {

    /**
     * The first transaction that begins at or after a position.
     *
     * @param changes number of server changes before the server of the position; see {@link FollowedServer#changes}
     */
    record AtPosition(LogPosition position, int changes) implements WindowMark {}

    /** The first transaction that arrives. Used for dumps that begin after a GTID set: their start position is unknown. */
    record AtFirstTransaction() implements WindowMark {}

    /** The end of a heartbeat. Used for endpoints whose positions differ from the positions on the loaded server. */
    record AfterHeartbeat(long sequence) implements WindowMark {}
}
