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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A network between a client and a server, on this machine: it listens on a free port, by default of 127.0.0.1, and forwards
 * bytes in both directions. Methods cut, refuse, stall, throttle, delay or lose connections, or lead to another server. They apply to existing
 * and new connections, unless their documentation differs. This works for any protocol over TCP.
 *
 * <p>With a {@link FaultPlan} it also changes events: it follows the MySQL protocol of a connection up to its dump command
 * (COM_BINLOG_DUMP or COM_BINLOG_DUMP_GTID). It lets the command pass, and changes the server's data after it. This requires connections
 * <em>without TLS and without compression</em>: in others it finds no command, and forwards them unchanged.
 *
 * <p>Safe for use by several threads. Its threads are daemons whose names begin with {@code fault-proxy-} and the port; they and
 * all connections end in {@link #close}.
 */
public final class FaultProxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int BACKLOG = 50;
    /** Sockets are closed and waiting threads are released: a longer time is a defect of the caller's code. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private static final String LOOPBACK = "127.0.0.1";

    private final ServerSocket listener;
    private final String host;
    private final ProxyThreads threads;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Conditions conditions = new Conditions();
    private final Link.Traffic traffic = new Link.Traffic(new LongAdder(), new LongAdder());
    private final AtomicInteger endedDumps = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private volatile InetSocketAddress target;
    private volatile boolean refusing;
    private volatile boolean closed;
    private volatile Supplier<Link.Lifetime> lifetimes = () -> Link.Lifetime.ENDLESS;
    private volatile @Nullable FaultPlan plan;
    private volatile @Nullable Relay relay;

    private FaultProxy(InetSocketAddress target, InetAddress address, String host) throws IOException {
        this.target = target;
        this.host = host;
        listener = new ServerSocket(0, BACKLOG, address);
        threads = new ProxyThreads("fault-proxy-" + listener.getLocalPort());
    }

    /**
     * Processes the bytes that a server sends on one connection: for protocols and changes that a {@link FaultPlan} does not
     * support.
     */
    @FunctionalInterface
    public interface Relay {

        /**
         * Reads up to the end, and writes what the client is to see, in a thread of the connection's own.
         *
         * @throws IOException if one side has disconnected; ends the connection
         */
        void relay(InputStream fromServer, OutputStream toClient) throws IOException;
    }

    /**
     * Listens on a free port of 127.0.0.1. If the server cannot be reached, each client connection ends.
     *
     * @throws FaultProxyException if no port is available
     */
    public static FaultProxy to(String host, int port) {
        return to(host, port, LOOPBACK);
    }

    /**
     * Listens on a free port of another address of this machine, so that a client in a container or on another machine can connect.
     * Every client that reaches this address reaches the server through it.
     *
     * @param listenAddress an address of this machine, such as the Docker bridge's 172.17.0.1, or 0.0.0.0 for all of them
     * @throws IllegalArgumentException if the address is not one of this machine
     * @throws FaultProxyException if no port is available
     */
    public static FaultProxy to(String host, int port, String listenAddress) {
        InetAddress address = LocalAddress.of(listenAddress);
        try {
            FaultProxy proxy = new FaultProxy(
                    new InetSocketAddress(host, port), address, address.isAnyLocalAddress() ? LOOPBACK : listenAddress);
            proxy.threads.start("accept", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new FaultProxyException("a proxy cannot listen on " + listenAddress, e);
        }
    }

    /** Returns the address for clients on this machine: the one it listens on, or 127.0.0.1 if it listens on all. */
    public String host() {
        return host;
    }

    /** The port on which it listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Leads new connections to another server. */
    public FaultProxy leadTo(String host, int port) {
        target = new InetSocketAddress(host, port);
        return this;
    }

    /** Ends every connection at once, with a reset. New ones are let through. */
    public void cut() {
        links.forEach(Link::reset);
    }

    /** Ends every connection to the server, and leaves the client's side open: the client is not notified. */
    public void loseConnections() {
        links.forEach(Link::lose);
    }

    /** Closes new connections as soon as they are made, or lets them through again. */
    public FaultProxy refuse(boolean refuse) {
        refusing = refuse;
        return this;
    }

    /**
     * Ends each new connection after this number of bytes to the client, anywhere in a packet or an event. Bytes before that
     * arrive.
     */
    public FaultProxy cutEachAfter(LongSupplier bytesToClient) {
        lifetimes = () -> new Link.Lifetime(bytesToClient.getAsLong(), false);
        return this;
    }

    /** Like {@link #cutEachAfter}, with a reset: bytes that the client has not read yet can be lost. */
    public FaultProxy resetEachAfter(LongSupplier bytesToClient) {
        lifetimes = () -> new Link.Lifetime(bytesToClient.getAsLong(), true);
        return this;
    }

    /** Holds back all bytes, in both directions, with every connection left open; or lets them continue. */
    public FaultProxy stall(boolean stall) {
        conditions.stall(stall);
        return this;
    }

    /** Holds back what dumps send while everything else continues; or lets it continue. Connections without TLS only. */
    public FaultProxy stallDumps(boolean stall) {
        conditions.stallDumps(stall);
        return this;
    }

    /** Limits each direction of each connection; 0 for no limit. */
    public FaultProxy throttle(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException(
                    "throttle " + bytesPerSecond + ": give bytes a second, or 0 for no limit");
        }
        conditions.throttle(bytesPerSecond);
        return this;
    }

    /** Holds each piece of up to 16 KiB back for a while, one after the other; zero for no delay. */
    public FaultProxy delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay " + delay + ": give a time that is not negative");
        }
        conditions.delay(delay);
        return this;
    }

    /** Does this to the dumps of new connections. Connections without TLS and compression only. */
    public FaultProxy faults(FaultPlan faults) {
        plan = faults;
        return this;
    }

    /** Hands what the server sends on new connections to a relay; a {@link FaultPlan} is left alone then. */
    public FaultProxy relay(Relay toClients) {
        relay = toClients;
        return this;
    }

    /** Connections that are open, or on their way to the server. */
    public int connections() {
        return links.size();
    }

    /** Returns the bytes that it forwarded to clients since it listens, over all connections. */
    public long bytesToClients() {
        return traffic.toClient().sum();
    }

    /** Returns the bytes that it forwarded to servers since it listens, over all connections. */
    public long bytesToServer() {
        return traffic.toServer().sum();
    }

    /** Returns the number of ended connections with a dump command. Connections without TLS only. */
    public int endedDumps() {
        return endedDumps.get();
    }

    /**
     * Ends all connections with a reset, and its threads. Does nothing the second time.
     *
     * @throws FaultProxyException if it failed before: no connection could be taken any more, or a {@link StreamFault} or a
     *     {@link Relay} threw something
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        conditions.close();
        try {
            listener.close();
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
        links.forEach(link -> link.end(true));
        threads.await(CLOSE_TIMEOUT);
        Throwable because = failure.get();
        if (because != null) {
            throw new FaultProxyException("the proxy to " + target + " failed", because);
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                } else {
                    threads.start("connect", () -> connect(client));
                }
            } catch (IOException e) {
                if (!closed) {
                    failure.compareAndSet(null, e);
                    return; // no further connections; close() explains why
                }
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        Link[] link = new Link[1];
        link[0] = new Link(client, server, conditions, traffic, lifetimes.get(), plan, relay, (dump, because) -> {
            links.remove(link[0]);
            failure.compareAndSet(null, because);
            if (dump) {
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
            threads.start("to-server", link[0]::toServer);
            threads.start("to-client", link[0]::toClient);
        } catch (IOException e) {
            link[0].end(true); // no listener there: the client sees its connection end
        }
    }
}
