// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

public final class FakeEngine implements AutoCloseable {

    private final Path socket;
    private final ServerSocketChannel channel;
    private final CompletableFuture<Void> serverTask;
    private volatile boolean isSilent;

    /** @param bodyOfPath returns the response body for a request path; {@code null}: status 404 */
    public FakeEngine(Path socket, UnaryOperator<String> bodyOfPath) throws IOException {
        this.socket = socket;
        channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(UnixDomainSocketAddress.of(socket));
        serverTask = CompletableFuture.runAsync(() -> answerRequests(bodyOfPath));
    }

    public String address() {
        return "unix://" + socket;
    }

    public void silence() {
        isSilent = true;
    }

    private void answerRequests(UnaryOperator<String> bodyOfPath) {
        while (true) {
            try (SocketChannel connection = channel.accept()) {
                ByteBuffer request = ByteBuffer.allocate(4096);
                connection.read(request);
                if (isSilent) {
                    connection.read(ByteBuffer.allocate(1)); // until the client closes the connection
                    continue;
                }
                String path = new String(request.array(), 0, request.position(), UTF_8).split(" ")[1];
                String body = bodyOfPath.apply(path.replaceFirst("\\?.*", ""));
                connection.write(UTF_8.encode(
                        body == null
                                ? "HTTP/1.0 404 Not Found\r\n\r\n{\"message\": \"No such container\"}"
                                : "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + body));
            } catch (IOException e) {
                return; // the channel is closed
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        serverTask.join();
        Files.delete(socket);
    }
}
