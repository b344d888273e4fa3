// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stands between a subscriber and its server, and can hold back what dumps send while everything else goes on: a stream that
 * is stuck. Without TLS only, as it looks for the dump command.
 */
public final class StallingProxy implements AutoCloseable {

    private static final int COM_BINLOG_DUMP = 0x12;
    private static final int COM_BINLOG_DUMP_GTID = 0x1e;

    private final String host;
    private final int port;
    private final ServerSocket listening;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private boolean stalled;

    private StallingProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    public static StallingProxy to(String host, int port) {
        try {
            return new StallingProxy(host, port);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** On 127.0.0.1. */
    public int port() {
        return listening.getLocalPort();
    }

    public void stallDumps() {
        setStalled(true);
    }

    public void release() {
        setStalled(false);
    }

    @Override
    public void close() {
        release();
        closeQuietly(listening);
        sockets.forEach(StallingProxy::closeQuietly);
    }

    private void setStalled(boolean stall) {
        lock.lock();
        try {
            stalled = stall;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(host, port);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                Connection connection = new Connection(client, server);
                daemon(connection::upstream);
                daemon(connection::downstream);
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private final class Connection {
        private final Socket client;
        private final Socket server;
        private volatile boolean dump;

        Connection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void upstream() {
            pump(client, server, true);
        }

        void downstream() {
            pump(server, client, false);
        }

        private void pump(Socket from, Socket to, boolean commands) {
            byte[] bytes = new byte[1 << 14];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                int count = in.read(bytes);
                while (count >= 0) {
                    if (commands) {
                        dump |= isDump(bytes, count);
                    } else if (dump) {
                        awaitRelease();
                    }
                    out.write(bytes, 0, count);
                    out.flush();
                    count = in.read(bytes);
                }
            } catch (IOException e) {
                return; // one end is gone, and so is the other
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean isDump(byte[] packet, int count) {
        return count > 4 && packet[3] == 0 && (packet[4] == COM_BINLOG_DUMP || packet[4] == COM_BINLOG_DUMP_GTID);
    }

    private void awaitRelease() throws InterruptedException {
        lock.lock();
        try {
            while (stalled) {
                released.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private static void daemon(Runnable role) {
        Thread thread = new Thread(role, "stalling-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
