// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.time.ClockOffset;

/**
 * The server that a stream comes from at present. Positions of two of them cannot be compared.
 *
 * @param endpoint where it is
 * @param clockOffset its clock against the tester's
 */
public record FollowedServer(Endpoint endpoint, ServerInfo info, ClockOffset clockOffset, int changes) {

    /** Its name in messages. */
    public String describe() {
        return endpoint.address() + " (" + info.identity() + ")";
    }
}
