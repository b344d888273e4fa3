// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.config.Endpoint;

/**
 * A server that this process may stop and restart with its data and at its address: {@link EmbeddedMariaDb}, or a container. The
 * methods are called by one thread at a time, but not by the run's thread.
 */
public interface ControlledServer {

    /** {@return the server's address and account, which never change} */
    Endpoint endpoint();

    /**
     * Shuts the server down and starts it again. Returns when the server accepts connections.
     *
     * @throws io.github.cdctester.failure.RunFailedException if the server does not end or does not start
     */
    void restart();

    /**
     * Kills the server's process like {@code kill -9}, and waits for its end. {@link #startAgain} is called afterwards, even if
     * this method throws.
     *
     * @throws io.github.cdctester.failure.RunFailedException if the server cannot be killed
     */
    void kill();

    /**
     * Starts the server again after {@link #kill}. Returns when the server accepts connections.
     *
     * @throws io.github.cdctester.failure.RunFailedException if the server does not start
     */
    void startAgain();
}
