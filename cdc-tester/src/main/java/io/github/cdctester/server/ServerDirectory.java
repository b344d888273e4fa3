// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.failure.RunFailedException;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The temporary directory of an embedded server, and its processes. Any thread may call {@link #close()} at any time, even during a
 * start.
 */
final class ServerDirectory {

    private static final int TERM_SECONDS = 2;
    private static final int KILL_SECONDS = 10;

    /**
     * Kills the programs of the directory, and removes the directory. Does not use a file with the process id: a program that is
     * starting has not written it, and a file of an ended process has the id of another one. Ends after ten rounds without such a
     * process, because a process that is being created has no command line of its own yet. The programs are the same as for
     * {@link #isProgramOfDirectory}: other processes may read files of the directory.
     */
    private static final String GUARD_SCRIPT = """
            trap '' INT QUIT HUP TERM
            directory=$0
            while read -r line; do :; done
            candidates() {
              if [ -r /proc/self/cmdline ]; then
                # not as an argument, which would make the search itself a candidate
                printf '%s\\n' "$directory" | grep -lF -f - /proc/[0-9]*/cmdline | tr -cd '0-9\\n'
              else
                ps -A -o pid= -o uid= | while read -r pid uid; do [ "$uid" = "$(id -u)" ] && echo "$pid"; done
              fi
            }
            arguments() {
              if [ -r /proc/self/cmdline ]; then
                [ -O "/proc/$1" ] && tr '\\0' '\\n' <"/proc/$1/cmdline"
              else
                ps -o args= -p "$1" | tr ' ' '\\n'
              fi
            }
            is_program_of_directory() {
              arguments "$1" | {
                read -r program
                read -r argument
                case "$program" in
                  "$directory"/*) exit 0 ;;
                  *sh) case "$argument" in "$directory"/*) exit 0 ;; esac ;;
                esac
                while [ -n "$argument" ]; do
                  case "$argument" in --datadir="$directory"/* | --pid-file="$directory"/*) exit 0 ;; esac
                  read -r argument
                done
                exit 1
              }
            }
            calm=0 rounds=0
            while [ $calm -lt 10 ] && [ $rounds -lt 600 ]; do
              calm=$((calm+1)) rounds=$((rounds+1))
              for pid in $(candidates); do
                is_program_of_directory "$pid" && kill -9 "$pid" && calm=0
              done
              rm -rf "$directory"
              sleep 0.1
            done
            """;

    private final Path path;
    private final Closeable lock;
    private final Thread shutdownHook = new Thread(this::closeQuietly, "embedded-mariadb-hook");
    private @Nullable Process guard;
    private volatile boolean isStarted;
    private volatile boolean isClosing;

    private ServerDirectory(Path path, Closeable lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Also deletes directories of processes that have ended. */
    static ServerDirectory create() {
        ServerDirectory directory;
        try {
            Path path =
                    Files.createTempDirectory(DirectoryLock.directoryPrefix()).toRealPath();
            directory = new ServerDirectory(path, DirectoryLock.acquire(path));
            for (Path abandonedDirectory : DirectoryLock.abandonedNextTo(path)) {
                new ServerDirectory(abandonedDirectory, () -> {}).removeAbandoned();
            }
        } catch (IOException e) {
            throw new RunFailedException(
                    "no temporary directory for the embedded MariaDB: " + e
                            + "; choose another place with -Djava.io.tmpdir",
                    e);
        }
        directory.startGuard();
        try {
            Runtime.getRuntime().addShutdownHook(directory.shutdownHook);
        } catch (IllegalStateException e) {
            directory.close();
            throw new RunFailedException("the JVM is shutting down: no embedded MariaDB is started", e);
        }
        return directory;
    }

    /**
     * Starts a shell that ends the server and removes the directory if this process ends without doing so. The shell waits for the end
     * of its standard input, which closes with this process.
     */
    private void startGuard() {
        // in a separate session, so that it outlives the process group of this process
        String start =
                "command -v setsid >/dev/null && exec setsid /bin/sh -c \"$1\" \"$0\"; exec /bin/sh -c \"$1\" \"$0\"";
        try {
            guard = new ProcessBuilder("/bin/sh", "-c", start, path.toString(), GUARD_SCRIPT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // No shell, for example on Windows: the next start of a server removes the directory.
        }
    }

    /** Ends the programs in the directory of an ended process, and deletes the directory. */
    private void removeAbandoned() {
        Optional<String> user = ProcessHandle.current().info().user();
        List<ProcessHandle> processes = ProcessHandle.allProcesses()
                .filter(process -> process.info().user().equals(user) && isProgramOfDirectory(process.info()))
                .toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(processes, KILL_SECONDS);
        try {
            delete();
        } catch (IOException e) {
            // A process was still writing, or another start deletes the directory now: the next start tries again.
        }
    }

    Path path() {
        return path;
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /**
     * Writes a script that starts a program in a separate session. A terminal's SIGINT and SIGTERM from {@code timeout} go to the
     * whole process group. They must not end the installation or the server before their owner has finished.
     *
     * @return the script, or the program if scripts are forbidden
     */
    Path inSeparateSession(Path program, String scriptName) {
        Path script = resolve(scriptName);
        try {
            Files.writeString(script, """
                    #!/bin/sh
                    command -v setsid >/dev/null && exec setsid '%1$s' "$@"
                    exec '%1$s' "$@"
                    """.formatted(program));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean isAllowed = script.toFile().setExecutable(true) && Files.isExecutable(script);
        return isAllowed ? script : program; // a mount option can forbid scripts
    }

    boolean belongsToRoot() {
        try {
            return Files.getFileStore(path).supportsFileAttributeView("posix")
                    && Integer.valueOf(0).equals(Files.getAttribute(path, "unix:uid"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    interface Step<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /**
     * {@link #close()} ends the step's processes, and waits for the end of the step.
     *
     * @param <T> may be nullable
     * @throws RunFailedException if the directory is closed or is being closed
     */
    synchronized <T extends @Nullable Object> T whileOpen(Step<T> step) {
        requireOpen();
        try {
            return step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            // if the directory was closed, reports this instead of the failure of a step whose process was killed
            requireOpen();
        }
    }

    /**
     * @param keepsHook false if only the owner closes the directory
     * @throws RunFailedException if the hook is not kept, and the JVM is already shutting down
     */
    void markStarted(boolean keepsHook) {
        isStarted = true;
        if (!keepsHook && !removeHook()) {
            throw new RunFailedException("the JVM is shutting down: no embedded MariaDB is started");
        }
    }

    void close() {
        isClosing = true;
        endProcesses();
        synchronized (this) {
            endProcesses(); // again, for a process that the current step started meanwhile
            removeHook();
            try {
                delete();
            } catch (IOException e) {
                throw new RunFailedException("could not remove the embedded MariaDB's directory " + path + ": " + e, e);
            }
            endGuard();
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
        if (isClosing) {
            throw new RunFailedException("the embedded MariaDB was closed while it started");
        }
    }

    private boolean removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
            return true;
        } catch (IllegalStateException e) {
            return false; // the JVM is shutting down: the hook runs or will run
        }
    }

    /** Called after the directory is deleted. */
    private void endGuard() {
        if (guard != null) {
            awaitEnd(List.of(guard.destroyForcibly().toHandle()), KILL_SECONDS);
        }
    }

    /** Ends the processes whose command line contains the directory's name, except the guard. */
    private void endProcesses() {
        awaitProcessNames();
        List<ProcessHandle> processes = ProcessHandle.current()
                .descendants()
                .filter(process -> namesDirectory(process.info()))
                .filter(process -> guard == null || process.pid() != guard.pid())
                .toList();
        if (isStarted) {
            processes.forEach(ProcessHandle::destroy);
        } else {
            // A normal end of the installation would take long. The kill also ends the thread that waits for the
            // process; this thread then cleans up.
            processes.stream()
                    .filter(process -> process.children().findAny().isEmpty())
                    .forEach(ProcessHandle::destroyForcibly);
        }
        if (!awaitEnd(processes, TERM_SECONDS)) {
            processes.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(processes, KILL_SECONDS);
        }
    }

    /** Returns true if the program or script is in the directory, or if the process is a server with its data there. */
    private boolean isProgramOfDirectory(ProcessHandle.Info info) {
        String prefix = path + File.separator;
        String program = info.command().orElse("");
        // the system does not split long command lines; the paths contain no spaces
        String[] arguments =
                info.arguments().orElseGet(() -> info.commandLine().orElse("").split(" "));
        return program.startsWith(prefix)
                || program.endsWith("sh") && arguments.length > 0 && arguments[0].startsWith(prefix)
                || Arrays.stream(arguments)
                        .anyMatch(argument -> argument.startsWith("--datadir=" + prefix)
                                || argument.startsWith("--pid-file=" + prefix));
    }

    private boolean namesDirectory(ProcessHandle.Info info) {
        return info.commandLine().or(info::command).orElse("").contains(path.toString());
    }

    /** Java first starts a helper, which then becomes the program. */
    private static void awaitProcessNames() {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TERM_SECONDS);
        while (ProcessHandle.current()
                        .descendants()
                        .anyMatch(process -> process.info().command().orElse("").endsWith("jspawnhelper"))
                && System.nanoTime() - deadlineNanos < 0) {
            Thread.onSpinWait();
        }
    }

    private static boolean awaitEnd(List<ProcessHandle> processes, int seconds) {
        CompletableFuture<?>[] exits =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(exits)
                .orTimeout(seconds, TimeUnit.SECONDS)
                .handle((ended, timeout) -> timeout == null)
                .join();
    }

    private void delete() throws IOException {
        if (Files.notExists(path)) {
            lock.close();
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                if (directory.equals(path)) {
                    lock.close(); // Windows does not delete a directory with an open file
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
