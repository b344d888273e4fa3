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

    private static final int MAX_UNAUTHENTICATED = 64;
    private static final int END_OF_STREAM = -1;

    private final List<String> messages = new ArrayList<>();

    private BoundedServerSocket listen(Duration loginTime) throws IOException {
        BoundedServerSocket listener = new BoundedServerSocket(loginTime, messages::add);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return listener;
    }

    private static Socket connect(BoundedServerSocket listener) throws IOException {
        return new Socket(listener.getInetAddress(), listener.getLocalPort());
    }

    @Test
    void closesOldestUnauthenticatedConnection() throws IOException {
        List<Socket> clients = new ArrayList<>();
        try (BoundedServerSocket listener = listen(Duration.ofHours(1))) {
            Socket loggedInClient = connect(listener);
            clients.add(loggedInClient);
            Socket acceptedSocket = listener.accept();
            listener.markLoggedIn(acceptedSocket);
            List<Socket> unauthenticated = new ArrayList<>();
            for (int i = 0; i <= MAX_UNAUTHENTICATED; i++) {
                clients.add(connect(listener));
                unauthenticated.add(listener.accept());
            }

            assertThat(clients.get(1).getInputStream().read()).isEqualTo(END_OF_STREAM);
            assertThat(unauthenticated.stream().filter(Socket::isClosed)).containsExactly(unauthenticated.get(0));
            acceptedSocket.getOutputStream().write(7);
            assertThat(loggedInClient.getInputStream().read()).isEqualTo(7);
            assertThat(messages).singleElement().asString().startsWith("closed a connection from 127.0.0.1");
            for (Socket client : unauthenticated) {
                client.close();
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void closesSilentConnection() throws Exception {
        try (BoundedServerSocket listener = listen(Duration.ofMillis(1));
                Socket client = connect(listener)) {
            Socket acceptedSocket = listener.accept();
            CompletableFuture<Socket> nextSocket = CompletableFuture.supplyAsync(() -> {
                try {
                    return listener.accept();
                } catch (IOException e) {
                    return acceptedSocket;
                }
            });

            assertThat(client.getInputStream().read()).isEqualTo(END_OF_STREAM);
            listener.close();
            assertThat(nextSocket.get()).isSameAs(acceptedSocket);
        }
    }

    @Test
    void acceptEndsOnClose() throws IOException {
        BoundedServerSocket listener = listen(Duration.ofHours(1));
        listener.close();

        assertThatThrownBy(listener::accept).isInstanceOf(SocketException.class);
    }

    @Test
    void limitsLogLinesPerTime() {
        AtomicLong now = new AtomicLong();
        LimitedLines lines = new LimitedLines(messages::add, now::get);
        for (int i = 0; i < 2_000; i++) {
            lines.accept("line " + i);
        }
        now.addAndGet(11_000_000_000L);
        lines.accept("later");

        assertThat(messages)
                .hasSize(12)
                .contains("line 9", "1990 more lines about connections were left out", "later")
                .doesNotContain("line 10");
    }
}
