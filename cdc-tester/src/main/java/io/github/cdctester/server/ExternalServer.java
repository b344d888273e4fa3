// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.config.Endpoint;
import java.util.Objects;

/**
 * A server that somebody else runs; closing it does nothing.
 *
 * @param endpoint where it listens, and the account to use
 */
public record ExternalServer(Endpoint endpoint) implements TargetServer {

    /** Checks the values. */
    public ExternalServer {
        Objects.requireNonNull(endpoint, "endpoint");
    }

    @Override
    public String describe() {
        return "server at " + endpoint.address();
    }

    @Override
    public void close() {}
}
