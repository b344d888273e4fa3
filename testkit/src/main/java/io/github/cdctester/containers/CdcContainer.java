// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.SyncDockerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.containers.ServerFamily.ReplicationAccount;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.server.ControlledServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A server in a container. {@link #start()} returns when its change stream can be read. The address stays the same after
 * {@link #restart()} and {@link #kill()}. Not thread-safe.
 *
 * <p>Measured values depend on the machine that runs the container. Do not compare values from different machines.
 */
public final class CdcContainer implements ControlledServer, AutoCloseable {

    private static final int PORT = 3306;
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final int STOP_TIMEOUT_SECONDS = 60;
    private static final int MAX_ERRORS = 3;
    private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_]{1,64}");

    private final String image;
    private final GenericContainer<?> container;
    private final List<String> arguments;
    private final Password rootPassword = ReplicationAccount.randomPassword();
    private String database = "sbtest";
    private Duration startTimeout = START_TIMEOUT;
    private @Nullable ReplicationAccount account;
    private int port;

    CdcContainer(String image, GenericContainer<?> container, List<String> arguments) {
        this.image = image;
        this.container = container;
        this.arguments = new ArrayList<>(arguments);
    }

    /**
     * Creates a container with MySQL 8.0 or newer, from its official image or a compatible one. The log has row format, full
     * images, full metadata, GTIDs and CRC32 checksums. Other settings, such as durability, are the defaults of the image.
     *
     * @param image name of the image, such as {@code mysql:9.7}
     */
    public static CdcContainer mysql(String image) {
        return of(image, ServerFamily.MYSQL.arguments());
    }

    /**
     * Creates a container with MariaDB 10.5 or newer, from its official image. The log settings are the same as for MySQL.
     * MariaDB always has GTIDs.
     *
     * @param image name of the image, such as {@code mariadb:11.4}
     */
    public static CdcContainer mariadb(String image) {
        return of(image, ServerFamily.MARIADB.arguments());
    }

    /**
     * Creates a container with another server that uses the MySQL protocol on port 3306. The server gets no default arguments.
     * The root password is in {@code MYSQL_ROOT_PASSWORD} and {@code MARIADB_ROOT_PASSWORD}. {@link #start()} reports missing
     * settings of its stream.
     */
    public static CdcContainer generic(String image) {
        return of(image, List.of());
    }

    private static CdcContainer of(String image, List<String> arguments) {
        try {
            DockerImageName name = DockerImageName.parse(image);
            name.assertValid();
            return new CdcContainer(image, new GenericContainer<>(name), arguments);
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException("image", "'" + image + "'", "the name of an image, such as mysql:9.7");
        }
    }

    /**
     * Sets the name of the schema that is created for the tests. The default is {@code sbtest}.
     *
     * @param name 1 to 64 letters, digits and underscores
     * @throws InvalidPlanException if the name is invalid
     */
    public CdcContainer withDatabase(String name) {
        if (!DATABASE.matcher(name).matches()) {
            throw new InvalidPlanException("database", "'" + name + "'", "1 to 64 letters, digits and underscores");
        }
        database = name;
        return this;
    }

    /**
     * Adds server arguments, which override the default arguments.
     *
     * @param additionalArguments arguments such as {@code --max-binlog-size=1M}
     */
    public CdcContainer withServerArguments(String... additionalArguments) {
        arguments.addAll(List.of(additionalArguments));
        return this;
    }

    /**
     * Configures the server so that commits do not wait for the disk: {@code sync_binlog=0}, {@code innodb_flush_log_at_trx_commit=2}.
     * Commits survive {@link #kill()}, but not a crash of the machine.
     */
    public CdcContainer withoutDurability() {
        arguments.addAll(ServerFamily.NOT_DURABLE);
        return this;
    }

    /** Sets an environment variable of the container. */
    public CdcContainer withEnvironment(String name, String value) {
        container.withEnv(name, value);
        return this;
    }

    /**
     * Sets the maximum time until the stream can be read, excluding the download of the image. The default is 2 minutes.
     *
     * @param timeout a duration above 0
     * @throws InvalidPlanException if the duration is not above 0
     */
    public CdcContainer withStartTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new InvalidPlanException("startTimeout", timeout, "a time above 0");
        }
        startTimeout = timeout;
        return this;
    }

    /**
     * Starts the container, creates the schema and the account, and returns when the stream can be read. Does nothing if the
     * container runs. Starts a server that was {@linkplain #kill() killed} or has ended with the same data and address, like
     * {@link #startAgain()}. After {@link #stop()}, starts a new server. If the old container cannot be started any more, each
     * call fails until {@link #stop()}.
     *
     * @throws RunFailedException if there is no Docker engine or image, the server ends, its stream cannot be read in time, or the
     *     thread is interrupted; the message contains the reason, and a new container is removed. If the thread is interrupted while
     *     Docker creates the container, that container can remain without being started, until Testcontainers' Ryuk removes it.
     */
    public CdcContainer start() {
        try {
            if (isRunning()) {
                return this;
            }
        } catch (RuntimeException e) {
            throw failures().ofStart(e);
        }
        if (container.getContainerId() != null) { // GenericContainer.start() does nothing if the container exists
            try {
                startAgain();
            } catch (RunFailedException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                throw new RunFailedException(
                        e.getMessage() + "; to start a new server without the data, call stop() and then start()", e);
            }
            return this;
        }
        port = freePort();
        // a fixed port, because a port chosen by Docker would change at the next start
        container
                .withExposedPorts(PORT)
                .withCreateContainerCmdModifier(create -> create.getHostConfig()
                        .withPortBindings(new PortBinding(
                                Ports.Binding.bindIpAndPort(bindAddress(container.getHost()), port),
                                new ExposedPort(PORT))))
                .withEnv("MYSQL_ROOT_PASSWORD", rootPassword.reveal())
                .withEnv("MARIADB_ROOT_PASSWORD", rootPassword.reveal())
                .waitingFor(new NoWaitStrategy());
        if (!arguments.isEmpty()) {
            container.withCommand(arguments.toArray(String[]::new));
        }
        ReplicationAccount newAccount = ReplicationAccount.forDatabase(database);
        account = newAccount;
        boolean hasStarted = false;
        try {
            container.start();
            readiness().await(root(), newAccount.statements(), endpoint());
            hasStarted = true;
            return this;
        } catch (RuntimeException e) {
            throw failures().ofStart(e);
        } finally {
            if (!hasStarted) {
                close();
            }
        }
    }

    /**
     * Returns the server's address, with an account that may read its log and write to the schema.
     *
     * @return the endpoint, which stays the same until the container is removed
     * @throws IllegalStateException if the container was never started
     */
    @Override
    public Endpoint endpoint() {
        ReplicationAccount startedAccount = account;
        if (startedAccount == null) {
            throw new IllegalStateException(name() + " was not started");
        }
        return startedAccount.endpoint(container.getHost(), port);
    }

    /**
     * Returns the server's address with the root account.
     *
     * @throws IllegalStateException if the container was never started
     */
    public Endpoint root() {
        return Endpoint.of(endpoint().host(), port, database, "root", rootPassword);
    }

    /** Returns true if the container runs. */
    public boolean isRunning() {
        return container.getContainerId() != null && container.isRunning();
    }

    /**
     * Shuts the server down, or kills it after 60 s, and starts it again with the same data and address.
     *
     * @throws RunFailedException if Docker cannot stop or start the container, or the stream cannot be read again in time
     * @throws IllegalStateException if the container does not exist
     */
    @Override
    public void restart() {
        runDockerCommand("stop", (client, id) -> client.stopContainerCmd(id).withTimeout(STOP_TIMEOUT_SECONDS));
        startAgain();
    }

    /**
     * Kills the server's process, like {@code kill -9}. Call {@link #startAgain()} or {@link #start()} to start it again.
     *
     * @throws RunFailedException if Docker cannot kill the process
     * @throws IllegalStateException if the container does not exist
     */
    @Override
    public void kill() {
        runDockerCommand("kill", DockerClient::killContainerCmd);
    }

    /**
     * Starts the server again after {@link #kill()}; returns when its stream can be read.
     *
     * @throws RunFailedException if Docker cannot start the container, or the stream cannot be read in time
     * @throws IllegalStateException if the container does not exist
     */
    @Override
    public void startAgain() {
        runDockerCommand("start", DockerClient::startContainerCmd);
        try {
            readiness().await(root(), List.of(), endpoint());
        } catch (RuntimeException e) {
            throw failures().ofStart(e);
        }
    }

    /** Returns the JDBC URL. {@code @CdcServer} requires this method name. */
    public String getJdbcUrl() {
        return "jdbc:mysql://" + endpoint().address() + "/" + database;
    }

    /** Returns the account's name. {@code @CdcServer} requires this method name. */
    public String getUsername() {
        return endpoint().user();
    }

    /** Returns the account's password. {@code @CdcServer} requires this method name. */
    public String getPassword() {
        return endpoint().password().reveal();
    }

    /** Removes the container, like {@link #close()}. */
    public void stop() {
        close();
    }

    /** Removes the container with its data. An interrupt does not end the removal; the interrupt flag stays set. */
    @Override
    public void close() {
        // Docker's client fails in an interrupted thread, and GenericContainer.stop() ignores the failure
        FutureTask<@Nullable Void> removal = new FutureTask<>(container::stop, null);
        Thread thread = new Thread(removal, "cdc-tester-container");
        thread.start();
        Threads.await(thread, Duration.ofNanos(Long.MAX_VALUE));
        try {
            removal.get();
        } catch (ExecutionException e) {
            FirstFailure.rethrow(e.getCause(), cause -> "removing " + name() + ": " + cause.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("the removal has ended", e); // unreachable: get() does not wait
        }
    }

    private StreamReadiness readiness() {
        return new StreamReadiness(name(), startTimeout, this::isRunning, this::lastErrors);
    }

    /** Returns the last {@value #MAX_ERRORS} errors, because the reason is often not the last error. */
    private String lastErrors() {
        List<String> errors = container
                .getLogs()
                .lines()
                .filter(line -> line.contains("ERROR"))
                .map(String::strip)
                .toList();
        return errors.isEmpty()
                ? "its log contains no error"
                : String.join("; ", errors.subList(Math.max(0, errors.size() - MAX_ERRORS), errors.size()));
    }

    private void runDockerCommand(String verb, BiFunction<DockerClient, String, SyncDockerCmd<?>> command) {
        String id = container.getContainerId();
        if (id == null) {
            throw new IllegalStateException(name() + " does not exist: call start() first");
        }
        try {
            command.apply(container.getDockerClient(), id).exec();
        } catch (RuntimeException e) { // not only DockerException: the client does not wrap each failure
            throw failures().ofCommand(verb, e);
        }
    }

    private DockerFailures failures() {
        return new DockerFailures(name());
    }

    private String name() {
        return "the container of " + image;
    }

    /** Returns loopback, unless the Docker engine is remote, such as a GitLab service. */
    static String bindAddress(String dockerHost) {
        try {
            return InetAddress.getByName(dockerHost).isLoopbackAddress() ? "127.0.0.1" : "0.0.0.0";
        } catch (UnknownHostException e) {
            throw new RunFailedException("the Docker host '" + dockerHost + "' has no address: " + e.getMessage(), e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new RunFailedException("no free port on 127.0.0.1: " + e.getMessage(), e);
        }
    }

    /** An open port does not prove that the stream can be read: {@link StreamReadiness} waits instead. */
    static final class NoWaitStrategy extends AbstractWaitStrategy {

        @Override
        protected void waitUntilReady() {
            // StreamReadiness waits
        }
    }
}
