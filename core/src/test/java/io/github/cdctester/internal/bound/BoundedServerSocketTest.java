// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedServerSocketTest {

    private static final int MAX_STRANGERS = 64;
    private static final int CLOSED = -1;

    private final List<String> received = new ArrayList<>();

    private BoundedServerSocket listening(Duration loginTime) throws IOException {
        BoundedServerSocket listener = new BoundedServerSocket(loginTime, received::add);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return listener;
    }

    private static Socket connect(BoundedServerSocket listener) throws IOException {
        return new Socket(listener.getInetAddress(), listener.getLocalPort());
    }

    @Test
    void closesOldestUnauthenticatedConnection() throws IOException {
        List<Socket> clients = new ArrayList<>();
        try (BoundedServerSocket listener = listening(Duration.ofHours(1))) {
            Socket friend = connect(listener);
            clients.add(friend);
            Socket accepted = listener.accept();
            listener.loggedIn(accepted);
            List<Socket> strangers = new ArrayList<>();
            for (int i = 0; i <= MAX_STRANGERS; i++) {
                clients.add(connect(listener));
                strangers.add(listener.accept());
            }

            assertThat(clients.get(1).getInputStream().read()).isEqualTo(CLOSED);
            assertThat(strangers.stream().filter(Socket::isClosed)).containsExactly(strangers.get(0));
            accepted.getOutputStream().write(7);
            assertThat(friend.getInputStream().read()).isEqualTo(7);
            assertThat(received).singleElement().asString().startsWith("closed a connection from 127.0.0.1");
            for (Socket stranger : strangers) {
                stranger.close();
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void closesSilentConnection() throws Exception {
        try (BoundedServerSocket listener = listening(Duration.ofMillis(1));
                Socket stranger = connect(listener)) {
            Socket accepted = listener.accept();
            CompletableFuture<Socket> next = CompletableFuture.supplyAsync(() -> {
                try {
                    return listener.accept();
                } catch (IOException e) {
                    return accepted;
                }
            });

            assertThat(stranger.getInputStream().read()).isEqualTo(CLOSED);
            listener.close();
            assertThat(next.get()).isSameAs(accepted);
        }
    }

    @Test
    void acceptEndsOnClose() throws IOException {
        BoundedServerSocket listener = listening(Duration.ofHours(1));
        listener.close();

        assertThatThrownBy(listener::accept).isInstanceOf(SocketException.class);
    }

    @Test
    void limitsRepeatedLogLines() {
        AtomicLong now = new AtomicLong();
        LimitedLines lines = new LimitedLines(received::add, now::get);
        for (int i = 0; i < 2_000; i++) {
            lines.accept("line " + i);
        }
        now.addAndGet(11_000_000_000L);
        lines.accept("later");

        assertThat(received)
                .hasSize(12)
                .contains("line 9", "1990 more lines about connections were left out", "later")
                .doesNotContain("line 10");
    }
}
