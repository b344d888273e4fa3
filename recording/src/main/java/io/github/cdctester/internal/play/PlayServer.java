// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.config.Password;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.KeyFile;
import io.github.cdctester.internal.binlog.PlayedLog;
import io.github.cdctester.internal.bound.BoundedServerSocket;
import io.github.cdctester.internal.bound.LimitedLines;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.time.Threads;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A binlog server that plays a recording. {@link #close()} ends its daemon threads, named {@code cdc-tester-play…}. */
public final class PlayServer implements PlayedLog, AutoCloseable {

    public static final double MAX_SPEED = Double.POSITIVE_INFINITY;

    private static final int MAX_CONNECTIONS = 200;

    /** A dump takes about 4 MB; another 2 MB per dump are reserved in the heap. */
    private static final int MAX_DUMPS =
            (int) Math.max(1, Math.min(MAX_CONNECTIONS, Runtime.getRuntime().maxMemory() / (6 << 20)));

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    final Recording recording;
    final PlayClock clock;
    final PlaySettings settings;
    final Consumer<String> messages;
    /** Limits the rate of messages that any client can cause. */
    final Consumer<String> limitedLog;

    private final AtomicInteger completeDumps = new AtomicInteger();

    private final AtomicInteger startedDumps = new AtomicInteger();
    private final Set<Consumption> consumptions = ConcurrentHashMap.newKeySet();
    private final BoundedServerSocket listener;
    private final Map<Thread, Socket> connections = new ConcurrentHashMap<>();
    /** Threads of {@link #connections}, and threads that have just closed their connection. */
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    private final Thread acceptor = new Thread(this::accept, "cdc-tester-play-accept");
    private @Nullable SSLContext tls;

    private PlayServer(InetSocketAddress address, Recording recording, PlaySettings settings, Consumer<String> messages)
            throws IOException {
        limitedLog = new LimitedLines(messages, NanoClock.SYSTEM);
        listener = new BoundedServerSocket(BoundedServerSocket.LOGIN_TIME, limitedLog);
        listener.bind(address, MAX_CONNECTIONS);
        this.recording = recording;
        this.settings = settings;
        this.messages = messages;
        tls = settings.tls();
        clock = new PlayClock(recording, settings);
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /**
     * @param speed multiple of the recorded speed, or {@link #MAX_SPEED}
     * @param awaitedConsumers number of consumers that must read before the log starts to grow
     * @param startsOnRelease true if the log also waits for {@link PlayClock#release}
     * @param tls {@code null} to generate a certificate
     */
    public record PlaySettings(
            double speed,
            int awaitedConsumers,
            boolean startsOnRelease,
            String user,
            Password password,
            @Nullable SSLContext tls) {}

    /**
     * @param messages receives a line for each dump that sent events, and a limited number of refusals; called by several threads
     * @throws RunFailedException if the address is not available
     */
    public static PlayServer start(
            InetSocketAddress address, Recording recording, PlaySettings settings, Consumer<String> messages) {
        try {
            return new PlayServer(address, recording, settings, messages);
        } catch (IOException e) {
            throw new RunFailedException("play cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    public PlayClock clock() {
        return clock;
    }

    @Override
    public long startedMicros() {
        return clock.startedMicros();
    }

    @Override
    public long readableMicros(String file, long end) {
        return clock.dueMicros(file, end);
    }

    @Override
    public double recordedSeconds() {
        return recording.seconds();
    }

    /** Returns true if all awaited consumers have started, and each consumer has received all data or disconnected. */
    public boolean hasEnded() {
        return startedDumps.get() >= settings.awaitedConsumers()
                && consumptions.stream().allMatch(dump -> dump.isEnded);
    }

    /**
     * Returns true if all awaited consumers received all data, or all consumers disconnected. While a connection is open, its
     * consumer may start another dump.
     */
    public boolean hasServedConsumers() {
        return hasEnded() && (connections.isEmpty() || completeDumps() >= settings.awaitedConsumers());
    }

    private long completeDumps() {
        return completeDumps.get()
                + consumptions.stream()
                        .filter(dump -> dump.isEnded && dump.hasReceivedAll())
                        .count();
    }

    /** Returns true if, for this long, the whole log was available and no consumer read from it. */
    public boolean isStalled(Duration timeout) {
        return clock.nanosUntil(recording.lastBlock().micros()) < -timeout.toNanos()
                && consumptions.stream().allMatch(dump -> dump.isEnded || dump.isIdle(timeout.toNanos()));
    }

    /** @throws ServerErrorException if there are too many dumps */
    void addDump(Consumption dump) throws ServerErrorException {
        if (consumptions.size() >= MAX_DUMPS) {
            throw DumpFeed.refusal("there are " + MAX_DUMPS + " dumps already, and the heap has no room for more");
        }
        consumptions.add(dump);
        startedDumps.incrementAndGet();
    }

    void removeDump(Consumption dump) {
        consumptions.remove(dump);
        if (dump.hasReceivedAll()) {
            completeDumps.incrementAndGet();
        }
    }

    void loggedIn(Socket socket) {
        listener.markLoggedIn(socket);
    }

    /** The first call generates a self-signed certificate, unless a context is configured. */
    synchronized SSLContext tls() throws IOException {
        SSLContext context = tls;
        try {
            context = context == null ? KeyFile.temporaryContext() : context;
            tls = context;
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("no key for TLS could be made: " + e.getMessage(), e);
        }
    }

    private void accept() {
        try {
            for (long next = 1; ; next++) {
                long number = next;
                Socket socket = listener.accept();
                if (connections.size() >= MAX_CONNECTIONS) {
                    limitedLog.accept("refused a connection: there are " + MAX_CONNECTIONS + " already");
                    socket.close();
                    continue;
                }
                Thread thread = new Thread(() -> serve(socket, number), "cdc-tester-play-" + number);
                thread.setDaemon(true);
                connections.put(thread, socket);
                threads.removeIf(started -> !started.isAlive());
                threads.add(thread);
                thread.start();
            }
        } catch (IOException e) {
            return; // the listener was closed
        }
    }

    private void serve(Socket socket, long number) {
        try (socket) {
            socket.setTcpNoDelay(true);
            new Conversation(this, socket, number).run();
        } catch (EOFException | SocketException e) {
            return; // the consumer disconnected
        } catch (IOException
                | RuntimeException
                        e) { // includes a TLS handshake that failed because the client does not trust the certificate
            limitedLog.accept("connection " + number + " ends: " + e.getMessage());
        } finally {
            connections.remove(Thread.currentThread());
        }
    }

    /** Waits up to 10 s for each thread. */
    @Override
    public void close() {
        try {
            listener.close();
            Threads.await(acceptor, TIMEOUT); // afterwards, no connection is added
            for (Socket socket : connections.values()) {
                socket.close();
            }
        } catch (IOException e) {
            throw new RunFailedException("closing the played server: " + e.getMessage(), e);
        }
        threads.forEach(thread -> Threads.await(thread, TIMEOUT));
    }
}
