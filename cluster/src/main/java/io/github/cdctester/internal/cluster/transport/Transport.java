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

/**
 * Connections between a coordinator and worker nodes: encrypted, in order, both ways.
 *
 * @param <P> one side's view of the other
 */
public interface Transport<P> extends AutoCloseable {

    /** Takes what arrives: one call at a time for each peer. Must not block. */
    interface Receiver<P> {

        void received(P from, Message message);

        /** The connection has ended, or could not be made. */
        void disconnected(P who, String why);
    }

    /** A worker node's view of a coordinator. */
    record Peer(String id, String address) {}

    /** Sends a message; drops it if the connection has ended. */
    void send(P to, Message message);

    /** Ends a connection, without telling the receiver. */
    void disconnect(P with);

    /** Ends all connections. */
    @Override
    void close();

    /** Far more than the largest message: the histograms and commits of a second. */
    int MAX_BYTES = 16 << 20;

    String SERVICE = "io.github.cdctester.WorkerNode";

    /** The one gRPC method: messages both ways, for as long as a coordinator has the node. */
    MethodDescriptor<byte[], byte[]> EXCHANGE = MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
            .setType(MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Exchange"))
            .build();

    /** Messages as they are: JSON, not Protobuf. */
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
