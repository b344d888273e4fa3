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

/** A connection that an event loop serves. Guarded by the loop's monitor. */
final class LoopConnection {

    private static final String CONNECTION_FAILURE = "08S01";
    private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

    private final NonBlockingConnection socket;
    private final Response response;
    private final PreparedStatements preparedStatements;

    /** Shared by the connections of the loop. */
    private final ByteBuffer receiveBuffer;

    private final SelectionKey key;

    private ByteBuffer unsentBytes = NO_BYTES;

    private final LargeStatement largeStatement = new LargeStatement();

    /** Bytes after the end of a response. */
    private ByteBuffer surplusBytes = NO_BYTES;

    LoopConnection(
            OpenedConnection opened, Selector selector, LoopWorker worker, Response response, ByteBuffer receiveBuffer)
            throws IOException {
        socket = opened.socket();
        preparedStatements = opened.preparedStatements();
        this.response = response;
        this.receiveBuffer = receiveBuffer;
        key = socket.channel().register(selector, SelectionKey.OP_READ, worker);
    }

    PreparedStatements preparedStatements() {
        return preparedStatements;
    }

    long id() {
        return socket.id();
    }

    Response response() {
        return response;
    }

    /** Copies the bytes that the socket does not accept. */
    void send(ByteBuffer packet) throws IOException {
        socket.write(packet);
        if (packet.hasRemaining() || socket.hasUnsentBytes()) {
            unsentBytes = ByteBuffer.allocate(packet.remaining()).put(packet).flip();
            awaitWritable();
        }
    }

    /** The argument must not change before the response arrives. */
    void sendLarge(byte command, byte[] argument, int from, int length) throws IOException {
        largeStatement.begin(command, argument, from, length);
        sendPieces();
    }

    private void sendPieces() throws IOException {
        while (largeStatement.hasNext()) {
            ByteBuffer piece = largeStatement.next();
            socket.write(piece);
            if (piece.hasRemaining() || socket.hasUnsentBytes()) {
                unsentBytes = piece;
                awaitWritable();
                return;
            }
        }
        unsentBytes = NO_BYTES;
        key.interestOps(SelectionKey.OP_READ);
    }

    private void awaitWritable() {
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        key.selector().wakeup(); // a selector that already waits does not notice the change
    }

    void continueSending() throws IOException {
        socket.write(unsentBytes);
        if (!unsentBytes.hasRemaining() && !socket.hasUnsentBytes()) {
            sendPieces();
        }
    }

    /**
     * Returns true if the response is complete.
     *
     * @throws EOFException if the server has closed the connection
     */
    boolean receive() throws IOException {
        if (surplusBytes.hasRemaining() && response.read(surplusBytes)) {
            return true;
        }
        do {
            receiveBuffer.clear();
            int count = socket.read(receiveBuffer);
            if (count < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (count > 0 && response.read(receiveBuffer.flip())) {
                if (receiveBuffer.hasRemaining()) {
                    surplusBytes = ByteBuffer.allocate(receiveBuffer.remaining())
                            .put(receiveBuffer)
                            .flip();
                }
                return true;
            }
            if (count == 0) {
                return false;
            }
        } while (receiveBuffer.limit() == receiveBuffer.capacity() || socket.hasBufferedBytes());
        return false;
    }

    /** {@link #receive} then needs no readable socket. */
    boolean hasSurplus() {
        return surplusBytes.hasRemaining();
    }

    boolean isSending() {
        return unsentBytes.hasRemaining() || socket.hasUnsentBytes() || largeStatement.hasNext();
    }

    /** Prefers the server's last error. */
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

    /** Sends COM_QUIT only if the server expects a command. */
    void close(boolean sendsQuit) {
        key.cancel();
        key.selector().wakeup(); // the socket is closed only after the selector wakes up
        if (sendsQuit && !isSending()) {
            quit(socket);
        } else {
            closeQuietly(socket);
        }
    }

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
