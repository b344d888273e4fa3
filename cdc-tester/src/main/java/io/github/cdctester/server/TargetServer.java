// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.config.Endpoint;

/** A server that a run goes against, and that is in use until {@link #close()}. */
public interface TargetServer extends AutoCloseable {

    /**
     * Tells where the server listens, and with which account to use it.
     *
     * @return the endpoint, the same for as long as the server lives
     */
    Endpoint endpoint();

    /**
     * Names the server in messages and reports.
     *
     * @return a few words with the server's address, never its password
     */
    String describe();

    /**
     * Gives the server up. What this process started is ended and removed; what somebody else runs is left alone. A
     * second call does nothing.
     */
    @Override
    void close();
}
