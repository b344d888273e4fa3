// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A logged-in connection whose socket does not block. Used by one thread at a time.
 *
 * @param channel only for registration with a selector
 * @param id the connection's id at the server
 * @param tls {@code null} without TLS
 */
public record NonBlockingConnection(
        SocketChannel channel, long id, @Nullable TlsChannel tls) implements Closeable {

    /** Appends decrypted bytes. Returns 0 if none is available or the buffer is full; -1 at the end of the stream. */
    public int read(ByteBuffer target) throws IOException {
        return tls == null ? channel.read(target) : tls.read(target);
    }

    /** {@link #read} may have bytes although the channel is not readable: TLS decrypts whole records. */
    public boolean hasBufferedBytes() {
        return tls != null && tls.hasBufferedBytes();
    }

    /** Bytes that remain in the buffer must be passed again. */
    public void write(ByteBuffer source) throws IOException {
        if (tls == null) {
            channel.write(source);
        } else {
            tls.write(source);
        }
    }

    /** Encrypted bytes of earlier writes wait for the socket; call {@link #write} when it is writable. */
    public boolean hasUnsentBytes() {
        return tls != null && tls.hasUnsentBytes();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
