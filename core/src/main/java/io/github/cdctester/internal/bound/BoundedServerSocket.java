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
 * A server socket that continues after failed accepts. It closes connections that are not {@linkplain #markLoggedIn logged in} in
 * time, and the oldest of them if there are too many. Thus idle connections cannot lock out a peer with the secret.
 */
public final class BoundedServerSocket extends ServerSocket {

    public static final Duration LOGIN_TIME = Duration.ofSeconds(10);

    private static final int MAX_UNAUTHENTICATED = 64;
    private static final int SWEEP_MILLIS = 500;
    private static final long PAUSE_NANOS = 100_000_000;

    private final long loginNanos;
    private final Consumer<String> messages;

    /** Sockets without a login, with their connect time in ns; the oldest first. */
    private final Map<Socket, Long> unauthenticatedSockets = new LinkedHashMap<>();

    private final class AcceptedSocket extends Socket {
        /** Acquires the map's lock first, in the same order as {@link #closeUnauthenticated}. */
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void close() throws IOException {
            markLoggedIn(this);
            super.close();
        }
    }

    /** {@code messages} receives a line for each failed accept and for each connection that is closed before its login. */
    public BoundedServerSocket(Duration loginTime, Consumer<String> messages) throws IOException {
        loginNanos = loginTime.toNanos();
        this.messages = messages;
        setSoTimeout(SWEEP_MILLIS);
    }

    @Override
    public Socket accept() throws IOException {
        while (true) {
            Socket socket = new AcceptedSocket();
            try {
                closeUnauthenticated();
                implAccept(socket);
                synchronized (unauthenticatedSockets) {
                    unauthenticatedSockets.put(socket, System.nanoTime());
                }
                return socket;
            } catch (SocketTimeoutException e) {
                // the next iteration closes connections without a login
            } catch (IOException e) {
                if (isClosed()) {
                    throw e;
                }
                messages.accept("could not accept a connection: " + e.getMessage());
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Call it after the peer has proved knowledge of the secret. */
    public void markLoggedIn(Socket socket) {
        synchronized (unauthenticatedSockets) {
            unauthenticatedSockets.remove(socket);
        }
    }

    private void closeUnauthenticated() throws IOException {
        synchronized (unauthenticatedSockets) {
            for (var entries = unauthenticatedSockets.entrySet().iterator(); entries.hasNext(); ) {
                Map.Entry<Socket, Long> oldest = entries.next();
                if (unauthenticatedSockets.size() < MAX_UNAUTHENTICATED
                        && System.nanoTime() - oldest.getValue() < loginNanos) {
                    return;
                }
                Socket closedSocket = oldest.getKey();
                entries.remove();
                closedSocket.close();
                messages.accept("closed a connection from "
                        + closedSocket.getInetAddress().getHostAddress()
                        + " that did not log in within " + loginNanos / 1_000_000_000 + " s, or before "
                        + MAX_UNAUTHENTICATED + " others connected");
            }
        }
    }
}
