// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.util.Optional;

/**
 * The server that a command goes against: one that somebody else runs, or one that lives as long as the command.
 *
 * @param endpoint where it listens, and the account to use
 * @param own what closing ends; empty where somebody else runs it
 */
record CommandServer(Endpoint endpoint, Optional<EmbeddedMariaDb> own) implements AutoCloseable {

    static CommandServer given(Endpoint endpoint) {
        return new CommandServer(endpoint, Optional.empty());
    }

    static CommandServer own(EmbeddedMariaDb server) {
        return new CommandServer(server.endpoint(), Optional.of(server));
    }

    @Override
    public void close() {
        own.ifPresent(EmbeddedMariaDb::close);
    }
}
