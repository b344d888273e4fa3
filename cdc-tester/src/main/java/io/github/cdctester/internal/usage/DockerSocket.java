// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.time.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Queries the Docker engine of this machine over its socket, without a Docker client. */
public final class DockerSocket {

    private static final String DEFAULT_HOST = "unix:///var/run/docker.sock";
    private static final String UNIX_PREFIX = "unix://";
    private static final int MAX_BYTES = 4_000_000;
    private static final int BUFFER_BYTES = 16_384;

    private final String host;
    private final Duration timeout;

    /** Docker's own programs use the same socket. */
    public DockerSocket(@Nullable String dockerHost, Duration timeout) {
        host = dockerHost == null || dockerHost.isBlank() ? DEFAULT_HOST : dockerHost;
        this.timeout = timeout;
    }

    public String get(String path) throws NoReading, InterruptedException {
        if (!host.startsWith(UNIX_PREFIX)) {
            throw NoReading.unavailable(
                    "docker", "DOCKER_HOST is " + host + ", but a container is read over a unix: socket only");
        }
        try (SocketChannel channel =
                        SocketChannel.open(UnixDomainSocketAddress.of(Path.of(host.substring(UNIX_PREFIX.length()))));
                Deadline deadline = Deadline.closeAfter(timeout, channel)) {
            try {
                return bodyOf(path, exchange(channel, path));
            } catch (IOException e) {
                throw deadline.isExpired() ? new IOException("no answer within " + timeout.toMillis() + " ms") : e;
            }
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw NoReading.unavailable("docker", "the Docker engine at " + host + " cannot be queried: " + e);
        }
    }

    /** With HTTP 1.0, the answer ends with the connection and is not chunked. */
    private static String exchange(SocketChannel channel, String path) throws IOException {
        ByteBuffer request = StandardCharsets.US_ASCII.encode(
                "GET " + path + " HTTP/1.0\r\nHost: docker\r\nAccept: application/json\r\n\r\n");
        while (request.hasRemaining()) {
            channel.write(request);
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        while (channel.read(buffer) >= 0) {
            answer.write(buffer.array(), 0, buffer.position());
            buffer.clear();
            if (answer.size() > MAX_BYTES) {
                throw new IOException("its answer is longer than " + MAX_BYTES / 1_000_000 + " MB");
            }
        }
        return answer.toString(StandardCharsets.UTF_8);
    }

    private static String bodyOf(String path, String answer) throws NoReading {
        int headEnd = answer.indexOf("\r\n\r\n");
        String status = answer.lines().findFirst().orElse("");
        if (headEnd < 0 || !status.matches("HTTP/1\\.[01] 200 .*")) {
            String reason = status.contains(" 404 ") ? "there is no such container" : "it answers '" + status + "'";
            throw NoReading.unavailable("docker", "the Docker engine refuses " + path + ": " + reason);
        }
        return answer.substring(headEnd + 4);
    }
}
