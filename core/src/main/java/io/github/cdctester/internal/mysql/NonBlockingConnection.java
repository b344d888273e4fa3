// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A logged-in connection whose socket does not block, with or without TLS. Used by one thread. */
public interface NonBlockingConnection extends Closeable {

    /** Returns the channel for registration with a selector; read and write only through this connection. */
    SocketChannel channel();

    /** Returns the connection's id at the server. */
    long id();

    /**
     * Appends decrypted bytes to the buffer.
     *
     * @return number of bytes; 0 if none has arrived; -1 at the end of the stream
     */
    int read(ByteBuffer into) throws IOException;

    /** Returns true if {@link #read} has bytes although the channel may not be readable: TLS decrypts whole records. */
    boolean hasBufferedBytes();

    /** Sends as many bytes as the socket accepts. Bytes that remain in the buffer must be passed again. */
    void write(ByteBuffer from) throws IOException;

    /** Returns true if encrypted bytes of earlier writes wait for the socket; call {@link #write} when it is writable. */
    boolean hasUnsentBytes();

    /** Closes the socket immediately. */
    @Override
    void close() throws IOException;
}
