// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LinkTest {

    /** The server is lost before the thread that forwards the client's bytes starts. */
    @Test
    void dropsBytesAfterEarlyLossOfServer() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket clientSide = listener.accept();
                Socket serverSide = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
            Link link = new Link(
                    clientSide,
                    serverSide,
                    new Conditions(),
                    new Link.Traffic(),
                    () -> Link.Lifetime.ENDLESS,
                    null,
                    null,
                    (hasDump, cause) -> {});
            link.closeServerSilently();
            client.getOutputStream().write(7);
            client.shutdownOutput();
            link.toServer();

            assertThat(client.getInputStream().read())
                    .as("an orderly end, no reset")
                    .isEqualTo(-1);
        }
    }
}
