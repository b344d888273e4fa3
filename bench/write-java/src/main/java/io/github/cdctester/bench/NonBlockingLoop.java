// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * sysbench's {@code oltp_insert} without a driver. A few threads each have a selector and a part of the connections,
 * which is the minimum of a non-blocking client. Takes {@link BenchOptions} and {@code loops}, the number of threads.
 * Prints one line of {@code name=value} pairs.
 */
public final class NonBlockingLoop {

    /**
     * Capabilities: protocol 4.1, long passwords, a database, transactions, secure connections and named login plugins.
     */
    private static final int CAPABILITIES = 0x0008_A209;

    private static final byte UTF8MB4 = 45;
    private static final byte COM_QUERY = 3;

    private final AtomicLong transactions = new AtomicLong();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private volatile boolean stopped;

    private NonBlockingLoop() {}

    public static void main(String... arguments) throws IOException, InterruptedException {
        BenchOptions options = BenchOptions.of(arguments);
        int loops = Integer.parseInt(Target.options(arguments).get("loops"));
        System.out.println(new NonBlockingLoop().measure(options, loops));
        System.exit(0);
    }

    private String measure(BenchOptions options, int loops) throws IOException, InterruptedException {
        for (int loop = 0; loop < loops; loop++) {
            Selector selector = Selector.open();
            List<Session> sessions = new ArrayList<>();
            for (int i = loop; i < options.threads(); i += loops) {
                Session session = new Session(options.port());
                session.channel.configureBlocking(false).register(selector, SelectionKey.OP_READ, session);
                sessions.add(session);
            }
            new Thread(() -> loop(selector, sessions), "loop-" + loop).start();
        }
        Thread.sleep(options.warmupSeconds() * 1_000L);
        double cpuBefore = ProcessCpu.seconds();
        long before = transactions.get();
        long from = System.nanoTime();
        Thread.sleep(options.seconds() * 1_000L);
        double seconds = (System.nanoTime() - from) / 1e9;
        long count = transactions.get() - before;
        double cpu = ProcessCpu.seconds() - cpuBefore;
        stopped = true;
        return failure.get() != null
                ? "error=" + String.valueOf(failure.get()).replaceAll("\\s+", "_")
                : String.format(Locale.ROOT, "transactions=%d seconds=%.6f cpu=%.6f errors=0", count, seconds, cpu);
    }

    private void loop(Selector selector, List<Session> sessions) {
        SplittableRandom random = new SplittableRandom();
        try {
            for (Session session : sessions) {
                session.insert(random);
            }
            while (!stopped) {
                selector.select(1_000);
                int count = 0;
                for (SelectionKey key : selector.selectedKeys()) {
                    Session session = (Session) key.attachment();
                    if (session.isAnswered()) {
                        count++;
                        session.insert(random);
                    }
                }
                selector.selectedKeys().clear();
                transactions.addAndGet(count);
            }
        } catch (IOException | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    /** One connection, logged in as the benchmark's user, which has no password. */
    private static final class Session {

        private final SocketChannel channel;
        private final ByteBuffer out = buffer(1_024);
        private final ByteBuffer in = buffer(4_096);

        Session(int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress(Target.HOST, port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            awaitPacket();
            out.position(4);
            out.putInt(CAPABILITIES).putInt(1 << 24).put(UTF8MB4).put(new byte[23]);
            text(Target.USER);
            out.put((byte) 0);
            text(BenchOptions.DATABASE);
            text("caching_sha2_password");
            send(1);
            awaitPacket();
        }

        void insert(SplittableRandom random) throws IOException {
            out.clear().position(4);
            out.put(COM_QUERY).put(OltpTransaction.insertText(random).getBytes(StandardCharsets.ISO_8859_1));
            send(0);
        }

        boolean isAnswered() throws IOException {
            if (channel.read(in) < 0) {
                throw new EOFException("the server has closed a connection");
            }
            if (in.position() < 5 || in.position() < (in.getInt(0) & 0xFF_FFFF) + 4) {
                return false;
            }
            if (in.get(4) < 0) {
                throw new IOException("the server refused: "
                        + StandardCharsets.ISO_8859_1.decode(in.flip().position(7)));
            }
            in.clear();
            return true;
        }

        private void awaitPacket() throws IOException {
            boolean answered = isAnswered();
            while (!answered) {
                answered = isAnswered();
            }
        }

        private void text(String text) {
            out.put(text.getBytes(StandardCharsets.ISO_8859_1)).put((byte) 0);
        }

        private void send(int sequence) throws IOException {
            out.putInt(0, out.position() - 4 | sequence << 24).flip();
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }

        private static ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
