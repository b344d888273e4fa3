// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.internal.cluster.message.Message;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The coordinator's side: a gRPC client of each worker node. */
public final class GrpcCoordinatorTransport implements Transport {

    private static final int THREADS_EACH = 2;
    private static final int RECEIVERS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int MOST_READY = 16;
    private static final long IDLE_SECONDS = 10;
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final Receiver receiver;
    private final SharedSecret secret;
    private final Map<Peer, NodeCall> calls = new ConcurrentHashMap<>();

    /**
     * A connection needs two threads, and fails where the second one does not run within a second, as happens on a busy machine when
     * it has to be created: those of the first connections are created ahead, and serve the next ones too.
     */
    private final ThreadPoolExecutor transports = pool(0, Integer.MAX_VALUE, new SynchronousQueue<>(), "transport");

    /** A few threads for all messages: those of hundreds of nodes arrive at the same moment, and would take a thread each. */
    private final ThreadPoolExecutor receivers =
            pool(RECEIVERS, RECEIVERS, new LinkedBlockingQueue<>(), "coordinator-receiver");

    /** Peers whose call has not ended, as far as is known here. */
    private final Set<Peer> open = ConcurrentHashMap.newKeySet();

    private record NodeCall(ManagedChannel channel, ClientCall<byte[], byte[]> call, StreamObserver<byte[]> out) {}

    /** Creates a transport without connections. */
    public GrpcCoordinatorTransport(SharedSecret secret, Receiver receiver) {
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

    /** Connects to a worker node; where that fails, the receiver is told. */
    public void connect(Peer peer, InetSocketAddress at) {
        transports.setCorePoolSize(Math.min(MOST_READY, transports.getCorePoolSize() + THREADS_EACH));
        transports.prestartAllCoreThreads();
        ManagedChannel channel = OkHttpChannelBuilder.forAddress(at.getAddress().getHostAddress(), at.getPort())
                .sslSocketFactory(secret.sockets())
                .hostnameVerifier((host, session) -> true) // the one certificate that is trusted is everybody's
                .maxInboundMessageSize(ExchangeMethod.MOST_BYTES)
                .transportExecutor(transports)
                .executor(receivers)
                .offloadExecutor(receivers)
                .build();
        ClientCall<byte[], byte[]> call = channel.newCall(ExchangeMethod.METHOD, CallOptions.DEFAULT);
        open.add(peer);
        calls.put(peer, new NodeCall(channel, call, ClientCalls.asyncBidiStreamingCall(call, answers(peer))));
    }

    private StreamObserver<byte[]> answers(Peer peer) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] bytes) {
                receiver.received(peer, Message.decode(bytes));
            }

            @Override
            public void onError(Throwable e) {
                over(DisconnectReason.of(e));
            }

            @Override
            public void onCompleted() {
                over("it has ended");
            }

            private void over(String why) {
                if (open.remove(peer)) {
                    receiver.disconnected(peer, why);
                }
            }
        };
    }

    @Override
    public void send(Peer to, Message message) {
        NodeCall made = calls.get(to);
        if (made != null && open.contains(to)) {
            byte[] bytes = message.encode();
            synchronized (made.call()) {
                if (open.contains(to)) { // else it has ended meanwhile, and would throw
                    made.out().onNext(bytes);
                }
            }
        }
    }

    @Override
    public void disconnect(Peer with) {
        open.remove(with);
        NodeCall made = calls.remove(with);
        if (made != null) {
            synchronized (made.call()) {
                made.call().cancel("it was silent", null);
            }
            made.channel().shutdownNow();
        }
    }

    /** Tells peers that are connected; others, which may never have been reached, are not waited for. */
    @Override
    public void close() {
        Map<Peer, NodeCall> last = Map.copyOf(calls);
        calls.clear();
        List<ManagedChannel> leaving = new ArrayList<>();
        last.forEach((peer, made) -> {
            if (open.remove(peer) && made.channel().getState(false) == ConnectivityState.READY) {
                synchronized (made.call()) {
                    made.out().onCompleted();
                }
                made.channel().shutdown();
                leaving.add(made.channel());
            } else {
                made.channel().shutdownNow();
            }
        });
        long until = System.nanoTime() + PATIENCE_NANOS;
        try {
            for (ManagedChannel channel : leaving) {
                if (!channel.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    channel.shutdownNow();
                }
            }
        } catch (InterruptedException e) {
            leaving.forEach(ManagedChannel::shutdownNow);
            Thread.currentThread().interrupt();
        }
        for (ThreadPoolExecutor pool : List.of(transports, receivers)) {
            pool.setKeepAliveTime(
                    1, TimeUnit.MILLISECONDS); // no shutdown: what a channel still has to do there is done
        }
    }
}
