// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.time.ClockOffset;

/**
 * The server that a stream reads from. Positions of different servers are not comparable.
 *
 * @param clockOffset offset of the server's clock from the tester's clock
 * @param changes number of server changes so far
 */
public record FollowedServer(Endpoint endpoint, ServerInfo info, ClockOffset clockOffset, int changes) {

    public String describe() {
        return endpoint.address() + " (" + info.identity() + ")";
    }
}
