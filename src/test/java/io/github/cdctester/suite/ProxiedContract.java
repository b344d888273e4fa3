// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.fault.FaultProxy;

/** Tests for each server through a {@link FaultProxy}. */
abstract class ProxiedContract extends ServerContract {

    FaultProxy proxy() {
        return FaultProxy.to("127.0.0.1", server.endpoint().port());
    }

    /**
     * Returns the server through a proxy's port, or its own port, without encryption so that a proxy can read the
     * protocol.
     */
    Endpoint endpointAt(int port) {
        return server.endpoint().withAddress("127.0.0.1", port).withSsl(SslMode.DISABLED, null);
    }
}
