// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.link;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Wire;
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

/** The coordinator's side: a call to each worker node. */
public final class GrpcFleetLink implements Link {

    private static final int THREADS_EACH = 2;
    private static final int RECEIVERS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int MOST_READY = 16;
    private static final long IDLE_SECONDS = 10;
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final Receiver receiver;
    private final NodeSecret secret;
    private final Map<Member, NodeCall> calls = new ConcurrentHashMap<>();

    /**
     * A connection wants two threads, and gives up where the second one does not run within a second, as happens on a busy machine
     * when it first has to be made: those of the first connections are made before, and serve the next ones.
     */
    private final ThreadPoolExecutor transports = pool(0, Integer.MAX_VALUE, new SynchronousQueue<>(), "transport");

    /** Who takes what comes, by turns: what hundreds of nodes tell comes at the same moment, and would want a thread each. */
    private final ThreadPoolExecutor receivers =
            pool(RECEIVERS, RECEIVERS, new LinkedBlockingQueue<>(), "fleet-receiver");

    /** Whose call has not ended, as far as is known here. */
    private final Set<Member> present = ConcurrentHashMap.newKeySet();

    private record NodeCall(ManagedChannel channel, ClientCall<byte[], byte[]> call, StreamObserver<byte[]> out) {}

    /**
     * Creates it; nobody is called yet.
     *
     * @param secret what both sides know
     * @param receiver is told what comes
     */
    public GrpcFleetLink(NodeSecret secret, Receiver receiver) {
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

    /**
     * Calls a worker node; whether it is there, the receiver is told.
     *
     * @param member what it is to be called
     * @param at where it listens
     */
    public void call(Member member, InetSocketAddress at) {
        transports.setCorePoolSize(Math.min(MOST_READY, transports.getCorePoolSize() + THREADS_EACH));
        transports.prestartAllCoreThreads();
        ManagedChannel channel = OkHttpChannelBuilder.forAddress(at.getAddress().getHostAddress(), at.getPort())
                .sslSocketFactory(secret.sockets())
                .hostnameVerifier((host, session) -> true) // the one certificate that is trusted is everybody's
                .maxInboundMessageSize(Exchange.MOST_BYTES)
                .transportExecutor(transports)
                .executor(receivers)
                .offloadExecutor(receivers)
                .build();
        ClientCall<byte[], byte[]> call = channel.newCall(Exchange.METHOD, CallOptions.DEFAULT);
        present.add(member);
        calls.put(member, new NodeCall(channel, call, ClientCalls.asyncBidiStreamingCall(call, answers(member))));
    }

    private StreamObserver<byte[]> answers(Member member) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] bytes) {
                receiver.received(member, Wire.message(bytes));
            }

            @Override
            public void onError(Throwable e) {
                over(Broken.why(e));
            }

            @Override
            public void onCompleted() {
                over("it has ended");
            }

            private void over(String why) {
                if (present.remove(member)) {
                    receiver.gone(member, why);
                }
            }
        };
    }

    @Override
    public void send(Member to, Message message) {
        NodeCall made = calls.get(to);
        if (made != null && present.contains(to)) {
            byte[] bytes = Wire.bytes(message);
            synchronized (made.call()) {
                if (present.contains(to)) { // else it was ended meanwhile, and would throw
                    made.out().onNext(bytes);
                }
            }
        }
    }

    @Override
    public void hangUp(Member with) {
        present.remove(with);
        NodeCall made = calls.remove(with);
        if (made != null) {
            synchronized (made.call()) {
                made.call().cancel("it was silent", null);
            }
            made.channel().shutdownNow();
        }
    }

    /** Who can hear it is told; others, which may never have been reached, are not waited for. */
    @Override
    public void close() {
        Map<Member, NodeCall> last = Map.copyOf(calls);
        calls.clear();
        List<ManagedChannel> leaving = new ArrayList<>();
        last.forEach((member, made) -> {
            if (present.remove(member) && made.channel().getState(false) == ConnectivityState.READY) {
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
