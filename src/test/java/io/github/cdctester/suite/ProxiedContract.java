// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.fault.FaultProxy;

/** Base class of tests that connect to a server through a {@link FaultProxy}. */
abstract class ProxiedContract extends ServerContract {

    FaultProxy proxy() {
        return FaultProxy.to("127.0.0.1", server.endpoint().port());
    }

    /**
     * Returns the server's endpoint with the given port, such as a proxy's port. It is unencrypted, so that a proxy can
     * read the protocol.
     */
    Endpoint endpointAt(int port) {
        return server.endpoint().withAddress("127.0.0.1", port).withSsl(SslMode.DISABLED, null);
    }
}
