// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The one gRPC method: a stream of messages both ways, for as long as a coordinator has the node. */
final class ExchangeMethod {

    static final String SERVICE = "io.github.cdctester.WorkerNode";

    /** Far more than the largest message: the histograms and commits of a second. */
    static final int MOST_BYTES = 16 << 20;

    private static final Marshaller<byte[]> BYTES = new Marshaller<>() {
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
    };

    static final MethodDescriptor<byte[], byte[]> METHOD = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Exchange"))
            .setRequestMarshaller(BYTES)
            .setResponseMarshaller(BYTES)
            .build();

    private ExchangeMethod() {}
}
