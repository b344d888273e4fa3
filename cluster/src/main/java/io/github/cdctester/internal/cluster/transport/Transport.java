// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.internal.cluster.message.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Encrypted, bidirectional connections between a coordinator and worker nodes. Messages stay in order. */
public interface Transport<P> extends AutoCloseable {

    /** Receives messages, one call at a time per peer. Must not block. */
    interface Receiver<P> {

        void received(P from, Message message);

        void disconnected(P who, String why);
    }

    /** A worker node's view of a coordinator. */
    record Peer(String id, String address) {}

    /** Drops the message if the connection has ended. */
    void send(P to, Message message);

    /** Does not call the receiver. */
    void disconnect(P peer);

    @Override
    void close();

    /** Far larger than the histograms and commits of one second. */
    int MAX_BYTES = 16 << 20;

    String SERVICE = "io.github.cdctester.WorkerNode";

    MethodDescriptor<byte[], byte[]> EXCHANGE = MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
            .setType(MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Exchange"))
            .build();

    /** Passes messages as raw bytes, because they are JSON, not Protobuf. */
    final class Bytes implements Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream in) {
            try (in) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
