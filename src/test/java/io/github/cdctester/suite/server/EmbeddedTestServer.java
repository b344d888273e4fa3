// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDbOptions;
import java.nio.file.Path;

/** The embedded MariaDB. */
public final class EmbeddedTestServer implements TestServer {

    private final EmbeddedMariaDb server;

    private EmbeddedTestServer(EmbeddedMariaDb server) {
        this.server = server;
    }

    public static EmbeddedTestServer start(String... arguments) {
        return new EmbeddedTestServer(
                EmbeddedMariaDb.start(EmbeddedMariaDbOptions.defaults().withServerArguments(arguments)));
    }

    /** With the binaries of an installed MariaDB. */
    public static EmbeddedTestServer startInstalled(Path baseDirectory, String... arguments) {
        return new EmbeddedTestServer(EmbeddedMariaDb.start(EmbeddedMariaDbOptions.defaults()
                .withBaseDirectory(baseDirectory)
                .withServerArguments(arguments)));
    }

    @Override
    public Endpoint endpoint() {
        return server.endpoint();
    }

    @Override
    public String logStatusStatement() {
        return "SHOW MASTER STATUS";
    }

    @Override
    public void kill() {
        ProcessHandle process = server.process();
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        server.close();
    }
}
