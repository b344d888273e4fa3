// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.time.ClockOffset;

/**
 * The server that a stream currently reads from. Positions of different servers are not comparable.
 *
 * @param endpoint its address and account
 * @param clockOffset offset between its clock and the tester's
 */
public record FollowedServer(Endpoint endpoint, ServerInfo info, ClockOffset clockOffset, int changes) {

    /** Returns its name for messages. */
    public String describe() {
        return endpoint.address() + " (" + info.identity() + ")";
    }
}
