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
 * The sockets of one pool, so that all connections can be closed at once, also if the server hangs. {@link Connection#abort} does
 * not do that with MariaDB's driver. Before the driver closes a socket, it reads all its data and waits for a reading thread. If the
 * server hangs, it waits forever ({@code StandardClient.closeSocket}, 3.5.11).
 */
final class BreakableSockets {

    /**
     * The connection that this thread is opening. It is static because a driver creates our factories by name and can pass nothing
     * to them; it is set during a connect, and no other thread sees it.
     */
    private static final ThreadLocal<@Nullable Making> MAKING = new ThreadLocal<>();

    @FunctionalInterface
    interface Connecting {
        @Nullable
        Connection connect() throws SQLException;
    }

    private static final class Making {
        private final BreakableSockets of;
        private boolean hasSocket;

        Making(BreakableSockets of) {
            this.of = of;
        }
    }

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean broken;

    /** Lets a driver connect in this thread; sockets that our factories make for it meanwhile belong to it. */
    @Nullable
    Connection during(Connecting connecting) throws SQLException {
        Making making = new Making(this);
        MAKING.set(making);
        try {
            sockets.removeIf(Socket::isClosed);
            Connection made = connecting.connect();
            if (made != null && !making.hasSocket) {
                keep(made);
            }
            return made;
        } finally {
            MAKING.remove();
        }
    }

    /** A socket that one of our factories has made for a driver. */
    static Socket register(Socket socket) throws IOException {
        Making making = MAKING.get();
        if (making != null) {
            making.hasSocket = true;
            making.of.sockets.add(socket);
            if (making.of.broken) {
                socket.close();
            }
        }
        return socket;
    }

    boolean isBroken() {
        return broken;
    }

    /** Closes all connections, including future ones. */
    void breakAll() {
        broken = true;
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // the connection is of no use any more, as intended
            }
        }
        connections.forEach(BreakableSockets::abort);
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // broken already
        }
    }

    /** Registers a connection of a driver that creates its own sockets; Connector/J's abort closes them at once. */
    private void keep(Connection made) {
        connections.removeIf(BreakableSockets::isClosed);
        connections.add(made);
        if (broken) {
            abort(made);
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
