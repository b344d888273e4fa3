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
 * Reads a dump like an application with the stock connector: its {@link BinaryLogClient} reads, deserializes each event and calls a
 * listener, in the calling thread. Bytes have arrived when the listener has had their events (docs/dev/adr/0034).
 */
public final class ConnectorReader {

    /** Kept in a field, as an unreferenced logger loses its level. */
    private static final Logger LOGGER = Logger.getLogger(Client.class.getName());

    /** The most that a {@link Socket} reads at once; applications use one. */
    private static final int MAX_READ_BYTES = 1 << 17;

    private final ConnectorTally tally = new ConnectorTally();
    private final AtomicBoolean busy = new AtomicBoolean();

    /** Takes the bytes between position and limit, and leaves an incomplete rest. */
    public interface Taker {
        void take(ByteBuffer bytes) throws IOException;
    }

    /** Returns counts over all connections; safe for any thread. */
    public ConnectorUse use() {
        return tally.use();
    }

    /** Returns true while the client works on bytes that have arrived, false while it waits for the server; safe for any thread. */
    public boolean isBusy() {
        return busy.getAcquire();
    }

    /**
     * Reads until the dump ends or the connection is closed.
     *
     * @throws IOException always: why the stream ended
     */
    @SuppressWarnings("deprecation") // the client's own setupConnection() sets the checksum so
    public void read(ByteSource source, boolean checksums, Taker taker) throws IOException {
        LOGGER.setLevel(Level.WARNING);
        CopiedStream stream = new CopiedStream(source, taker);
        Client client = new Client(source.takesAll() ? new BufferedSocketInputStream(stream) : stream);
        EventDeserializer deserializer = new EventDeserializer(tally);
        deserializer.setChecksumType(checksums ? ChecksumType.CRC32 : ChecksumType.NONE);
        client.setEventDeserializer(deserializer);
        client.registerEventListener(tally);
        client.registerLifecycleListener(tally);
        client.connect();
        busy.setRelease(false);
        if (stream.failure == null && tally.sawServerError()) {
            stream.handOver(); // ends with the same error as the native reader
        }
        if (stream.failure instanceof RuntimeException e) {
            throw e;
        }
        throw stream.failure instanceof IOException e
                ? e
                : new StreamProtocolException("the connector gave up at a " + tally.giveUp());
    }

    /** On a connection that has logged in and sent the command. */
    private static final class Client extends BinaryLogClient {

        private final ByteArrayInputStream events;

        Client(InputStream stream) {
            super("127.0.0.1", 0, "", "");
            events = new ByteArrayInputStream(stream);
            setSocketFactory(LoggedIn::new);
            setBinlogFilename("-"); // until ROTATE; without a name it would send a query
            setConnectTimeout(0); // this and the next would start a thread
            setKeepAlive(false);
        }

        @Override
        protected void setupConnection() {
            // DumpCommand did
        }

        @Override
        protected void requestBinaryLogStream() throws IOException {
            channel = new PacketChannel(new LoggedIn()) {
                @Override
                public ByteArrayInputStream getInputStream() {
                    return events;
                }
            };
        }
    }

    /** Answers the client's login: packet 0 is an empty protocol 10 greeting, packet 2 is OK. */
    private static final class LoggedIn extends Socket {
        @Override
        public void connect(SocketAddress to, int timeoutMillis) {
            // ServerConnection did
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

    /** Passes bytes to the client and keeps a copy for the tracker. */
    private final class CopiedStream extends InputStream {

        private final ByteSource source;
        private final ByteBuffer copy;
        private final Taker taker;
        private final byte[] one = new byte[1];
        private @Nullable Exception failure;

        CopiedStream(ByteSource source, Taker taker) {
            this.source = source;
            this.taker = taker;
            copy = source.newBuffer().clear();
        }

        @Override
        public int read() throws IOException {
            read(one, 0, 1);
            return one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int at, int count) throws IOException {
            if (failure != null) {
                throw new EOFException("ended");
            }
            try {
                if (tally.hadEvents() || copy.position() > copy.capacity() / 2) {
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
                copy.get(from, into, at, read);
                return read;
            } catch (IOException | RuntimeException e) {
                failure = e;
                throw new EOFException("ended"); // the client passes over others
            }
        }

        /** Passes the copied bytes to the taker, after the listener has received their events. */
        void handOver() throws IOException {
            tally.handedOver();
            copy.flip();
            try {
                taker.take(copy);
            } finally {
                copy.compact();
            }
        }
    }
}
