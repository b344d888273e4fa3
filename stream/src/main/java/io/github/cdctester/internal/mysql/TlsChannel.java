// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;

/** TLS on a blocking or non-blocking socket. Used by one thread at a time; only {@link #close} is thread-safe. */
public final class TlsChannel implements ByteChannel {

    private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

    private final SocketChannel socket;
    private final SSLEngine engine;
    private TlsBuffers buffers = new TlsBuffers();
    private boolean isShared;

    /** Bytes received between two reads of a connection with shared buffers. */
    private ByteBuffer undecryptedBytes = NO_BYTES;

    /** The rest of a record that did not fit into the caller's buffer. */
    private ByteBuffer decryptedBytes = NO_BYTES;

    private ByteBuffer unsentBytes = NO_BYTES;

    /** The last read may have left complete records because the caller's buffer was full. */
    private boolean mayHaveRecords;

    TlsChannel(SocketChannel socket, SSLEngine engine) {
        this.socket = socket;
        this.engine = engine;
        buffers.receiveBuffer.limit(0);
    }

    /** Requires a blocking socket, whose timeout applies to each read. */
    SSLSession handshake() throws IOException {
        engine.beginHandshake();
        while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            proceed();
            if (isUnwrapNeeded() && unwrap(NO_BYTES) < 0) {
                throw new SSLHandshakeException("the server closed the connection during the handshake");
            }
        }
        return engine.getSession();
    }

    private boolean isUnwrapNeeded() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP;
    }

    void share(TlsBuffers sharedBuffers) {
        storeUndecrypted();
        buffers = sharedBuffers;
        isShared = true;
        decryptedBytes = decryptedBytes.hasRemaining() ? decryptedBytes : NO_BYTES;
    }

    /**
     * May leave complete records for the next call; see {@link #hasBufferedBytes}.
     *
     * @return 0 if the buffer is full or a non-blocking socket has no complete record; -1 at the end
     */
    @Override
    public int read(ByteBuffer into) throws IOException {
        if (decryptedBytes.hasRemaining()) {
            return drain(into);
        }
        if (!into.hasRemaining()) {
            return 0;
        }
        if (isShared) {
            buffers.receiveBuffer.clear().put(undecryptedBytes).flip();
        }
        try {
            return unwrap(into);
        } finally {
            if (isShared) {
                storeUndecrypted();
            }
        }
    }

    private int drain(ByteBuffer into) {
        int count = Math.min(into.remaining(), decryptedBytes.remaining());
        into.put(into.position(), decryptedBytes, decryptedBytes.position(), count)
                .position(into.position() + count);
        decryptedBytes.position(decryptedBytes.position() + count);
        return count;
    }

    private void storeUndecrypted() {
        ByteBuffer received = buffers.receiveBuffer;
        undecryptedBytes = received.hasRemaining()
                ? ByteBuffer.allocate(received.remaining()).put(received).flip()
                : NO_BYTES;
    }

    private int unwrap(ByteBuffer into) throws IOException {
        int startPosition = into.position();
        ByteBuffer target = into;
        mayHaveRecords = false;
        while (true) {
            SSLEngineResult result = engine.unwrap(buffers.receiveBuffer, target);
            proceed();
            int count = into.position() - startPosition;
            switch (result.getStatus()) {
                case BUFFER_OVERFLOW -> {
                    mayHaveRecords = count > 0;
                    if (mayHaveRecords) {
                        return count;
                    }
                    target = bufferForRecord();
                }
                case BUFFER_UNDERFLOW -> {
                    int receivedBytes = count > 0 ? 0 : receive();
                    if (receivedBytes <= 0) {
                        return receivedBytes < 0 ? receivedBytes : count;
                    }
                }
                case CLOSED -> {
                    return count > 0 ? count : -1;
                }
                case OK -> {
                    if (target != into && target.position() > 0) {
                        decryptedBytes = target.flip();
                        mayHaveRecords = buffers.receiveBuffer.hasRemaining();
                        return drain(into);
                    }
                    if (result.bytesConsumed() == 0 || into == NO_BYTES && !isUnwrapNeeded()) {
                        return count;
                    }
                }
            }
        }
    }

    private ByteBuffer bufferForRecord() {
        int size = engine.getSession().getApplicationBufferSize();
        return decryptedBytes.capacity() < size
                ? ByteBuffer.allocate(size)
                : decryptedBytes.duplicate().clear();
    }

    private int receive() throws IOException {
        ByteBuffer received = buffers.receiveBuffer.compact();
        try {
            if (!socket.isBlocking()) {
                return socket.read(received);
            }
            // only the socket's stream uses the timeout
            InputStream in = socket.socket().getInputStream();
            int count = in.read(received.array(), received.position(), received.remaining());
            received.position(received.position() + Math.max(0, count));
            return count;
        } finally {
            received.flip();
        }
    }

    private void proceed() throws IOException {
        while (true) {
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            } else if (status == HandshakeStatus.NEED_WRAP && !hasUnsentBytes() && !engine.isOutboundDone()) {
                wrap(NO_BYTES);
            } else {
                return;
            }
        }
    }

    /** Returns true if {@link #read} may have bytes although the socket may have none. */
    public boolean hasBufferedBytes() {
        return decryptedBytes.hasRemaining() || mayHaveRecords;
    }

    /** If the socket does not block, stops when it accepts no more; see {@link #hasUnsentBytes}. */
    @Override
    public int write(ByteBuffer from) throws IOException {
        int count = from.remaining();
        send(unsentBytes);
        while (from.hasRemaining() && !hasUnsentBytes()) {
            wrap(from);
        }
        return count - from.remaining();
    }

    private void wrap(ByteBuffer from) throws IOException {
        ByteBuffer sending = buffers.sendBuffer.clear();
        Status status = engine.wrap(from, sending).getStatus();
        if (status != Status.OK && sending.position() == 0) {
            throw new SSLException("the TLS session cannot send: " + status);
        }
        send(sending.flip());
        if (sending.hasRemaining()) {
            unsentBytes = ByteBuffer.allocate(sending.remaining()).put(sending).flip();
        }
    }

    private void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining() && (socket.write(bytes) > 0 || socket.isBlocking())) {
            // even a blocking socket may accept only some of the bytes
        }
    }

    /** Returns true if encrypted bytes of earlier writes wait for the socket. */
    public boolean hasUnsentBytes() {
        return unsentBytes.hasRemaining();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    /** Sends no TLS close message, because that could wait for the server. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
