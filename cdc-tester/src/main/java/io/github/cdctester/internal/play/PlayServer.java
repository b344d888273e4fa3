// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.config.Password;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.recording.LogBlock;
import io.github.cdctester.internal.recording.Recording;
import io.github.cdctester.internal.time.ThreadEnd;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A binlog server over a recording. Its threads are daemons whose names begin with {@code cdc-tester-play}; they end in {@link #close()}. */
public final class PlayServer implements AutoCloseable {

    /** The speed at which all of the log is there at once. */
    public static final double MAX = Double.POSITIVE_INFINITY;

    private static final int MOST_CONNECTIONS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    final Recording recording;
    final PlayClock clock;
    final Terms terms;
    final Consumer<String> told;
    final ServerKey key = new ServerKey();
    final List<Consumption> consumptions = new CopyOnWriteArrayList<>();
    private final ServerSocket listener;
    private final Map<Thread, Socket> connections = new ConcurrentHashMap<>();
    private final Thread acceptor = new Thread(this::accept, "cdc-tester-play-accept");

    /** The block that was last asked for. */
    private int asked;

    private PlayServer(ServerSocket listener, Recording recording, Terms terms, Consumer<String> told) {
        this.listener = listener;
        this.recording = recording;
        this.terms = terms;
        this.told = told;
        clock = new PlayClock(recording, terms.speed(), terms.awaited(), terms.held());
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /**
     * How it plays, and to whom.
     *
     * @param speed how much faster than recorded, or {@link #MAX}
     * @param awaited how many consumers must have begun to read before the log goes on
     * @param held whether it must be {@link #letGo} as well
     */
    public record Terms(double speed, int awaited, boolean held, String user, Password password) {}

    /**
     * Listens.
     *
     * @param told is given a line for each consumer that ends and for each refusal; from several threads
     * @throws RunFailedException if the address cannot be had
     */
    public static PlayServer start(InetSocketAddress address, Recording recording, Terms terms, Consumer<String> told) {
        try {
            ServerSocket listener = new ServerSocket(address.getPort(), MOST_CONNECTIONS, address.getAddress());
            return new PlayServer(listener, recording, terms, told);
        } catch (IOException e) {
            throw new RunFailedException("play cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Whether as many consumers have begun as were waited for, and each was sent everything or has gone. */
    public boolean isOver() {
        return consumptions.size() >= terms.awaited() && consumptions.stream().allMatch(Consumption::isOver);
    }

    /** Whether all consumers that are waited for have begun to read. */
    public boolean isAwaited() {
        return clock.isAwaited();
    }

    /** Lets a log that is held go on, once consumers have begun. */
    public void letGo() {
        clock.letGo();
    }

    /** Whether all of the log has been there for so long, and nobody has taken anything meanwhile. */
    public boolean isStalled(Duration patience) {
        return clock.nanosUntil(recording.last().micros()) < -patience.toNanos()
                && consumptions.stream().allMatch(one -> one.isOver() || one.isIdle(patience.toNanos()));
    }

    /** How long it took to record what it plays. */
    public double recordedSeconds() {
        return recording.seconds();
    }

    /** When it began to go on, in µs since the epoch. */
    public long startedMicros() {
        return clock.startedMicros();
    }

    /** When what ends at a place was there, in µs since the epoch; asked in the order of the log. For one thread. */
    public long dueMicros(String file, long end) {
        List<LogBlock> blocks = recording.blocks();
        for (int tried = 0; tried < blocks.size(); tried++) {
            LogBlock block = blocks.get(asked);
            if (block.file().equals(file) && end > block.offset() && end <= block.end()) {
                return clock.dueMicros(block.micros());
            }
            asked = (asked + 1) % blocks.size();
        }
        return startedMicros();
    }

    private void accept() {
        for (long next = 1; !listener.isClosed(); next++) {
            long number = next;
            try {
                Socket socket = listener.accept();
                if (connections.size() >= MOST_CONNECTIONS) {
                    told.accept("refused a connection: there are " + MOST_CONNECTIONS + " already");
                    socket.close();
                    continue;
                }
                Thread thread = new Thread(() -> serve(socket, number), "cdc-tester-play-" + number);
                thread.setDaemon(true);
                connections.put(thread, socket);
                thread.start();
            } catch (IOException e) {
                if (!listener.isClosed()) { // else the next one would fail at once, too, over and over
                    told.accept("lets nobody in any more: " + e.getMessage());
                    return;
                }
            }
        }
    }

    private void serve(Socket socket, long number) {
        try (socket) {
            socket.setTcpNoDelay(true);
            new Conversation(this, socket, number).run();
        } catch (EOFException | SocketException e) {
            return; // it has gone
        } catch (IOException | RuntimeException e) {
            told.accept("connection " + number + " ends: " + e.getMessage());
        } finally {
            connections.remove(Thread.currentThread());
        }
    }

    /** Ends all connections, and waits for their threads. */
    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : connections.values()) {
                socket.close();
            }
        } catch (IOException e) {
            throw new RunFailedException("closing the played server: " + e.getMessage(), e);
        }
        ThreadEnd.await(acceptor, PATIENCE);
        connections.keySet().forEach(thread -> ThreadEnd.await(thread, PATIENCE));
    }
}
