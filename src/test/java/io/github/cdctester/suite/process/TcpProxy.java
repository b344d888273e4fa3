// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A network between a client and a server, on this machine: bytes go both ways until it is told to cut, to refuse, to stall,
 * to throttle, or to lead to another server. What it is told holds for the connections that are there and for new ones.
 */
public final class TcpProxy implements Closeable {

    private static final int BUFFER_BYTES = 1 << 14;
    private static final int CONNECT_MILLIS = 5_000;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Object flow = new Object();

    private volatile InetSocketAddress target;
    private volatile boolean refusing;
    private volatile boolean closed;
    private volatile LongSupplier lifetimes = () -> Long.MAX_VALUE;
    private volatile long bytesPerSecond;
    private boolean stalled; // under flow

    private TcpProxy(InetSocketAddress target) throws IOException {
        this.target = target;
    }

    /** Listens on a free port of 127.0.0.1. */
    public static TcpProxy to(String host, int port) {
        try {
            TcpProxy proxy = new TcpProxy(new InetSocketAddress(host, port));
            thread(proxy::accept, "proxy-accept").start();
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

    /** Closes new connections as soon as they are made, or lets them through again. */
    public void refuse(boolean refuse) {
        refusing = refuse;
    }

    /**
     * Each new connection ends after so many bytes to the client, wherever in a packet or an event that is. What was sent
     * arrives; a reset would throw away what the client has not read yet.
     */
    public void cutEachAfter(LongSupplier bytesToClient) {
        lifetimes = bytesToClient;
    }

    /** Holds back all bytes, in both directions, with every connection left open; or lets them go on. */
    public void stall(boolean stall) {
        synchronized (flow) {
            stalled = stall;
            flow.notifyAll();
        }
    }

    /** Limits each direction of each connection; 0 for no limit. */
    public void throttle(long limitBytesPerSecond) {
        bytesPerSecond = limitBytesPerSecond;
    }

    /** Connections that are open. */
    public int connections() {
        return links.size();
    }

    @Override
    public void close() {
        closed = true;
        stall(false);
        try {
            listener.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        cut();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                } else {
                    thread(() -> connect(client), "proxy-connect").start();
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
        Link link = new Link(client, server, lifetimes.getAsLong());
        try {
            server.connect(target, CONNECT_MILLIS);
            links.add(link);
            thread(() -> link.pump(client, server, Long.MAX_VALUE), "proxy-to-server")
                    .start();
            thread(() -> link.pump(server, client, link.bytesToClient), "proxy-to-client")
                    .start();
            if (closed) {
                link.reset();
            }
        } catch (IOException e) {
            link.reset(); // nobody listens there: the client sees its connection end
        }
    }

    private void awaitFlow() throws InterruptedException {
        synchronized (flow) {
            while (stalled) {
                flow.wait();
            }
        }
    }

    private static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private final class Link {

        private final Socket client;
        private final Socket server;
        private final long bytesToClient;
        private boolean halfClosed;
        private boolean over;

        Link(Socket client, Socket server, long bytesToClient) {
            this.client = client;
            this.server = server;
            this.bytesToClient = bytesToClient;
        }

        void pump(Socket from, Socket to, long budget) {
            byte[] buffer = new byte[BUFFER_BYTES];
            long left = budget;
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                while (left > 0) {
                    int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                    if (read < 0) {
                        break;
                    }
                    awaitFlow();
                    out.write(buffer, 0, read);
                    left -= read;
                    if (bytesPerSecond > 0) {
                        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) * read / bytesPerSecond);
                    }
                }
                if (left > 0) {
                    halfClose(to);
                } else {
                    close();
                }
                return;
            } catch (IOException e) {
                reset(); // one side has gone: so does the other
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            reset();
        }

        /** One side has said all; the other may go on. */
        private synchronized void halfClose(Socket to) throws IOException {
            if (halfClosed) {
                close();
            } else {
                halfClosed = true;
                to.shutdownOutput();
            }
        }

        void reset() {
            end(true);
        }

        private void close() {
            end(false);
        }

        private synchronized void end(boolean reset) {
            links.remove(this);
            if (over) {
                return;
            }
            over = true;
            for (Socket side : new Socket[] {client, server}) {
                try {
                    if (!side.isClosed()) {
                        side.setSoLinger(reset, 0);
                        side.close();
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }
}
