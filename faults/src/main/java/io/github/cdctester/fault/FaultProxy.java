// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A proxy on this machine that simulates network faults between a client and a server. It listens on a free port, by default on
 * 127.0.0.1, and forwards bytes in both directions. Its methods cut, refuse, stall, throttle, delay or lose connections, or redirect
 * them to another server. They apply to existing and new connections, unless documented otherwise. They work with any protocol over
 * TCP.
 *
 * <p>With a {@link FaultPlan}, the proxy also changes binlog events. It scans the client's commands for the dump command
 * (COM_BINLOG_DUMP or COM_BINLOG_DUMP_GTID), forwards this command, and then applies the plan to the server's data. This requires
 * connections <em>without TLS and without compression</em>. On other connections, the proxy finds no dump command and forwards
 * all bytes unchanged. {@link #hiddenConnections()} counts them.
 *
 * <p>Thread-safe. The proxy's threads are daemon threads. Their names start with {@code fault-proxy-} and the port. {@link #close} ends
 * these threads and all connections.
 */
public final class FaultProxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int BACKLOG = 50;
    private static final int MAX_PORT = 65_535;
    /** All sockets are closed first, so only the caller's code, such as a {@link StreamFault} or {@link Relay}, can run longer. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private static final String LOOPBACK = "127.0.0.1";

    private final ServerSocket listener;
    private final String host;
    private final ProxyThreads threads;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Conditions conditions = new Conditions();
    private final Link.Traffic traffic = new Link.Traffic();
    private final AtomicInteger endedDumps = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private volatile InetSocketAddress target;
    private volatile boolean refusing;
    private volatile boolean closed;
    private volatile Supplier<Link.Lifetime> nextLifetime = () -> Link.Lifetime.ENDLESS;
    private volatile @Nullable FaultPlan plan;
    private volatile @Nullable Relay relay;

    private FaultProxy(InetSocketAddress target, InetAddress address, String host, ThreadFactory factory)
            throws IOException {
        this.target = target;
        this.host = host;
        listener = new ServerSocket(0, BACKLOG, address);
        threads = new ProxyThreads("fault-proxy-" + listener.getLocalPort(), factory);
    }

    /** Changes the bytes that a server sends on one connection. */
    @FunctionalInterface
    public interface Relay {

        /**
         * Reads the server's bytes until the end of the stream, and writes the bytes for the client. Runs in a separate thread
         * per connection.
         *
         * @throws IOException if one side has disconnected; the connection is then reset
         */
        void relay(InputStream fromServer, OutputStream toClient) throws IOException;
    }

    /**
     * Starts a proxy on a free port of 127.0.0.1. While the server cannot be reached, each client connection is reset.
     *
     * @throws IllegalArgumentException if the host is blank, or the port is not from 1 to 65535
     * @throws FaultProxyException if no port is available
     */
    public static FaultProxy to(String host, int port) {
        return to(host, port, LOOPBACK);
    }

    /**
     * Starts a proxy on a free port of another address of this machine, for clients in containers or on other machines. Every client
     * that reaches this address also reaches the server.
     *
     * @param listenAddress an address of this machine, such as the Docker bridge's 172.17.0.1, or 0.0.0.0 for all addresses
     * @throws IllegalArgumentException if the host is blank, the port is not from 1 to 65535, or the listen address is not an address
     *     of this machine
     * @throws FaultProxyException if no port is available
     */
    public static FaultProxy to(String host, int port, String listenAddress) {
        return to(host, port, listenAddress, Thread::new);
    }

    static FaultProxy to(String host, int port, String listenAddress, ThreadFactory factory) {
        InetSocketAddress target = target(host, port);
        InetAddress address = LocalAddress.of(listenAddress);
        try {
            FaultProxy proxy =
                    new FaultProxy(target, address, address.isAnyLocalAddress() ? LOOPBACK : listenAddress, factory);
            proxy.threads.start("accept", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new FaultProxyException("a proxy cannot listen on " + listenAddress, e);
        }
    }

    private static InetSocketAddress target(String host, int port) {
        if (host.isBlank()) { // the JDK resolves a blank name to the loopback address
            throw new IllegalArgumentException("host '" + host + "': give the name or address of the server");
        }
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + ": give a port from 1 to " + MAX_PORT);
        }
        return new InetSocketAddress(host, port);
    }

    /**
     * Returns the address for clients on this machine: the listen address, or 127.0.0.1 if the proxy listens on all addresses.
     */
    public String host() {
        return host;
    }

    /** Returns the listening port. */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Redirects new connections to another server. Existing connections stay.
     *
     * @throws IllegalArgumentException if the host is blank, or the port is not from 1 to 65535
     */
    public FaultProxy redirectTo(String host, int port) {
        target = target(host, port);
        return this;
    }

    /** Resets all connections immediately. New connections are accepted. */
    public void cut() {
        links.forEach(link -> link.end(true));
    }

    /** Ends all connections to the server. The clients' connections stay open, so that clients do not notice the loss. */
    public void loseConnections() {
        links.forEach(Link::closeServerSilently);
    }

    /** Closes new connections immediately (true), or accepts them again (false). */
    public FaultProxy refuse(boolean refuse) {
        refusing = refuse;
        return this;
    }

    /**
     * Closes each new connection after it has forwarded this many bytes to the client, possibly inside a packet or an event. The client
     * receives all these bytes.
     */
    public FaultProxy closeEachAfter(LongSupplier bytesToClient) {
        Objects.requireNonNull(bytesToClient, "bytesToClient");
        nextLifetime = () -> new Link.Lifetime(bytesToClient.getAsLong(), false);
        return this;
    }

    /** Resets each new connection after this many bytes to the client. Bytes that the client has not read yet can be lost. */
    public FaultProxy resetEachAfter(LongSupplier bytesToClient) {
        Objects.requireNonNull(bytesToClient, "bytesToClient");
        nextLifetime = () -> new Link.Lifetime(bytesToClient.getAsLong(), true);
        return this;
    }

    /** Holds back all bytes in both directions while connections stay open (true), or forwards them again (false). */
    public FaultProxy stall(boolean stall) {
        conditions.stall(stall);
        return this;
    }

    /** Holds back only the data of dumps (true), or forwards it again (false). Requires no TLS and no compression. */
    public FaultProxy stallDumps(boolean stall) {
        conditions.stallDumps(stall);
        return this;
    }

    /** Limits the rate of each direction of each connection, in bytes per second; 0 for no limit. */
    public FaultProxy throttle(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException(
                    "throttle " + bytesPerSecond + ": give bytes a second, or 0 for no limit");
        }
        conditions.throttle(bytesPerSecond);
        return this;
    }

    /** Delays each chunk of up to 16 KiB by this time. The delays of successive chunks add up. Zero removes the delay. */
    public FaultProxy delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay " + delay + ": give a time that is not negative");
        }
        conditions.delay(delay);
        return this;
    }

    /** Applies a plan to the dumps of new connections, instead of an earlier plan. Requires no TLS and no compression. */
    public FaultProxy faults(FaultPlan faults) {
        plan = Objects.requireNonNull(faults, "faults");
        return this;
    }

    /** On new connections, passes the server's bytes to a relay. A {@link FaultPlan} is then ignored. */
    public FaultProxy relay(Relay toClients) {
        relay = Objects.requireNonNull(toClients, "toClients");
        return this;
    }

    /** Returns the number of connections that are open or being connected to the server. */
    public int connections() {
        return links.size();
    }

    /** Returns the number of bytes forwarded to clients, over all connections. */
    public long bytesToClients() {
        return traffic.toClient().sum();
    }

    /** Returns the number of bytes forwarded to servers, over all connections. */
    public long bytesToServer() {
        return traffic.toServer().sum();
    }

    /** Returns the number of ended connections with a dump command. Excludes connections with TLS or compression. */
    public int endedDumps() {
        return endedDumps.get();
    }

    /**
     * Returns the number of MySQL connections with TLS or protocol compression since the proxy started, also of clients that send
     * no dump command. Their commands are hidden, so {@link #faults} and {@link #stallDumps} have no effect on them.
     */
    public long hiddenConnections() {
        return traffic.hiddenConnections().sum();
    }

    /**
     * Resets all connections and ends the proxy's threads. A second call does nothing.
     *
     * @throws FaultProxyException if the proxy could not accept connections or start threads, or if a {@link StreamFault},
     *     {@link Relay} or supplier of byte counts threw an exception
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        conditions.close();
        closeListener();
        links.forEach(link -> link.end(true));
        threads.await(CLOSE_TIMEOUT);
        Throwable cause = failure.get();
        if (cause != null) {
            throw new FaultProxyException("the proxy to " + target + " failed", cause);
        }
    }

    private void closeListener() {
        try {
            listener.close();
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                } else {
                    startConnecting(client);
                }
            } catch (IOException | Error e) { // an Error: no thread could be started
                if (!closed) {
                    failure.compareAndSet(null, e);
                    closeListener(); // refuses further connections; close() throws the failure
                    return;
                }
            }
        }
    }

    private void startConnecting(Socket client) throws IOException {
        try {
            threads.start("connect", () -> connect(client));
        } catch (Error e) {
            failure.compareAndSet(null, e); // before the client can notice the end and call close()
            client.close(); // cut() and close() end only links
            throw e;
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        Link[] link = new Link[1];
        link[0] = new Link(client, server, conditions, traffic, nextLifetime, plan, relay, (hasDump, cause) -> {
            links.remove(link[0]);
            failure.compareAndSet(null, cause);
            if (hasDump) {
                endedDumps.incrementAndGet();
            }
        });
        links.add(link[0]);
        if (closed) {
            link[0].end(true);
            return;
        }
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_MILLIS);
            link[0].startForwarding(threads);
        } catch (IOException e) {
            link[0].onConnectFailed(threads);
        }
    }
}
