// SPDX-License-Identifier: Apache-2.0
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.node.WorkerNode;
import io.github.cdctester.internal.cluster.transport.GrpcWorkerTransport;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.ToolInfo;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A writing worker node that records its messages about writing, one per line: {@code RecordedNode SECRET-FILE ADDRESS-FILE
 * RECORDING}. Exits at the end of standard input.
 */
final class RecordedNode {

    private RecordedNode() {}

    public static void main(String[] arguments) throws Exception {
        try (OutputStream recording = new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[2])));
                WorkerNode node =
                        new WorkerNode(ToolInfo.current("").version(), NanoClock.SYSTEM, System.err::println)) {
            GrpcWorkerTransport transport = new GrpcWorkerTransport(
                    new InetSocketAddress("127.0.0.1", 0), SharedSecret.read(Path.of(arguments[0])), node, line -> {});
            node.setTransport(new RecordingTransport(transport, recording));
            Files.writeString(
                    Path.of(arguments[1]),
                    WorkerNodes.text(new InetSocketAddress("127.0.0.1", transport.port())) + "\n");
            while (System.in.read() >= 0) {
                // until its input ends
            }
            transport.close();
        }
    }

    private record RecordingTransport(Transport<Peer> transport, OutputStream recording) implements Transport<Peer> {

        @Override
        public void send(Peer to, Message message) {
            if (message instanceof WriteProgress || message instanceof Paused || message instanceof Ended) {
                synchronized (recording) {
                    try {
                        recording.write(message.encode());
                        recording.write('\n');
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            transport.send(to, message);
        }

        @Override
        public void disconnect(Peer peer) {
            transport.disconnect(peer);
        }

        @Override
        public void close() {
            transport.close();
        }
    }
}
