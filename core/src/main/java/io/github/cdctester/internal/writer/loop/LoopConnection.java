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

/**
 * A connection that an event loop serves: sends statements and reads their responses. Guarded by the loop's monitor.
 */
final class LoopConnection {

    private static final String CONNECTION_FAILURE = "08S01";
    private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

    private final NonBlockingConnection socket;
    private final Response response;
    private final PreparedStatements prepared;

    /** Shared by the connections of the loop. */
    private final ByteBuffer received;

    private final SelectionKey key;

    /** Bytes that the socket did not accept. */
    private ByteBuffer unsent = NO_BYTES;

    private final LargeStatement largeStatement = new LargeStatement();

    /** Bytes after the end of a response. */
    private ByteBuffer surplus = NO_BYTES;

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

    /** Sends a packet. Copies the bytes that the socket does not accept. */
    void send(ByteBuffer packet) throws IOException {
        socket.write(packet);
        if (packet.hasRemaining() || socket.hasUnsentBytes()) {
            unsent = ByteBuffer.allocate(packet.remaining()).put(packet).flip();
            awaitWritable();
        }
    }

    /** Sends a command with an argument of any length. The argument must not change before the response arrives. */
    void sendLarge(byte command, byte[] argument, int from, int length) throws IOException {
        largeStatement.begin(command, argument, from, length);
        sendPieces();
    }

    private void sendPieces() throws IOException {
        while (largeStatement.hasNext()) {
            ByteBuffer piece = largeStatement.next();
            socket.write(piece);
            if (piece.hasRemaining() || socket.hasUnsentBytes()) {
                unsent = piece;
                awaitWritable();
                return;
            }
        }
        unsent = NO_BYTES;
        key.interestOps(SelectionKey.OP_READ);
    }

    private void awaitWritable() {
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        key.selector().wakeup(); // a selector that already waits does not notice the change
    }

    /** Continues sending after the socket has become writable. */
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

    /**
     * Returns true if bytes after the last response have been read already, so that {@link #receive} needs no readable
     * socket.
     */
    boolean hasSurplus() {
        return surplus.hasRemaining();
    }

    /** Returns true if the last statement has not been sent completely. */
    boolean isSending() {
        return unsent.hasRemaining() || socket.hasUnsentBytes() || largeStatement.hasNext();
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
        key.selector().wakeup(); // the socket is closed only after the selector wakes up
        if (quit && !isSending()) {
            quit(socket);
        } else {
            closeQuietly(socket);
        }
    }

    /** Sends COM_QUIT and closes the connection. */
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
            // ignored: the socket is no longer needed
        }
    }
}
