// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import java.util.Optional;
import picocli.CommandLine;

/**
 * The server of a command: an existing one, or an embedded one for the time of the command.
 *
 * @param endpoint its address, and the account to use
 * @param own the embedded server, ended by closing; empty for an existing one
 */
public record CommandServer(Endpoint endpoint, Optional<EmbeddedMariaDb> own) implements AutoCloseable {

    public static CommandServer given(Endpoint endpoint) {
        return new CommandServer(endpoint, Optional.empty());
    }

    /** Starts one, and shows on a terminal that it takes its time. */
    public static CommandServer embedded(OutputOptions output, CommandLine commandLine) {
        try (Screen screen = Screen.open(commandLine.getOut(), output.manner(), output.color())) {
            screen.live().ifPresent(live -> {
                live.title("embedded MariaDB");
                live.step("starting");
            });
            // closed in order, after the stream has been drained: not by its own hook
            EmbeddedMariaDb server = EmbeddedMariaDb.start(Options.defaults().withShutdownHook(false));
            return new CommandServer(server.endpoint(), Optional.of(server));
        }
    }

    public Optional<ProcessHandle> process() {
        return own.map(EmbeddedMariaDb::process);
    }

    @Override
    public void close() {
        own.ifPresent(EmbeddedMariaDb::close);
    }
}
