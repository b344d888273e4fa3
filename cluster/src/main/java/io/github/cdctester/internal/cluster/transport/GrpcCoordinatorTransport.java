// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.text.PlainText;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * The coordinator's side: a gRPC client of each worker node.
 *
 * @param <N> a node
 */
public final class GrpcCoordinatorTransport<N> implements Transport<N> {

    static final int THREADS_EACH = 2;
    private static final int RECEIVERS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int MAX_READY = 16;
    private static final long IDLE_SECONDS = 10;
    private static final long TIMEOUT_NANOS = 5_000_000_000L;

    /** gRPC's message if the second thread of a connection did not run in time: this machine is slow. */
    private static final String TOO_BUSY = "Timed out waiting for second handshake thread";

    private final Receiver<N> receiver;
    private final SharedSecret secret;
    private volatile boolean closed;
    private final Map<N, NodeCall> calls = new ConcurrentHashMap<>();

    /**
     * A connection needs two threads, and fails if the second one does not run within a second. On a busy machine this happens
     * if the thread must be created first. The threads of the first connections are created in advance, and also serve the next ones.
     */
    final ThreadPoolExecutor transports = pool(0, Integer.MAX_VALUE, new SynchronousQueue<>(), "transport");

    /** A few threads for all messages: messages of hundreds of nodes arrive at the same moment, and would otherwise need one thread each. */
    private final ThreadPoolExecutor receivers =
            pool(RECEIVERS, RECEIVERS, new LinkedBlockingQueue<>(), "coordinator-receiver");

    private record NodeCall(ManagedChannel channel, ClientCall<byte[], byte[]> call) {}

    /** Creates a transport without connections. */
    public GrpcCoordinatorTransport(SharedSecret secret, Receiver<N> receiver) {
        this.receiver = receiver;
        this.secret = secret;
    }

    private static ThreadPoolExecutor pool(int core, int most, BlockingQueue<Runnable> waiting, String role) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(core, most, IDLE_SECONDS, TimeUnit.SECONDS, waiting, task -> {
            Thread thread = new Thread(task, "cdc-tester-" + role);
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Connects to a worker node, with a first message; reports a failure to the receiver. */
    public void connect(N node, InetSocketAddress at, Message first) {
        transports.setCorePoolSize(Math.min(MAX_READY, transports.getCorePoolSize() + THREADS_EACH));
        transports.prestartAllCoreThreads();
        ManagedChannel channel = OkHttpChannelBuilder.forAddress(at.getAddress().getHostAddress(), at.getPort())
                .sslSocketFactory(secret.sockets())
                .hostnameVerifier((host, session) -> true) // all nodes have the same trusted certificate
                .maxInboundMessageSize(MAX_BYTES)
                .transportExecutor(transports)
                .executor(receivers)
                .offloadExecutor(receivers)
                .build();
        NodeCall made = new NodeCall(channel, channel.newCall(EXCHANGE, CallOptions.DEFAULT));
        calls.put(node, made);
        made.call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] bytes) {
                        try {
                            receiver.received(node, Message.decode(bytes));
                            made.call.request(1);
                        } catch (RuntimeException e) { // it is not a node, or it is hostile
                            disconnect(node);
                            receiver.disconnected(
                                    node,
                                    "it sent what makes no sense: " + PlainText.line(String.valueOf(e.getMessage())));
                        }
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        if (calls.remove(node, made)) {
                            channel.shutdownNow();
                            if (!closed
                                    && String.valueOf(status.getDescription()).contains(TOO_BUSY)) {
                                connect(node, at, first);
                                return;
                            }
                            receiver.disconnected(node, status.isOk() ? "it has ended" : reason(status));
                        }
                    }
                },
                new Metadata());
        made.call.request(1);
        send(node, first);
    }

    /** Words that name what to check. */
    private static String reason(Status status) {
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            String said = " (" + cause.getMessage() + ")";
            if (cause instanceof SSLException) {
                return "it has another secret, or is no worker node" + said;
            } else if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
                return "it cannot be reached" + said;
            } else if (cause instanceof EOFException || cause instanceof SocketException) {
                return "its connection broke" + said;
            }
        }
        String said = status.getDescription();
        if (said == null) {
            return status.getCode().name();
        }
        return said.matches("(?s).*(End of stream|shutdownNow|Rst Stream).*")
                ? "it has closed its connection"
                : said.replaceAll("\\R", ": ");
    }

    @Override
    public void send(N to, Message message) {
        NodeCall made = calls.get(to);
        if (made != null) {
            byte[] bytes = message.encode();
            synchronized (made) {
                if (made.equals(calls.get(to))) { // else it has ended meanwhile, and would throw
                    made.call.sendMessage(bytes);
                }
            }
        }
    }

    @Override
    public void disconnect(N with) {
        NodeCall made = calls.remove(with);
        if (made != null) {
            synchronized (made) {
                made.call.cancel("it was silent", null);
            }
            made.channel.shutdownNow();
        }
    }

    /** Notifies connected peers; others, which may never have been reached, are not waited for. */
    @Override
    public void close() {
        closed = true;
        List<NodeCall> all = List.copyOf(calls.values());
        calls.clear();
        List<NodeCall> leaving = all.stream()
                .filter(made -> made.channel.getState(false) == ConnectivityState.READY)
                .toList();
        for (NodeCall made : leaving) {
            synchronized (made) {
                made.call.halfClose();
            }
            made.channel.shutdown();
        }
        long until = System.nanoTime() + TIMEOUT_NANOS;
        try {
            for (NodeCall made : leaving) {
                made.channel.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(made -> made.channel.shutdownNow());
        // no shutdown: what a channel still has to do there is done
        List.of(transports, receivers).forEach(pool -> pool.setKeepAliveTime(1, TimeUnit.MILLISECONDS));
    }
}
