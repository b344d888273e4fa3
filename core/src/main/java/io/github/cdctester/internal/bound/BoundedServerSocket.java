// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A server socket that survives failed accepts. It closes connections that have not {@linkplain #loggedIn logged in} in time, and
 * the oldest of them if there are too many. So a peer with the right secret always gets in. They take no thread here.
 */
public final class BoundedServerSocket extends ServerSocket {

    public static final Duration LOGIN_TIME = Duration.ofSeconds(10);

    private static final int MAX_STRANGERS = 64;
    private static final int SWEEP_MILLIS = 500;
    private static final long PAUSE_NANOS = 100_000_000;

    private final long loginNanos;
    private final Consumer<String> told;

    /** When they connected, the eldest first. */
    private final Map<Socket, Long> strangers = new LinkedHashMap<>();

    private final class Accepted extends Socket {
        /** Takes the lock of the map before the socket's own lock, like {@link #closeStrangers}. */
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void close() throws IOException {
            loggedIn(this);
            super.close();
        }
    }

    /** Creates it, not bound yet; {@code told} is given a line for each failed accept and each connection that is closed. */
    public BoundedServerSocket(Duration loginTime, Consumer<String> told) throws IOException {
        loginNanos = loginTime.toNanos();
        this.told = told;
        setSoTimeout(SWEEP_MILLIS);
    }

    @Override
    public Socket accept() throws IOException {
        while (true) {
            Socket socket = new Accepted();
            try {
                closeStrangers();
                implAccept(socket);
                synchronized (strangers) {
                    strangers.put(socket, System.nanoTime());
                }
                return socket;
            } catch (SocketTimeoutException e) {
                // time to close connections without a login
            } catch (IOException e) {
                if (isClosed()) {
                    throw e;
                }
                told.accept("could not accept a connection: " + e.getMessage());
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Marks a connection whose peer has proved that it has the secret. */
    public void loggedIn(Socket socket) {
        synchronized (strangers) {
            strangers.remove(socket);
        }
    }

    private void closeStrangers() throws IOException {
        synchronized (strangers) {
            for (var all = strangers.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Socket, Long> eldest = all.next();
                if (strangers.size() < MAX_STRANGERS && System.nanoTime() - eldest.getValue() < loginNanos) {
                    return;
                }
                Socket late = eldest.getKey();
                all.remove();
                late.close();
                told.accept("closed a connection from " + late.getInetAddress().getHostAddress()
                        + " that did not log in before " + loginNanos / 1_000_000_000 + " s were over or "
                        + MAX_STRANGERS + " others had come");
            }
        }
    }
}
