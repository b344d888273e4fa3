// SPDX-License-Identifier: Apache-2.0
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.link.GrpcWorkerLink;
import io.github.cdctester.internal.cluster.link.Link;
import io.github.cdctester.internal.cluster.link.NodeSecret;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Beat;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Wire;
import io.github.cdctester.internal.cluster.node.WorkerNode;
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
 * A worker node that writes, and writes down what it tells of it, a message a line. {@code RecordedNode SECRET-FILE ADDRESS-FILE
 * RECORDING}; ends when its input does.
 */
final class RecordedNode {

    private RecordedNode() {}

    public static void main(String[] arguments) throws Exception {
        try (OutputStream recording = new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[2])));
                WorkerNode node =
                        new WorkerNode(ToolInfo.current("").version(), NanoClock.SYSTEM, System.err::println)) {
            GrpcWorkerLink link = new GrpcWorkerLink(
                    new InetSocketAddress("127.0.0.1", 0), NodeSecret.read(Path.of(arguments[0])), node, line -> {});
            node.on(new Recorded(link, recording));
            Files.writeString(
                    Path.of(arguments[1]), WorkerNodes.text(new InetSocketAddress("127.0.0.1", link.port())) + "\n");
            while (System.in.read() >= 0) {
                // until its input ends
            }
            link.close();
        }
    }

    private record Recorded(Link link, OutputStream recording) implements Link {

        @Override
        public void send(Member to, Message message) {
            if (message instanceof Beat || message instanceof Paused || message instanceof Ended) {
                synchronized (recording) {
                    try {
                        recording.write(Wire.bytes(message));
                        recording.write('\n');
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            link.send(to, message);
        }

        @Override
        public void hangUp(Member with) {
            link.hangUp(with);
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
