// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.SyncDockerCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.containers.ServerFamily.ReplicationAccount;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.server.HeldServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A server in a container. It is set up by the {@code with…} methods and {@link #start() started} when its change stream can be
 * read: when an account other than root has started a dump and received events. It keeps its address over {@link #restart()}
 * and {@link #kill()}. For one thread at a time.
 *
 * <p>The container is at most as good as the machine: numbers of two machines are not to be compared.
 */
public final class CdcContainer implements HeldServer, AutoCloseable {

    private static final int PORT = 3306;
    private static final Duration START_TIME = Duration.ofMinutes(2);
    private static final int STOP_SECONDS = 60;
    private static final int MAX_ERRORS = 3;
    private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_]{1,64}");

    private final String image;
    private final GenericContainer<?> container;
    private final List<String> arguments;
    private final Password rootPassword = ReplicationAccount.randomPassword();
    private String database = "sbtest";
    private Duration startTime = START_TIME;
    private @Nullable ReplicationAccount account;
    private int port;

    private CdcContainer(String image, GenericContainer<?> container, List<String> arguments) {
        this.image = image;
        this.container = container;
        this.arguments = new ArrayList<>(arguments);
    }

    /**
     * MySQL, from 8.0 on, by its official image or a compatible one. The log has row format, full images and full metadata, GTIDs
     * and CRC32. Other settings, such as durability, are the image's.
     *
     * @param image such as {@code mysql:9.7}
     */
    public static CdcContainer mysql(String image) {
        return of(image, ServerFamily.MYSQL.arguments());
    }

    /**
     * MariaDB, from 10.5 on, by its official image. Same log settings as MySQL; MariaDB always has GTIDs.
     *
     * @param image such as {@code mariadb:11.4}
     */
    public static CdcContainer mariadb(String image) {
        return of(image, ServerFamily.MARIADB.arguments());
    }

    /**
     * Any other server that speaks MySQL's protocol at port 3306. It gets no arguments by itself, and the root password in the
     * variables of both images above; what its stream lacks is named when it is started.
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
     * Names the schema that is made for the tests; {@code sbtest} unless it is named.
     *
     * @param name letters, digits and underscores
     * @throws InvalidPlanException if it has others
     */
    public CdcContainer withDatabase(String name) {
        if (!DATABASE.matcher(name).matches()) {
            throw new InvalidPlanException("database", "'" + name + "'", "1 to 64 letters, digits and underscores");
        }
        database = name;
        return this;
    }

    /**
     * Adds arguments of the server, which override the default ones.
     *
     * @param more such as {@code --max-binlog-size=1M}
     */
    public CdcContainer withServerArguments(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /**
     * Lets no commit wait for the disk: {@code sync_binlog=0}, {@code innodb_flush_log_at_trx_commit=2}. Results show these
     * settings. Commits survive {@link #kill()}, but not a crash of the machine.
     */
    public CdcContainer withoutDurability() {
        arguments.addAll(ServerFamily.NOT_DURABLE);
        return this;
    }

    /** Sets a variable of the container's environment. */
    public CdcContainer withEnvironment(String name, String value) {
        container.withEnv(name, value);
        return this;
    }

    /**
     * Limits how long it may take until the stream can be read; two minutes unless it is set. The image's download is not in it.
     *
     * @param time above 0
     * @throws InvalidPlanException if it is not
     */
    public CdcContainer withStartTimeout(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new InvalidPlanException("startTimeout", time, "a time above 0");
        }
        startTime = time;
        return this;
    }

    /**
     * Starts the container, creates the schema and the account, and returns when the stream can be read.
     *
     * @throws RunFailedException if there is no Docker engine or no image, the server ends, or its stream cannot be read in time;
     *     the message names the missing part, and no container is left
     */
    public CdcContainer start() {
        if (isRunning()) {
            return this;
        }
        port = freePort();
        // a port of Docker's choice would be another one after the next start
        container
                .withExposedPorts(PORT)
                .withCreateContainerCmdModifier(create -> create.getHostConfig()
                        .withPortBindings(new PortBinding(
                                Ports.Binding.bindIpAndPort(bindAddress(container.getHost()), port),
                                new ExposedPort(PORT))))
                .withEnv("MYSQL_ROOT_PASSWORD", rootPassword.reveal())
                .withEnv("MARIADB_ROOT_PASSWORD", rootPassword.reveal())
                .waitingFor(new NoWaiting());
        if (!arguments.isEmpty()) {
            container.withCommand(arguments.toArray(String[]::new));
        }
        ReplicationAccount made = ReplicationAccount.in(database);
        account = made;
        boolean started = false;
        try {
            container.start();
            readiness().await(root(), made.statements(), endpoint());
            started = true;
            return this;
        } catch (ContainerLaunchException | ContainerFetchException | IllegalStateException e) {
            throw new RunFailedException(name() + " cannot be started: " + root(e).getMessage(), e);
        } finally {
            if (!started) {
                container.stop();
            }
        }
    }

    /**
     * Returns the server's address, with an account that may follow its log and write to the schema.
     *
     * @return the endpoint, the same as long as the container lives
     * @throws IllegalStateException if it was never started
     */
    @Override
    public Endpoint endpoint() {
        ReplicationAccount known = account;
        if (known == null) {
            throw new IllegalStateException(name() + " was not started");
        }
        return known.at(container.getHost(), port);
    }

    /**
     * The same place with the account that may do everything.
     *
     * @throws IllegalStateException if it was never started
     */
    public Endpoint root() {
        return Endpoint.of(endpoint().host(), port, database, "root", rootPassword);
    }

    /** Returns true if the container runs. */
    public boolean isRunning() {
        return container.getContainerId() != null && container.isRunning();
    }

    /**
     * Ends the server in order and starts it again, with its data and at its address.
     *
     * @throws RunFailedException if it does not end, or its stream cannot be read again in time
     */
    @Override
    public void restart() {
        docker("stop", (client, id) -> client.stopContainerCmd(id).withTimeout(STOP_SECONDS));
        startAgain();
    }

    /**
     * Kills the server's process, as {@code kill -9} does. {@link #startAgain()} follows.
     *
     * @throws RunFailedException if it cannot be killed
     */
    @Override
    public void kill() {
        docker("kill", DockerClient::killContainerCmd);
    }

    /**
     * Starts the server again after {@link #kill()}, and returns when its stream can be read.
     *
     * @throws RunFailedException if it cannot in time
     */
    @Override
    public void startAgain() {
        docker("start", DockerClient::startContainerCmd);
        readiness().await(root(), List.of(), endpoint());
    }

    /**
     * As Testcontainers' own containers have it: a field with {@code @CdcServer} needs no more, and starts and stops the container.
     */
    public String getJdbcUrl() {
        return "jdbc:mysql://" + endpoint().address() + "/" + database;
    }

    /** {@return the account's name} As {@link #getJdbcUrl()}. */
    public String getUsername() {
        return endpoint().user();
    }

    /** {@return the account's password} As {@link #getJdbcUrl()}. */
    public String getPassword() {
        return endpoint().password().reveal();
    }

    /** Removes the container, as {@link #close()} does. */
    public void stop() {
        close();
    }

    /** Removes the container, with its data. */
    @Override
    public void close() {
        container.stop();
    }

    private StreamReadiness readiness() {
        return new StreamReadiness(name(), startTime, this::isRunning, this::lastError);
    }

    /** The latest errors in the server's own log: the first of them is the reason, more often than the last. */
    private String lastError() {
        List<String> errors = container
                .getLogs()
                .lines()
                .filter(line -> line.contains("ERROR"))
                .map(String::strip)
                .toList();
        return errors.isEmpty()
                ? "its log tells no error"
                : String.join("; ", errors.subList(Math.max(0, errors.size() - MAX_ERRORS), errors.size()));
    }

    private void docker(String verb, BiFunction<DockerClient, String, SyncDockerCmd<?>> command) {
        try {
            command.apply(container.getDockerClient(), container.getContainerId())
                    .exec();
        } catch (DockerException e) {
            throw new RunFailedException("Docker did not " + verb + " " + name() + ": " + e.getMessage(), e);
        }
    }

    private String name() {
        return "the container of " + image;
    }

    private static Throwable root(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return at;
    }

    /** Returns the address for the published port: loopback, unless the Docker engine is on another host, as in GitLab's service. */
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

    /** An open port does not prove a readable stream: {@link StreamReadiness} waits. */
    static final class NoWaiting extends AbstractWaitStrategy {

        @Override
        protected void waitUntilReady() {
            // as above
        }
    }
}
