// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.DirectoryRemoval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The temporary directory of an embedded server, and the life of everything in it. {@link #close()} ends the processes
 * that work here and deletes the directory, at any time and from any thread, also in the middle of a start.
 */
final class ServerDirectory {

    private static final int TERM_SECONDS = 2;
    private static final int KILL_SECONDS = 10;

    private final Path path;
    private final Thread hook = new Thread(this::closeQuietly, "embedded-mariadb-hook");
    private volatile boolean started;
    private volatile boolean closing;

    private ServerDirectory(Path path) {
        this.path = path;
    }

    /** Creates a directory that only this user can enter, and that the end of the JVM removes. */
    static ServerDirectory create() {
        Path path;
        try {
            path = Files.createTempDirectory(DirectoryOwner.PREFIX).toRealPath();
            DirectoryOwner owner = DirectoryOwner.current();
            owner.writeTo(path);
            for (Path abandoned : owner.abandonedBeside(path)) {
                new ServerDirectory(abandoned).removeAbandoned();
            }
        } catch (IOException e) {
            throw new RunFailedException(
                    "no temporary directory for the embedded MariaDB: " + e
                            + "; choose another place with -Djava.io.tmpdir",
                    e);
        }
        ServerDirectory directory = new ServerDirectory(path);
        directory.guard();
        try {
            Runtime.getRuntime().addShutdownHook(directory.hook);
        } catch (IllegalStateException e) {
            directory.close();
            throw new RunFailedException("the JVM is shutting down: no embedded MariaDB is started", e);
        }
        return directory;
    }

    /**
     * Starts a shell that waits for the end of this process, which closes its standard input, and then does what a killed process
     * cannot: end the server and remove the directory.
     */
    private void guard() {
        String script = "trap '' INT HUP; while read -r line; do :; done; while kill -9 $(cat \"$0/"
                + EmbeddedMariaDb.PID_FILE + "\"); do sleep 0.1; done; rm -rf \"$0\"";
        try {
            new ProcessBuilder("/bin/sh", "-c", script, path.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // No shell, as on Windows: the next start of a server removes the directory.
        }
    }

    /** Ends what still runs in the directory of a process that is gone, and deletes it. */
    private void removeAbandoned() {
        List<ProcessHandle> processes = ProcessHandle.allProcesses()
                .filter(process -> worksHere(process.info()))
                .toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(processes, KILL_SECONDS);
        try {
            DirectoryRemoval.remove(path);
        } catch (IOException e) {
            // A process was still writing, or another start deletes it now: the next start tries again.
        }
    }

    Path path() {
        return path;
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    boolean belongsToRoot() {
        try {
            return Files.getFileStore(path).supportsFileAttributeView("posix")
                    && Integer.valueOf(0).equals(Files.getAttribute(path, "unix:uid"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A step that may read and write files. */
    @FunctionalInterface
    interface Step<T extends @Nullable Object> {
        T take() throws IOException;
    }

    /**
     * Runs a step of the start, unless the directory is being closed. {@link #close()} waits for the end of the step, but ends its
     * processes.
     *
     * @param <T> type of its result
     * @throws RunFailedException if the directory is closed or is being closed
     */
    synchronized <T extends @Nullable Object> T whileOpen(Step<T> step) {
        requireOpen();
        try {
            return step.take();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            requireOpen(); // has a clearer message than the step whose process was killed
        }
    }

    /**
     * Ends the start.
     *
     * @param keepHook whether the end of the JVM closes the directory; if not, its owner alone does
     * @throws RunFailedException if the JVM ends already
     */
    void started(boolean keepHook) {
        started = true;
        if (!keepHook && !removeHook()) {
            throw new RunFailedException("the JVM is shutting down: no embedded MariaDB is started");
        }
    }

    void close() {
        closing = true;
        endProcesses();
        synchronized (this) {
            endProcesses(); // of a step that was just between two of them
            removeHook();
            try {
                DirectoryRemoval.remove(path);
            } catch (IOException e) {
                throw new RunFailedException("could not remove the embedded MariaDB's directory " + path + ": " + e, e);
            }
        }
    }

    private void closeQuietly() {
        try {
            close();
        } catch (RunFailedException e) {
            // The JVM ends: no caller is left.
        }
    }

    private void requireOpen() {
        if (closing) {
            throw new RunFailedException("the embedded MariaDB was closed while it started");
        }
    }

    private boolean removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            return true;
        } catch (IllegalStateException e) {
            return false; // the JVM ends already, and the hook runs or will run
        }
    }

    /** Every program that is started here has the directory's name in its command line. */
    private void endProcesses() {
        awaitNames();
        List<ProcessHandle> processes = ProcessHandle.current()
                .descendants()
                .filter(process -> worksHere(process.info()))
                .toList();
        if (started) {
            processes.forEach(ProcessHandle::destroy);
        } else {
            // An installation would take long. The thread that waits for the killed process also ends, and cleans
            // up.
            processes.stream()
                    .filter(process -> process.children().findAny().isEmpty())
                    .forEach(ProcessHandle::destroyForcibly);
        }
        if (!awaitEnd(processes, TERM_SECONDS)) {
            processes.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(processes, KILL_SECONDS);
        }
    }

    private boolean worksHere(ProcessHandle.Info info) {
        return info.commandLine().or(info::command).orElse("").contains(path.toString());
    }

    /** Java first starts a helper, which becomes the program a moment later, under the same process id. */
    private static void awaitNames() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(TERM_SECONDS);
        while (ProcessHandle.current()
                        .descendants()
                        .anyMatch(process -> process.info().command().orElse("").endsWith("jspawnhelper"))
                && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }

    private static boolean awaitEnd(List<ProcessHandle> processes, int seconds) {
        CompletableFuture<?>[] ends =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(ends)
                .orTimeout(seconds, TimeUnit.SECONDS)
                .handle((ended, timeout) -> timeout == null)
                .join();
    }
}
