// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.run.stream.StreamReading.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a node is to follow.
 *
 * @param clockAheadMicros the node's time of day minus the coordinator's
 * @param leftOut the GTIDs that the ledger does not expect; {@code null} for none
 * @param verified whether the stream is compared with commits
 */
public record StreamAssignment(
        SharedPlan plan,
        String stream,
        ServerInfo server,
        long clockAheadMicros,
        StreamSettings.From from,
        StreamSettings.Read read,
        @Nullable String leftOut,
        Wanted wanted,
        boolean verified) {}
