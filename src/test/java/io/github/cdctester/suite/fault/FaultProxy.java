// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A network between a client and a server, on this machine: bytes go both ways until it is told to cut, to refuse, to stall,
 * to throttle, to delay, to lose, or to lead to another server. What it is told holds for the connections that are there and
 * for new ones, unless it says otherwise.
 *
 * <p>With a {@link FaultPlan} it also lies: it follows the MySQL protocol of a connection up to its dump command, lets that
 * pass, and changes what the server sends from there on. That takes connections without TLS.
 */
public final class FaultProxy implements Closeable {

    private static final int CONNECT_MILLIS = 5_000;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Conditions conditions = new Conditions();
    private final AtomicInteger endedDumps = new AtomicInteger();

    private volatile InetSocketAddress target;
    private volatile boolean refusing;
    private volatile boolean closed;
    private volatile Supplier<Lifetime> lifetimes = () -> Lifetime.ENDLESS;
    private volatile @Nullable FaultPlan plan;
    private volatile @Nullable CommitAnswers answers;

    private FaultProxy(InetSocketAddress target) throws IOException {
        this.target = target;
    }

    /** Listens on a free port of 127.0.0.1. */
    public static FaultProxy to(String host, int port) {
        try {
            FaultProxy proxy = new FaultProxy(new InetSocketAddress(host, port));
            start(proxy::accept, "proxy-accept");
            return proxy;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Leads new connections to another server. */
    public void leadTo(String host, int port) {
        target = new InetSocketAddress(host, port);
    }

    /** Ends every connection at once, with a reset. */
    public void cut() {
        links.forEach(Link::reset);
    }

    /** Ends every connection towards the server, and leaves the client's open: it is never told. */
    public void loseConnections() {
        links.forEach(Link::lose);
    }

    /** Closes new connections as soon as they are made, or lets them through again. */
    public void refuse(boolean refuse) {
        refusing = refuse;
    }

    /**
     * Each new connection ends after so many bytes to the client, wherever in a packet or an event that is. What was sent
     * arrives.
     */
    public void cutEachAfter(LongSupplier bytesToClient) {
        lifetimes = () -> new Lifetime(bytesToClient.getAsLong(), false);
    }

    /** As {@link #cutEachAfter}, with a reset: what was sent and is not read yet can be lost. */
    public void resetEachAfter(LongSupplier bytesToClient) {
        lifetimes = () -> new Lifetime(bytesToClient.getAsLong(), true);
    }

    /** Holds back all bytes, in both directions, with every connection left open; or lets them go on. */
    public void stall(boolean stall) {
        conditions.stall(stall);
    }

    /** Holds back what dumps send while everything else goes on; or lets it go on. Connections without TLS only. */
    public void stallDumps(boolean stall) {
        conditions.stallDumps(stall);
    }

    /** Limits each direction of each connection; 0 for no limit. */
    public void throttle(long bytesPerSecond) {
        conditions.throttle(bytesPerSecond);
    }

    /** Holds each piece of up to 16 KiB back for a while, one after the other; zero for no delay. */
    public void delay(Duration delay) {
        conditions.delay(delay);
    }

    /** Lies about the dumps of new connections. */
    public FaultProxy lie(FaultPlan faults) {
        plan = faults;
        return this;
    }

    /** Lies about commits, on new connections, whose dumps are left alone then. Connections without TLS only. */
    public FaultProxy answer(CommitAnswers lies) {
        answers = lies;
        return this;
    }

    /** Connections that are open. */
    public int connections() {
        return links.size();
    }

    /** Connections that had asked for a dump and are over. Connections without TLS only. */
    public int endedDumps() {
        return endedDumps.get();
    }

    @Override
    public void close() {
        closed = true;
        stall(false);
        stallDumps(false);
        try {
            listener.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        links.forEach(link -> link.end(true));
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                } else {
                    start(() -> connect(client), "proxy-connect");
                }
            } catch (IOException e) {
                if (!closed) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        Link[] link = new Link[1];
        link[0] = new Link(client, server, conditions, lifetimes.get(), plan, answers, dump -> {
            links.remove(link[0]);
            if (dump) {
                endedDumps.incrementAndGet();
            }
        });
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_MILLIS);
            links.add(link[0]);
            start(link[0]::toServer, "proxy-to-server");
            start(link[0]::toClient, "proxy-to-client");
            if (closed) {
                link[0].end(true);
            }
        } catch (IOException e) {
            link[0].end(true); // nobody listens there: the client sees its connection end
        }
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
