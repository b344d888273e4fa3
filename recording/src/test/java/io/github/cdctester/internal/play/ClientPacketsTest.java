// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.mysql.packet.ReadLimit;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ClientPacketsTest {

    @Test
    void sendsManyColumns() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                ClientPackets packets = new ClientPackets(listener.accept())) {
            packets.sendRows(Collections.nCopies(300, "@@port"), List.of(Collections.nCopies(300, "3306")));

            PacketStream received = new PacketStream(client.getInputStream(), OutputStream.nullOutputStream(), 16);
            byte[] count = received.read(new ReadLimit("a result", 1 << 16, Duration.ofSeconds(10)));
            assertThat(count).containsExactly(0xFD, 300 & 0xFF, 300 >> 8, 0);
        }
    }

    /** mysql-replication sends one byte more than the length of its dump command for MariaDB. A server ignores it. */
    @Test
    void bytesDuringDumpDoNotEndIt() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                ClientPackets packets = new ClientPackets(listener.accept())) {
            client.getOutputStream().write(new byte[1_000]);
            for (int i = 0; i < 5; i++) {
                assertThat(packets.isConnected(100)).isTrue();
            }

            client.close();
            assertThat(packets.isConnected(10_000)).isFalse();
        }
    }
}
