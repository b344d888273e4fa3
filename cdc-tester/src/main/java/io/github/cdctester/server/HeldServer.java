// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.config.Endpoint;

/**
 * A server that this process may stop and restart with its data and at its address: {@link EmbeddedMariaDb}, or a container. Called
 * from one thread at a time, which differs from the run's.
 */
public interface HeldServer {

    /** {@return its address and account, which do not change while the server exists} */
    Endpoint endpoint();

    /**
     * Ends the server in order and starts it again; returns when it can be connected to.
     *
     * @throws io.github.cdctester.failure.RunFailedException if it does not end or does not start
     */
    void restart();

    /**
     * Kills the server's process like {@code kill -9}, and waits for its end. {@link #startAgain} follows, whatever happens.
     *
     * @throws io.github.cdctester.failure.RunFailedException if it cannot be killed
     */
    void kill();

    /**
     * Starts the server again after {@link #kill}; returns when it can be connected to.
     *
     * @throws io.github.cdctester.failure.RunFailedException if it does not start
     */
    void startAgain();
}
