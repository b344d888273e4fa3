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
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A consumer whose program the run starts. Reads its output unless the consumer has another source. After a restart, reads the output of
 * the new process.
 */
final class StartedProgram extends ReadingSource {

    private static final int POLL_NANOS = 20_000_000;
    private static final int CONNECT_MILLIS = 1_000;

    private static final class Launch {
        private final ProcessTree tree;
        private final AtomicBoolean isReady;
        private volatile boolean isEndedByFault;
        private volatile boolean isKilled;

        Launch(ProcessTree tree, AtomicBoolean isReady) {
            this.tree = tree;
            this.isReady = isReady;
        }
    }

    private final ConsumerSpec spec;
    private final Endpoint server;
    private final Endpoint logServer;
    private final boolean isSource;
    /** An empty element ends the queue. */
    private final BlockingQueue<Optional<Launch>> pendingLaunches = new LinkedBlockingQueue<>();

    private volatile @Nullable Launch latestLaunch;
    /** Used by the reading thread only. */
    private @Nullable Launch followedLaunch;

    private @Nullable ConsumerStart startVariables;
    private volatile @Nullable String unexpectedExit;
    private volatile List<String> remarksOnEnd = List.of();

    /**
     * @param server the server or a proxy to it, passed to the program
     * @param logServer is queried for the end of the log
     */
    StartedProgram(ConsumerSpec spec, Endpoint server, Endpoint logServer) {
        this.spec = spec;
        this.server = server;
        this.logServer = logServer;
        isSource = spec.source() instanceof Output;
    }

    /** If {@code mayRestart} is false, the lines end when the program ends. */
    void begin(ConsumerLines lines, boolean mayRestart) {
        startProcess();
        if (!mayRestart) {
            endRestarts();
        }
        start("command", lines, () -> {
            if (isSource) {
                readToEnd(lines, new SequentialOutput(this::nextOutput, this::wasKilled), () -> {});
                reportEnd(lines);
            } else {
                while (awaitNextLaunch() != null) {
                    // only waits for each launch to end: the lines have another source
                }
            }
        });
    }

    @Override
    public void start(ConsumerLines lines) {
        begin(lines, false);
    }

    private void startProcess() {
        int port = spec.ready().port();
        if (port > 0 && acceptsConnections(port)) {
            throw new RunFailedException(name() + " was not started: another program accepts connections at the port "
                    + port + " of its ready condition");
        }
        Map<String, String> environment = new HashMap<>(spec.settings());
        environment.putAll(Program.environment(server));
        ConsumerStart currentStart = startVariables == null ? ConsumerStart.at(logServer) : startVariables;
        startVariables = currentStart;
        environment.putAll(currentStart.variables());
        AtomicBoolean isReady = new AtomicBoolean();
        Consumer<String> lines = line -> isReadyLine(line, isReady);
        Launch newLaunch = new Launch(
                ProcessTree.start(name(), spec.expandedCommand(environment), environment, !isSource, lines), isReady);
        latestLaunch = newLaunch;
        pendingLaunches.add(Optional.of(newLaunch));
    }

    /** Returns {@code null} if no launch follows. */
    private @Nullable Launch awaitNextLaunch() {
        Launch launch = followedLaunch;
        if (launch != null) {
            String exitReport = launch.tree.awaitEnd();
            unexpectedExit = isClosing() || launch.isEndedByFault ? null : exitReport;
        }
        try {
            followedLaunch = pendingLaunches.take().orElse(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            followedLaunch = null;
        }
        return followedLaunch;
    }

    private @Nullable InputStream nextOutput() {
        Launch nextLaunch = awaitNextLaunch();
        if (nextLaunch == null || spec.ready().line() == null) {
            return nextLaunch == null ? null : nextLaunch.tree.output();
        }
        AtomicBoolean isReady = nextLaunch.isReady;
        return new ReadyLineFilter(nextLaunch.tree.output(), line -> isReadyLine(line, isReady), isReady::get);
    }

    private boolean wasKilled() {
        Launch launch = followedLaunch;
        return launch != null && (launch.isKilled || launch.tree.wasKilled());
    }

    /** Kills the program after the stop timeout. */
    String stop() {
        Launch launch = requireRunning();
        launch.isEndedByFault = true;
        List<String> remarks = launch.tree.stop(spec.stopTimeout());
        return remarks.isEmpty() ? "stopped" : String.join("; ", remarks);
    }

    String kill() {
        Launch launch = requireRunning();
        launch.isEndedByFault = true;
        launch.isKilled = true;
        launch.tree.kill();
        return "killed";
    }

    String pause() {
        requireRunning().tree.pause();
        return "paused";
    }

    /** Starts the program after its end, or resumes it after a pause. */
    String startAgain() {
        Launch launch = latestLaunch;
        if (launch == null) {
            throw new RunFailedException("it was not started");
        }
        if (!launch.tree.isAlive()) {
            List<String> remarks = new ArrayList<>(remarksOnEnd);
            remarks.addAll(launch.tree.stop(spec.stopTimeout())); // child processes may remain
            remarksOnEnd = remarks;
            startProcess();
            return "started again";
        }
        if (!launch.tree.resume()) {
            throw new RunFailedException("it already runs");
        }
        return "continues";
    }

    /** Resumes a paused program. Afterwards, the program must not be restarted, because its end ends the lines. */
    void endRestarts() {
        pendingLaunches.add(Optional.empty());
        Launch launch = latestLaunch;
        if (launch != null) {
            launch.tree.resume();
        }
    }

    boolean isRunning() {
        Launch launch = latestLaunch;
        return launch != null && launch.tree.isAlive();
    }

    private Launch requireRunning() {
        Launch launch = latestLaunch;
        if (launch == null || !isRunning()) {
            throw new RunFailedException("it does not run");
        }
        return launch;
    }

    private boolean isReadyLine(String line, AtomicBoolean isReady) {
        Pattern pattern = spec.ready().line();
        return pattern != null && !isReady.get() && pattern.matcher(line).find() && !isReady.getAndSet(true);
    }

    /** @throws RunFailedException if the program ends before it is ready, or is not ready in time */
    void awaitReady(StopSignal stop) throws InterruptedException {
        Ready ready = spec.ready();
        Launch launch = latestLaunch;
        long startNanos = System.nanoTime();
        while (launch != null && !ready.isAtOnce() && !launch.isReady.get() && !stop.await(POLL_NANOS)) {
            if (ready.port() > 0 && acceptsConnections(ready.port())) {
                return;
            } else if (!launch.isReady.get() && !launch.tree.isAlive()) {
                throw new RunFailedException(name() + " ended before it was ready, with " + launch.tree.awaitEnd());
            }
            if (!launch.isReady.get()
                    && System.nanoTime() - startNanos > ready.timeout().toNanos()) {
                throw new RunFailedException(name() + " was not ready within "
                        + ready.timeout().toMillis() / 1e3 + " s: "
                        + (ready.line() == null
                                ? "port " + ready.port() + " does not accept connections"
                                : "no line contains '" + ready.line() + "'")
                        + launch.tree.lastErrorLine().replaceFirst(": ", "; the last line of standard error is: "));
            }
        }
    }

    private static boolean acceptsConnections(int port) {
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

    /** Returns empty before the process is started. */
    Optional<ProcessHandle> process() {
        return Optional.ofNullable(latestLaunch).map(launch -> launch.tree.handle());
    }

    @Override
    public String name() {
        return "the command " + spec.commandLine();
    }

    @Override
    protected Optional<String> remarkAfterReading() {
        if (latestLaunch == null) {
            return Optional.of(name() + " was not started");
        }
        return Optional.ofNullable(unexpectedExit)
                .map(exitReport -> name() + " ended before the run did, with " + exitReport);
    }

    /** The list is complete after {@link #close()}. */
    List<String> remarksOnEnd() {
        return remarksOnEnd;
    }

    @Override
    public void close() {
        requestClosing();
        pendingLaunches.add(Optional.empty());
        List<String> remarks = new ArrayList<>(remarksOnEnd);
        Launch launch = latestLaunch;
        if (launch != null) {
            remarks.addAll(launch.tree.stop(spec.stopTimeout()));
        }
        super.close();
        ConsumerStart usedVariables = startVariables;
        startVariables = null;
        if (usedVariables != null) {
            usedVariables.remove().ifPresent(remarks::add);
        }
        remarksOnEnd = remarks;
    }
}
