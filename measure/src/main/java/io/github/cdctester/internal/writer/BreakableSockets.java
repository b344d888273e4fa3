// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Closes all connections of one pool at once, even if the server hangs. {@link Connection#abort} is not enough for MariaDB's
 * driver: it reads the remaining data and waits for the socket's reading thread before it closes the socket ({@code
 * StandardClient.closeSocket}, 3.5.11).
 */
final class BreakableSockets {

    /** Static, because a driver creates the socket factories by class name. Set only while a connection is being opened. */
    private static final ThreadLocal<@Nullable OpeningConnection> OPENING = new ThreadLocal<>();

    @FunctionalInterface
    interface ConnectAction {
        @Nullable
        Connection connect() throws SQLException;
    }

    private static final class OpeningConnection {
        private final BreakableSockets owner;
        private boolean hasSocket;

        OpeningConnection(BreakableSockets owner) {
            this.owner = owner;
        }
    }

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean isBroken;

    /** Registers the sockets that {@link DriverSockets} creates for the connection in this thread. */
    @Nullable
    Connection connect(ConnectAction action) throws SQLException {
        OpeningConnection openingConnection = new OpeningConnection(this);
        OPENING.set(openingConnection);
        try {
            sockets.removeIf(Socket::isClosed);
            Connection newConnection = action.connect();
            if (newConnection != null && !openingConnection.hasSocket) {
                register(newConnection);
            }
            return newConnection;
        } finally {
            OPENING.remove();
        }
    }

    static Socket register(Socket socket) throws IOException {
        OpeningConnection openingConnection = OPENING.get();
        if (openingConnection != null) {
            openingConnection.hasSocket = true;
            openingConnection.owner.sockets.add(socket);
            if (openingConnection.owner.isBroken) {
                socket.close();
            }
        }
        return socket;
    }

    boolean isBroken() {
        return isBroken;
    }

    /** A connection that is opened later is closed immediately. */
    void closeAll() {
        isBroken = true;
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // ignored: the connection is being discarded
            }
        }
        connections.forEach(BreakableSockets::abort);
    }

    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // ignored: the connection is already broken
        }
    }

    /** For a driver that creates its own sockets; Connector/J's abort closes them at once. */
    private void register(Connection connection) {
        connections.removeIf(BreakableSockets::isClosed);
        connections.add(connection);
        if (isBroken) {
            abort(connection);
        }
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }
}
