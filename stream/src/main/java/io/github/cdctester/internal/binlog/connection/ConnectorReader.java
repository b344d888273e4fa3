// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.BufferedSocketInputStream;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dump like an application that uses the stock connector. The {@link BinaryLogClient} reads, deserializes and calls a
 * listener in the calling thread. Bytes count as arrived after the listener has received their events, or when they fill half of
 * the buffer (docs/dev/adr/0034).
 */
public final class ConnectorReader {

    /** Kept in a field, because a garbage-collected logger loses its level. */
    private static final Logger LOGGER = Logger.getLogger(Client.class.getName());

    /** In bytes; the same as for a {@link Socket}, from which applications read. */
    private static final int MAX_READ_BYTES = 1 << 17;

    private final ConnectorTally tally = new ConnectorTally();
    private final AtomicBoolean busy = new AtomicBoolean();

    /** The consumer leaves an incomplete event in the buffer. */
    public interface ByteConsumer {
        void take(ByteBuffer bytes) throws IOException;
    }

    /** Counts all connections. Thread-safe. */
    public ConnectorUse use() {
        return tally.use();
    }

    /** Returns false while the client waits for the server. Thread-safe. */
    public boolean isBusy() {
        return busy.getAcquire();
    }

    /**
     * @throws IOException with the reason why the stream ended; the method never returns normally. Exceptions of the consumer are
     *     rethrown.
     */
    @SuppressWarnings("deprecation") // the client's own setupConnection() sets the checksum the same way
    public void read(ByteSource source, boolean checksums, ByteConsumer consumer) throws IOException {
        LOGGER.setLevel(Level.WARNING);
        CopyingStream stream = new CopyingStream(source, consumer);
        Client client = new Client(source.readsAllAvailable() ? new BufferedSocketInputStream(stream) : stream);
        EventDeserializer deserializer = new EventDeserializer(tally);
        deserializer.setChecksumType(checksums ? ChecksumType.CRC32 : ChecksumType.NONE);
        client.setEventDeserializer(deserializer);
        client.registerEventListener(tally);
        client.registerLifecycleListener(tally);
        client.connect();
        busy.setRelease(false);
        if (stream.failure == null && tally.endedByServerError()) {
            stream.handOver(); // throws the error that the native reader throws
        }
        if (stream.failure instanceof RuntimeException e) {
            throw e;
        }
        throw stream.failure instanceof IOException e
                ? e
                : new StreamProtocolException("the connector gave up at a " + tally.describeFailure());
    }

    /** The connection has already logged in and sent the dump command. */
    private static final class Client extends BinaryLogClient {

        private final ByteArrayInputStream events;

        Client(InputStream stream) {
            super("127.0.0.1", 0, "", "");
            events = new ByteArrayInputStream(stream);
            setSocketFactory(LoggedInSocket::new);
            setBinlogFilename("-"); // replaced by the first ROTATE; without a name the client would send a query
            setConnectTimeout(0); // a timeout, like keep-alive, would start a thread
            setKeepAlive(false);
        }

        @Override
        protected void setupConnection() {
            // already done by DumpCommand
        }

        @Override
        protected void requestBinaryLogStream() throws IOException {
            channel = new PacketChannel(new LoggedInSocket()) {
                @Override
                public ByteArrayInputStream getInputStream() {
                    return events;
                }
            };
        }
    }

    /** Simulates a login: an empty protocol 10 greeting, then OK (packet number 2). */
    private static final class LoggedInSocket extends Socket {
        @Override
        public void connect(SocketAddress to, int timeoutMillis) {
            // already done by ServerConnection
        }

        @Override
        public InputStream getInputStream() {
            ByteBuffer packets = ByteBuffer.allocate(36).put(0, (byte) 27).put(4, (byte) 10);
            return new java.io.ByteArrayInputStream(
                    packets.put(31, (byte) 1).put(34, (byte) 2).array());
        }

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }
    }

    private final class CopyingStream extends InputStream {

        private final ByteSource source;
        private final ByteBuffer copy;
        private final ByteConsumer consumer;
        private final byte[] singleByte = new byte[1];
        private @Nullable Exception failure;

        CopyingStream(ByteSource source, ByteConsumer consumer) {
            this.source = source;
            this.consumer = consumer;
            copy = source.newBuffer().clear();
        }

        @Override
        public int read() throws IOException {
            read(singleByte, 0, 1);
            return singleByte[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int index, int count) throws IOException {
            if (failure != null) {
                throw new EOFException("ended");
            }
            try {
                if (tally.hasNewEvents() || copy.position() > copy.capacity() / 2) {
                    handOver();
                }
                int from = copy.position();
                busy.setRelease(false);
                int read = source.read(copy.limit(Math.min(copy.capacity(), from + Math.min(count, MAX_READ_BYTES))));
                busy.setRelease(true);
                copy.limit(copy.capacity());
                if (read < 0) {
                    handOver();
                    throw new StreamEndedException("the server closed the connection");
                }
                copy.get(from, into, index, read);
                return read;
            } catch (IOException | RuntimeException e) {
                failure = e;
                throw new EOFException("ended"); // the client ignores all other exceptions
            }
        }

        /** Called after the listener received the events of the bytes, at half a buffer, and at the end. */
        void handOver() throws IOException {
            tally.onHandOver();
            copy.flip();
            try {
                consumer.take(copy);
            } finally {
                copy.compact();
            }
        }
    }
}
