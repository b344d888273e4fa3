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
import org.jspecify.annotations.Nullable;

/** The coordinator's side of the transport: one gRPC client per worker node. */
public final class GrpcCoordinatorTransport<N> implements Transport<N> {

    static final int THREADS_PER_CONNECTION = 2;
    private static final int RECEIVER_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int MAX_PRESTARTED_THREADS = 16;
    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_TIMEOUT_NANOS = 5_000_000_000L;

    /** gRPC's error message if the second thread of a connection did not run in time, because this machine is busy. */
    private static final String TOO_BUSY = "Timed out waiting for second handshake thread";

    /** A busy node may break the connection before its first message. */
    static final int MAX_REPEATED_CALLS = 3;

    private final Receiver<N> receiver;
    private final SharedSecret secret;
    private volatile boolean isClosed;
    private final Map<N, NodeCall> calls = new ConcurrentHashMap<>();

    /**
     * A connection needs two threads, and fails if the other thread does not run within 1 s. On a busy machine, creating that
     * thread can take too long, so some threads are created in advance.
     */
    final ThreadPoolExecutor connectionThreads = pool(0, Integer.MAX_VALUE, new SynchronousQueue<>(), "transport");

    /** Limited, because simultaneous messages of hundreds of nodes would otherwise need one thread each. */
    private final ThreadPoolExecutor receiverThreads =
            pool(RECEIVER_THREADS, RECEIVER_THREADS, new LinkedBlockingQueue<>(), "coordinator-receiver");

    private record NodeCall(ManagedChannel channel, ClientCall<byte[], byte[]> call) {}

    public GrpcCoordinatorTransport(SharedSecret secret, Receiver<N> receiver) {
        this.receiver = receiver;
        this.secret = secret;
    }

    private static ThreadPoolExecutor pool(int core, int max, BlockingQueue<Runnable> waiting, String role) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(core, max, IDLE_SECONDS, TimeUnit.SECONDS, waiting, task -> {
            Thread thread = new Thread(task, "cdc-tester-" + role);
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Connects and sends a first message. If this fails, the receiver gets a failure, unless this transport is closed. */
    public void connect(N node, InetSocketAddress address, Message firstMessage) {
        connect(node, address, firstMessage, MAX_REPEATED_CALLS);
    }

    private void connect(N node, InetSocketAddress address, Message firstMessage, int remainingCalls) {
        connectionThreads.setCorePoolSize(
                Math.min(MAX_PRESTARTED_THREADS, connectionThreads.getCorePoolSize() + THREADS_PER_CONNECTION));
        connectionThreads.prestartAllCoreThreads();
        ManagedChannel channel = OkHttpChannelBuilder.forAddress(
                        address.getAddress().getHostAddress(), address.getPort())
                .sslSocketFactory(secret.socketFactory())
                .hostnameVerifier((host, session) -> true) // all nodes have the same trusted certificate
                .maxInboundMessageSize(MAX_BYTES)
                .transportExecutor(connectionThreads)
                .executor(receiverThreads)
                .offloadExecutor(receiverThreads)
                .build();
        NodeCall nodeCall = new NodeCall(channel, channel.newCall(EXCHANGE, CallOptions.DEFAULT));
        calls.put(node, nodeCall);
        if (isClosed) { // checked after the call is stored, because close() may run at the same time
            calls.remove(node);
            channel.shutdownNow();
            return;
        }
        nodeCall.call.start(
                new ClientCall.Listener<>() {
                    private boolean hasAnswered;

                    @Override
                    public void onMessage(byte[] bytes) {
                        hasAnswered = true;
                        try {
                            receiver.received(node, Message.decode(bytes));
                            nodeCall.call.request(1);
                        } catch (RuntimeException e) { // the peer is hostile or no worker node
                            disconnect(node);
                            receiver.disconnected(
                                    node,
                                    "it sent an invalid message: " + PlainText.line(String.valueOf(e.getMessage())));
                        }
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        if (calls.remove(node, nodeCall)) {
                            channel.shutdownNow();
                            boolean isBusy =
                                    String.valueOf(status.getDescription()).contains(TOO_BUSY);
                            if (!isClosed
                                    && (isBusy || !hasAnswered && remainingCalls > 0 && isCutOff(status.getCause()))) {
                                connect(node, address, firstMessage, remainingCalls - 1);
                                return;
                            }
                            receiver.disconnected(node, status.isOk() ? "it has ended" : reason(status));
                        }
                    }
                },
                new Metadata());
        nodeCall.call.request(1);
        send(node, firstMessage);
    }

    /** Returns true if an established connection broke, for example when a busy node ends a slow TLS handshake. */
    private static boolean isCutOff(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
                return false;
            } else if (cause instanceof EOFException || cause instanceof SocketException) {
                return true;
            }
        }
        return false;
    }

    private static String reason(Status status) {
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            String detail = " (" + cause.getMessage() + ")";
            if (cause instanceof SSLException && !isCutOff(cause)) {
                return "it has another secret, or is no worker node" + detail;
            } else if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
                return "it cannot be reached" + detail;
            } else if (cause instanceof EOFException || cause instanceof SocketException) {
                return "its connection broke" + detail;
            }
        }
        String detail = status.getDescription();
        if (detail == null) {
            return status.getCode().name();
        }
        return detail.matches("(?s).*(End of stream|shutdownNow|Rst Stream).*")
                ? "it has closed its connection"
                : detail.replaceAll("\\R", ": ");
    }

    @Override
    public void send(N to, Message message) {
        NodeCall nodeCall = calls.get(to);
        if (nodeCall != null) {
            byte[] bytes = message.encode();
            synchronized (nodeCall) {
                if (nodeCall.equals(calls.get(to))) { // sending on an ended call would throw
                    nodeCall.call.sendMessage(bytes);
                }
            }
        }
    }

    @Override
    public void disconnect(N node) {
        NodeCall nodeCall = calls.remove(node);
        if (nodeCall != null) {
            synchronized (nodeCall) {
                nodeCall.call.cancel("it was silent", null);
            }
            nodeCall.channel.shutdownNow();
        }
    }

    /** Waits up to 5 s, and only for connected peers. */
    @Override
    public void close() {
        isClosed = true;
        List<NodeCall> openCalls = List.copyOf(calls.values());
        calls.clear();
        List<NodeCall> connectedCalls = openCalls.stream()
                .filter(nodeCall -> nodeCall.channel.getState(false) == ConnectivityState.READY)
                .toList();
        for (NodeCall nodeCall : connectedCalls) {
            synchronized (nodeCall) {
                nodeCall.call.halfClose();
            }
            nodeCall.channel.shutdown();
        }
        long deadlineNanos = System.nanoTime() + CLOSE_TIMEOUT_NANOS;
        try {
            for (NodeCall nodeCall : connectedCalls) {
                nodeCall.channel.awaitTermination(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        openCalls.forEach(nodeCall -> nodeCall.channel.shutdownNow());
        // no shutdown of the pools, so that channels can complete their tasks
        List.of(connectionThreads, receiverThreads).forEach(pool -> pool.setKeepAliveTime(1, TimeUnit.MILLISECONDS));
    }
}
