// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.bound.LimitedLines;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.time.NanoClock;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.okhttp.SslSocketFactoryServerCredentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The worker node's side of the transport: a gRPC server for coordinators. */
public final class GrpcWorkerTransport implements Transport<Transport.Peer> {

    private static final long CLOSE_TIMEOUT_SECONDS = 5;
    private static final int MAX_CALLS = 8;

    private final Receiver<Peer> receiver;
    private final MutualTlsSockets sockets;
    private final Server server;
    private final Map<Peer, ServerCall<byte[], byte[]>> callers = new ConcurrentHashMap<>();

    /**
     * Starts to listen. {@code onRefused} receives lines about connections without the secret, limited by {@link LimitedLines}.
     */
    public GrpcWorkerTransport(
            InetSocketAddress bind, SharedSecret secret, Receiver<Peer> receiver, Consumer<String> onRefused) {
        this.receiver = receiver;
        Consumer<String> limitedLog = new LimitedLines(onRefused, NanoClock.SYSTEM);
        sockets = new MutualTlsSockets(secret.socketFactory(), limitedLog);
        server = OkHttpServerBuilder.forPort(bind, SslSocketFactoryServerCredentials.create(sockets))
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(EXCHANGE, (call, headers) -> accept(call))
                        .build())
                .socketFactory(sockets.serverSocketFactory())
                .maxConcurrentCallsPerConnection(MAX_CALLS)
                .maxInboundMessageSize(MAX_BYTES)
                .build();
        try {
            server.start();
        } catch (IOException e) {
            sockets.close();
            throw new RunFailedException(
                    "cannot listen on " + MutualTlsSockets.text(bind) + ": " + e.getMessage()
                            + "; another program uses the port, or the address does not belong to this machine",
                    e);
        }
    }

    public int port() {
        return server.getPort();
    }

    private ServerCall.Listener<byte[]> accept(ServerCall<byte[], byte[]> call) {
        Peer caller = new Peer(
                UUID.randomUUID().toString(),
                MutualTlsSockets.text(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)));
        callers.put(caller, call);
        call.sendHeaders(new Metadata());
        call.request(1);
        return new ServerCall.Listener<>() {
            @Override
            public void onMessage(byte[] bytes) {
                Message message;
                try {
                    message = Message.decode(bytes);
                } catch (IllegalArgumentException e) {
                    endCall(Status.INVALID_ARGUMENT.withDescription(e.getMessage()), String.valueOf(e.getMessage()));
                    return;
                }
                receiver.received(caller, message);
                call.request(1);
            }

            @Override
            public void onHalfClose() {
                endCall(Status.OK, "");
            }

            @Override
            public void onCancel() {
                endCall(Status.CANCELLED, "its connection has ended");
            }

            private void endCall(Status status, String why) {
                if (end(caller, status)) {
                    receiver.disconnected(caller, why);
                }
            }
        };
    }

    /** Returns false if the call has already ended. */
    private boolean end(Peer caller, Status status) {
        ServerCall<byte[], byte[]> call = callers.remove(caller);
        if (call == null) {
            return false;
        }
        synchronized (call) {
            call.close(status, new Metadata());
        }
        return true;
    }

    @Override
    public void send(Peer to, Message message) {
        ServerCall<byte[], byte[]> call = callers.get(to);
        if (call != null) {
            byte[] bytes = message.encode();
            synchronized (call) {
                if (callers.containsKey(to)) { // sending on an ended call would throw
                    call.sendMessage(bytes);
                }
            }
        }
    }

    @Override
    public void disconnect(Peer coordinator) {
        end(
                coordinator,
                Status.ABORTED.withDescription(
                        "it received nothing from this coordinator in time, and closed the connection"));
    }

    @Override
    public void close() {
        callers.keySet().forEach(caller -> end(caller, Status.ABORTED.withDescription("it was stopped")));
        server.shutdown();
        try {
            server.awaitTermination(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.shutdownNow();
        sockets.close();
    }
}
