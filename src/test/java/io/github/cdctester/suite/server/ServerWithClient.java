// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;

/** The endpoint selects the client for all loads. */
public record ServerWithClient(TestServer server, Client client) implements TestServer {

    @Override
    public Endpoint endpoint() {
        return server.endpoint().withClient(client);
    }

    @Override
    public String logStatusStatement() {
        return server.logStatusStatement();
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void shutDown() {
        server.shutDown();
    }

    @Override
    public void startAgain() {
        server.startAgain();
    }

    @Override
    public void replicateFrom(TestServer source) {
        server.replicateFrom(source);
    }

    @Override
    public void promote() {
        server.promote();
    }

    @Override
    public void close() {
        server.close();
    }
}
