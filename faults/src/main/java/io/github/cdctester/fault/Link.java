// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class Link {

    private static final int BUFFER_BYTES = 1 << 14;

    /**
     * @param bytesToClient the connection ends after this number of bytes to the client, possibly inside a packet or an event
     * @param reset true if the connection ends with a reset, which drops bytes that the client has not read yet
     */
    record Lifetime(long bytesToClient, boolean reset) {
        static final Lifetime ENDLESS = new Lifetime(Long.MAX_VALUE, false);
    }

    /**
     * Sums over all connections of a proxy.
     *
     * @param toClient number of bytes that were forwarded to clients
     * @param toServer number of bytes that were forwarded to servers
     * @param hiddenConnections number of connections whose commands are hidden by TLS or compression
     */
    record Traffic(LongAdder toClient, LongAdder toServer, LongAdder hiddenConnections) {

        Traffic() {
            this(new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    private final Socket client;
    private final Socket server;
    private final Conditions conditions;
    private final Traffic traffic;
    private final Supplier<Lifetime> nextLifetime;
    private final @Nullable FaultPlan plan;
    private final FaultProxy.@Nullable Relay relay;
    private final EndListener endListener;

    private Lifetime lifetime = Lifetime.ENDLESS; // used only in the thread of toClient()
    private volatile boolean hasDump;
    private volatile boolean serverLost;
    private boolean halfClosed;
    private boolean ended;

    Link(
            Socket client,
            Socket server,
            Conditions conditions,
            Traffic traffic,
            Supplier<Lifetime> nextLifetime,
            @Nullable FaultPlan plan,
            FaultProxy.@Nullable Relay relay,
            EndListener endListener) {
        this.client = client;
        this.server = server;
        this.conditions = conditions;
        this.traffic = traffic;
        this.nextLifetime = nextLifetime;
        this.plan = plan;
        this.relay = relay;
        this.endListener = endListener;
    }

    void startForwarding(ProxyThreads threads) {
        start(threads, "to-server", this::toServer);
        start(threads, "to-client", this::toClient);
    }

    /** The client must not wait if no thread can be started. */
    private void start(ProxyThreads threads, String suffix, Runnable task) {
        try {
            threads.start(suffix, task);
        } catch (Error e) {
            end(true, e);
        }
    }

    void toServer() {
        pump(() -> end(true), () -> {
            ClientCommands commands = new ClientCommands();
            ConnectionOutput out =
                    new ConnectionOutput(serverOutput(), conditions, () -> false, Long.MAX_VALUE, traffic.toServer());
            byte[] buffer = new byte[BUFFER_BYTES];
            InputStream in = client.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!serverLost) {
                    scan(commands, buffer, read);
                    writeUnlessLost(out, buffer, read);
                }
            }
            halfClose(server);
        });
    }

    private void scan(ClientCommands commands, byte[] buffer, int count) {
        boolean wereHidden = commands.areHidden();
        commands.read(buffer, count);
        hasDump = commands.haveDump(); // set before the server can answer the command
        if (commands.areHidden() && !wereHidden) {
            traffic.hiddenConnections().increment();
        }
    }

    /** Returns the stream to the server. If the server was lost before this thread started, the stream drops all bytes. */
    private OutputStream serverOutput() throws IOException {
        try {
            return server.getOutputStream();
        } catch (IOException e) {
            if (!serverLost) {
                throw e;
            }
            return OutputStream.nullOutputStream();
        }
    }

    /** If the server was lost during the connect, drops the client's bytes. */
    void onConnectFailed(ProxyThreads threads) {
        if (serverLost) {
            start(threads, "to-server", this::toServer);
        } else {
            end(true);
        }
    }

    private void writeUnlessLost(OutputStream out, byte[] bytes, int count) throws IOException {
        try {
            out.write(bytes, 0, count);
        } catch (IOException e) {
            if (!serverLost) {
                throw e;
            }
        }
    }

    void toClient() {
        pump(this::endUnlessServerLost, () -> {
            lifetime = nextLifetime.get();
            ConnectionOutput out = new ConnectionOutput(
                    client.getOutputStream(), conditions, () -> hasDump, lifetime.bytesToClient(), traffic.toClient());
            byte[] buffer = new byte[BUFFER_BYTES];
            InputStream in = server.getInputStream();
            if (relay != null) {
                relay.relay(new BufferedInputStream(in), out);
                halfClose(client);
                return;
            }
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (hasDump && plan != null) {
                    // the server sends nothing without a request, so all bytes after the command belong to the dump
                    plan.relay(new SequenceInputStream(new ByteArrayInputStream(buffer, 0, read), in), out);
                    break;
                }
                out.write(buffer, 0, read);
            }
            halfClose(client);
        });
    }

    /** {@code cause} is the exception of the caller's code or of a thread's start that ended the connection; else {@code null}. */
    interface EndListener {
        void onEnd(boolean hasDump, @Nullable Throwable cause);
    }

    private interface Transfer {
        void run() throws IOException;
    }

    /** {@code onDisconnect} runs if one side has disconnected. */
    private void pump(Runnable onDisconnect, Transfer transfer) {
        try {
            transfer.run();
        } catch (ConnectionOutput.LifetimeOver e) {
            end(lifetime.reset());
        } catch (IOException e) {
            onDisconnect.run();
        } catch (RuntimeException | Error e) {
            end(true, e); // code of the caller, such as a fault or relay, threw an exception
        }
    }

    /** Drops the client's bytes, and keeps its connection open. */
    synchronized void closeServerSilently() {
        serverLost = true;
        close(server, true);
    }

    /** The other side may still send data. */
    @SuppressWarnings("ReferenceEquality") // compares the identity of sockets
    private synchronized void halfClose(Socket to) throws IOException {
        if (serverLost) {
            if (to == server) {
                end(false); // the client has disconnected
            }
            return;
        }
        if (halfClosed) {
            end(false);
        } else {
            halfClosed = true;
            to.shutdownOutput();
        }
    }

    private void endUnlessServerLost() {
        if (!serverLost) {
            end(true);
        }
    }

    void end(boolean reset) {
        end(reset, null);
    }

    private synchronized void end(boolean reset, @Nullable Throwable cause) {
        if (!ended) {
            ended = true;
            endListener.onEnd(hasDump, cause);
            close(client, reset);
            close(server, reset);
        }
    }

    private static void close(Socket side, boolean reset) {
        try {
            if (!side.isClosed()) {
                side.setSoLinger(reset, 0);
                side.close();
            }
        } catch (IOException e) {
            // ignored, because the socket is not used any more
            System.getLogger(Link.class.getName()).log(System.Logger.Level.DEBUG, "a connection did not close", e);
        }
    }
}
