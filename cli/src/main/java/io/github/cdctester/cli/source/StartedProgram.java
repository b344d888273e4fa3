// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.source;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.internal.experiment.program.Program;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A consumer that is started as soon as its server listens, and ended with the run. */
public final class StartedProgram extends ReadingSource {

    private static final long LOOK_MILLIS = 20;
    private static final int CONNECT_MILLIS = 1_000;

    private final String command;
    private final Endpoint server;
    private volatile @Nullable Program program;
    private volatile @Nullable String end;

    /** Creates it; {@code command} is a shell command, with the server's address in its environment. */
    public StartedProgram(String command, Endpoint server) {
        this.command = command;
        this.server = server;
    }

    @Override
    public void begin(ConsumerLines lines) {
        start("command", lines, () -> {
            while (!isClosing() && !listens()) {
                rest(LOOK_MILLIS);
            }
            if (!isClosing()) {
                Program started = Program.startToRead(name(), List.of("sh", "-c", command), server);
                program = started;
                readToEnd(lines, started.output(), () -> end = isClosing() ? null : started.awaitEnd());
                reportEnd(lines);
            }
        });
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false; // it does not yet
        }
    }

    /** Returns the process of the command, running or ended; empty before its start. */
    public Optional<ProcessHandle> process() {
        return Optional.ofNullable(program).map(Program::process);
    }

    @Override
    public String name() {
        return "the command " + command;
    }

    @Override
    protected Optional<String> remarkWhereRead() {
        if (program == null) {
            return Optional.of(name() + " was not started");
        }
        return Optional.ofNullable(end).map(how -> name() + " ended before the run did, with " + how);
    }

    @Override
    public void close() {
        reportClosing();
        Program started = program;
        if (started != null) {
            started.close();
        }
        super.close();
    }
}
