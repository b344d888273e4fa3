// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.fault.FaultProxy;

abstract class ProxiedContract extends ServerContract {

    FaultProxy proxy() {
        return FaultProxy.to("127.0.0.1", server.endpoint().port());
    }

    /** TLS is off, so that a proxy can read the protocol. */
    Endpoint endpointAt(int port) {
        return server.endpoint().withAddress("127.0.0.1", port).withSsl(SslMode.DISABLED, null);
    }
}
