// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.program.ProcessTree;
import io.github.cdctester.internal.program.Program;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A consumer that is started, and stopped with the run. Its output is its lines, unless they come from elsewhere. */
final class StartedProgram extends ReadingSource {

    private static final int LOOK_NANOS = 20_000_000;
    private static final int CONNECT_MILLIS = 1_000;

    private final ConsumerSpec spec;
    private final Endpoint server;
    private final boolean isSource;
    private volatile @Nullable ProcessTree tree;
    private @Nullable StartPlace place;
    private volatile @Nullable String end;
    private volatile boolean isReady;
    private List<String> remarksOnEnd = List.of();

    /** Creates it; {@code server} is in its environment. */
    StartedProgram(ConsumerSpec spec, Endpoint server) {
        this.spec = spec;
        this.server = server;
        isSource = spec.source() instanceof Output;
    }

    @Override
    public void begin(ConsumerLines lines) {
        int port = spec.ready().port();
        if (port > 0 && accepts(port)) {
            throw new RunFailedException(name() + " was not started: another program accepts connections at the port "
                    + port + " of its ready condition");
        }
        Map<String, String> environment = new HashMap<>(spec.settings());
        environment.putAll(Program.environment(server));
        StartPlace from = place == null ? StartPlace.at(server) : place;
        place = from;
        environment.putAll(from.variables());
        ProcessTree started =
                ProcessTree.start(name(), spec.command(environment), environment, !isSource, this::isReadyLine);
        tree = started;
        start("command", lines, () -> {
            if (isSource) {
                ReadyLine output = new ReadyLine(started.output(), this::isReadyLine, () -> isReady);
                readToEnd(lines, output, () -> end = isClosing() ? null : started.awaitEnd());
                reportEnd(lines);
            } else {
                String how = started.awaitEnd();
                end = isClosing() ? null : how;
            }
        });
    }

    private boolean isReadyLine(String line) {
        Pattern pattern = spec.ready().line();
        boolean found = !isReady && pattern != null && pattern.matcher(line).find();
        isReady |= found;
        return found;
    }

    /**
     * Waits until the consumer is ready, or {@code stop}.
     *
     * @throws RunFailedException if it ends before, or the timeout is over
     */
    void awaitReady(StopSignal stop) throws InterruptedException {
        Ready ready = spec.ready();
        ProcessTree started = tree;
        long from = System.nanoTime();
        while (started != null && !ready.isAtOnce() && !isReady && !stop.await(LOOK_NANOS)) {
            isReady |= ready.port() > 0 && accepts(ready.port());
            if (!isReady && !started.isAlive()) {
                throw new RunFailedException(name() + " ended before it was ready, with " + started.awaitEnd());
            }
            if (!isReady && System.nanoTime() - from > ready.timeout().toNanos()) {
                throw new RunFailedException(name() + " was not ready within "
                        + ready.timeout().toMillis() / 1e3 + " s: "
                        + (ready.line() == null
                                ? "port " + ready.port() + " does not accept connections"
                                : "no line contains '" + ready.line() + "'")
                        + started.lastWords().replaceFirst(": ", "; the last line of standard error is: "));
            }
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean isSource() {
        return isSource;
    }

    /** Returns the process; empty before it is started. */
    Optional<ProcessHandle> process() {
        return Optional.ofNullable(tree).map(ProcessTree::handle);
    }

    @Override
    public String name() {
        return "the command " + spec.commandLine();
    }

    @Override
    protected Optional<String> remarkWhereRead() {
        if (tree == null) {
            return Optional.of(name() + " was not started");
        }
        return Optional.ofNullable(end).map(how -> name() + " ended before the run did, with " + how);
    }

    /** Returns remarks on the end of the process, once it is closed. */
    List<String> remarksOnEnd() {
        return remarksOnEnd;
    }

    @Override
    public void close() {
        reportClosing();
        ProcessTree started = tree;
        if (started != null) {
            remarksOnEnd = started.stop(spec.stopTimeout());
        }
        super.close();
        if (place != null) {
            place.close();
        }
    }
}
