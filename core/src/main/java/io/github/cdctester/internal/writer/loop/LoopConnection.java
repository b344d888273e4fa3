// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.mysql.NonBlockingConnection;
import io.github.cdctester.internal.mysql.Response;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connection that an event loop serves: sends statements and reads their responses. Guarded by the loop. */
final class LoopConnection {

    private static final String CONNECTION_FAILURE = "08S01";
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final NonBlockingConnection socket;
    private final Response response;
    private final PreparedStatements prepared;

    /** Shared by the connections of the loop. */
    private final ByteBuffer received;

    private final SelectionKey key;

    /** Bytes that the socket did not accept. */
    private ByteBuffer unsent = NOTHING;

    private final LargeStatement large = new LargeStatement();

    /** Bytes after the end of a response. */
    private ByteBuffer surplus = NOTHING;

    /** Registers the connection with the loop; {@code worker} becomes the key's attachment. */
    LoopConnection(
            OpenedConnection opened, Selector selector, LoopWorker worker, Response response, ByteBuffer received)
            throws IOException {
        socket = opened.socket();
        prepared = opened.prepared();
        this.response = response;
        this.received = received;
        key = socket.channel().register(selector, SelectionKey.OP_READ, worker);
    }

    PreparedStatements prepared() {
        return prepared;
    }

    long id() {
        return socket.id();
    }

    Response response() {
        return response;
    }

    /** Sends a packet. Copies the part that the socket does not accept. */
    void send(ByteBuffer packet) throws IOException {
        socket.write(packet);
        if (packet.hasRemaining() || socket.hasUnsentBytes()) {
            unsent = ByteBuffer.allocate(packet.remaining()).put(packet).flip();
            awaitWritable();
        }
    }

    /** Sends a command with an argument of any length, which must not change before the response. */
    void sendLarge(byte command, byte[] argument, int from, int length) throws IOException {
        large.begin(command, argument, from, length);
        sendPieces();
    }

    private void sendPieces() throws IOException {
        while (large.hasNext()) {
            ByteBuffer piece = large.next();
            socket.write(piece);
            if (piece.hasRemaining() || socket.hasUnsentBytes()) {
                unsent = piece;
                awaitWritable();
                return;
            }
        }
        unsent = NOTHING;
        key.interestOps(SelectionKey.OP_READ);
    }

    private void awaitWritable() {
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        key.selector().wakeup(); // a selector that already waits does not see the change
    }

    /** Continues to send after the socket has become writable. */
    void continueSending() throws IOException {
        socket.write(unsent);
        if (!unsent.hasRemaining() && !socket.hasUnsentBytes()) {
            sendPieces();
        }
    }

    /**
     * Reads the bytes that have arrived.
     *
     * @return true if the response is complete
     * @throws EOFException if the server has closed the connection
     */
    boolean receive() throws IOException {
        if (surplus.hasRemaining() && response.read(surplus)) {
            return true;
        }
        do {
            received.clear();
            int count = socket.read(received);
            if (count < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (count > 0 && response.read(received.flip())) {
                if (received.hasRemaining()) {
                    surplus = ByteBuffer.allocate(received.remaining())
                            .put(received)
                            .flip();
                }
                return true;
            }
            if (count == 0) {
                return false;
            }
        } while (received.limit() == received.capacity() || socket.hasBufferedBytes());
        return false;
    }

    /** Returns true if {@link #receive} has bytes although the socket may have none. */
    boolean hasSurplus() {
        return surplus.hasRemaining();
    }

    /** Returns true if a part of the last statement waits for the socket. */
    boolean isSending() {
        return unsent.hasRemaining() || socket.hasUnsentBytes() || large.hasNext();
    }

    /** Returns the reason why the connection broke: the server's last error, if it sent one. */
    SQLException reason(IOException failure) {
        try {
            if (receive() && response.error() != null) {
                return NativeClient.asSql(response.error());
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return brokenError(failure.getMessage(), failure);
    }

    static SQLException brokenError(@Nullable String message, @Nullable Throwable cause) {
        return new SQLException(message, CONNECTION_FAILURE, cause);
    }

    /** Closes the connection. Sends COM_QUIT if the server expects a command. */
    void close(boolean quit) {
        key.cancel();
        key.selector().wakeup(); // closes the socket, also if the selector already waits
        if (quit && !isSending()) {
            quit(socket);
        } else {
            closeQuietly(socket);
        }
    }

    /** Closes a connection in the order that the protocol requires. */
    static void quit(NonBlockingConnection socket) {
        try {
            socket.write(Commands.quit());
        } catch (IOException e) {
            // the server closed the connection first
        }
        closeQuietly(socket);
    }

    static void closeQuietly(NonBlockingConnection socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // nothing is left to be done with this socket
        }
    }
}
