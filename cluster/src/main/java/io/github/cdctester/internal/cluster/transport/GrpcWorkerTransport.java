// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.okhttp.SslSocketFactoryServerCredentials;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker node's side: a gRPC server for coordinators. */
public final class GrpcWorkerTransport implements Transport {

    private static final long PATIENCE_SECONDS = 5;
    private static final Context.Key<String> CALLER = Context.key("caller");

    private final Receiver receiver;
    private final Server server;
    private final HandshakeFailures failures;
    private final Map<Peer, StreamObserver<byte[]>> callers = new ConcurrentHashMap<>();

    /** Listens; passes a line for each connection without the secret to {@code refused}. */
    public GrpcWorkerTransport(
            InetSocketAddress bind, SharedSecret secret, Receiver receiver, Consumer<String> refused) {
        this.receiver = receiver;
        failures = HandshakeFailures.report(refused);
        server = OkHttpServerBuilder.forPort(
                        bind,
                        SslSocketFactoryServerCredentials.create(
                                new MutualTlsSockets(secret.sockets(), failures::begins)))
                .addService(ServerServiceDefinition.builder(ExchangeMethod.SERVICE)
                        .addMethod(ExchangeMethod.METHOD, ServerCalls.asyncBidiStreamingCall(this::called))
                        .build())
                .intercept(new CallerAddress())
                .maxInboundMessageSize(ExchangeMethod.MOST_BYTES)
                .build();
        try {
            server.start();
        } catch (IOException e) {
            failures.close();
            throw new RunFailedException(
                    "cannot listen on " + bind.getAddress().getHostAddress() + ":" + bind.getPort() + ": "
                            + e.getMessage() + "; is another worker there, or is it no address of this machine?",
                    e);
        }
    }

    static String text(@Nullable SocketAddress of) {
        return of instanceof InetSocketAddress internet
                ? internet.getAddress().getHostAddress() + ":" + internet.getPort()
                : String.valueOf(of);
    }

    private static final class CallerAddress implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            SocketAddress from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
            return Contexts.interceptCall(Context.current().withValue(CALLER, text(from)), call, headers, next);
        }
    }

    /** The port that was asked for, or that was free where 0 was. */
    public int port() {
        return server.getPort();
    }

    private StreamObserver<byte[]> called(StreamObserver<byte[]> answers) {
        Peer caller = new Peer(UUID.randomUUID().toString(), String.valueOf(CALLER.get()));
        if (answers instanceof ServerCallStreamObserver<byte[]> call) {
            call.setOnCancelHandler(() -> {}); // or a concurrent send would throw; the end is reported below
        }
        callers.put(caller, answers);
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] bytes) {
                Message message;
                try {
                    message = Message.decode(bytes);
                } catch (IllegalArgumentException e) {
                    String why = String.valueOf(e.getMessage());
                    end(
                            caller,
                            why,
                            () -> answers.onError(
                                    Status.INVALID_ARGUMENT.withDescription(why).asRuntimeException()));
                    return;
                }
                receiver.received(caller, message);
            }

            @Override
            public void onError(Throwable e) {
                end(caller, DisconnectReason.of(e), () -> {});
            }

            @Override
            public void onCompleted() {
                end(caller, "", answers::onCompleted);
            }
        };
    }

    private void end(Peer caller, String why, Runnable last) {
        StreamObserver<byte[]> answers = callers.remove(caller);
        if (answers != null) {
            synchronized (answers) {
                last.run();
            }
            receiver.disconnected(caller, why);
        }
    }

    @Override
    public void send(Peer to, Message message) {
        StreamObserver<byte[]> answers = callers.get(to);
        if (answers instanceof ServerCallStreamObserver<byte[]> call && !call.isCancelled()) {
            byte[] bytes = message.encode();
            synchronized (answers) {
                if (callers.containsKey(to)) { // else it has ended meanwhile, and would throw
                    answers.onNext(bytes);
                }
            }
        }
    }

    @Override
    public void disconnect(Peer with) {
        end(with, "it took this coordinator for lost, which was silent");
    }

    private void end(Peer with, String why) {
        StreamObserver<byte[]> answers = callers.remove(with);
        if (answers != null) {
            synchronized (answers) {
                answers.onError(Status.ABORTED.withDescription(why).asRuntimeException());
            }
        }
    }

    @Override
    public void close() {
        for (Peer caller : List.copyOf(callers.keySet())) {
            end(caller, "it was stopped");
        }
        server.shutdown();
        try {
            if (!server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        failures.close();
    }
}
