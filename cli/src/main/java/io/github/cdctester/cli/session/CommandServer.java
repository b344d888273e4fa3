// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import java.util.Optional;
import picocli.CommandLine;

/**
 * An existing server, or an embedded server that runs only during the command.
 *
 * @param embeddedServer closed by {@link #close()}; empty for an existing server
 */
public record CommandServer(Endpoint endpoint, Optional<EmbeddedMariaDb> embeddedServer) implements AutoCloseable {

    public static CommandServer ofEndpoint(Endpoint endpoint) {
        return new CommandServer(endpoint, Optional.empty());
    }

    public static CommandServer embedded(EndpointOptions options, OutputOptions output, CommandLine commandLine) {
        try (Screen screen = Screen.open(commandLine.getOut(), output.displayMode(), output.usesColor())) {
            screen.liveRun().ifPresent(live -> {
                live.setTitle("embedded MariaDB");
                live.setStep("starting");
            });
            // the command closes the server after the drain; a shutdown hook would close it too early
            EmbeddedMariaDb server = EmbeddedMariaDb.start(Options.defaults().withShutdownHook(false));
            return new CommandServer(options.withClient(server.endpoint()), Optional.of(server));
        }
    }

    @Override
    public void close() {
        embeddedServer.ifPresent(EmbeddedMariaDb::close);
    }
}
