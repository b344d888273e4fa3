// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

record NonBlockingSocket(
        SocketChannel channel, long id, @Nullable TlsChannel tls) implements NonBlockingConnection {

    @Override
    public int read(ByteBuffer into) throws IOException {
        return tls == null ? channel.read(into) : tls.read(into);
    }

    @Override
    public boolean hasBufferedBytes() {
        return tls != null && tls.hasBufferedBytes();
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        if (tls == null) {
            channel.write(from);
        } else {
            tls.write(from);
        }
    }

    @Override
    public boolean hasUnsentBytes() {
        return tls != null && tls.hasUnsentBytes();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
