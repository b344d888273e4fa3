// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ClientCommandsTest {

    private static final int QUERY = 0x03;
    private static final int DUMP = 0x12;
    private static final int DUMP_GTID = 0x1e;

    /** Capabilities of a login: protocol 4.1, secure connection, plugin authentication. */
    private static final int PLAIN = 0x88200;

    private static final int COMPRESS = PLAIN | 0x20;
    private static final int SSL = PLAIN | 0x800;
    private static final int ZSTD = PLAIN | 0x400_0000;

    private final ClientCommands commands = new ClientCommands();

    private static byte[] packet(int sequence, byte[] body) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(body.length);
        packet.write(body.length >> 8);
        packet.write(body.length >> 16);
        packet.write(sequence);
        packet.writeBytes(body);
        return packet.toByteArray();
    }

    private static byte[] login(int capabilities) {
        byte[] body = new byte[60];
        for (int i = 0; i < 4; i++) {
            body[i] = (byte) (capabilities >> 8 * i);
        }
        return packet(1, body);
    }

    private static byte[] command(int code) {
        return packet(0, new byte[] {(byte) code, 4, 0, 0, 0});
    }

    /**
     * A frame of the compressed protocol: the number of compressed bytes, a sequence number, and the number of bytes before the
     * compression. The first byte of this number is at the place of a packet's command.
     */
    private static byte[] compressedFrame(int uncompressedBytes) {
        byte[] body = new byte[40];
        body[0] = (byte) uncompressedBytes;
        body[1] = (byte) (uncompressedBytes >> 8);
        byte[] frame = packet(0, body);
        frame[0] -= 3; // the frame's length excludes this number
        return frame;
    }

    private void read(byte[] bytes) {
        for (byte next : bytes) {
            commands.read(new byte[] {next}, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {DUMP, DUMP_GTID})
    void findsDumpAfterPlainLogin(int code) {
        read(login(PLAIN));
        read(command(QUERY));
        assertThat(commands.haveDump()).isFalse();
        read(command(code));
        assertThat(commands.haveDump()).isTrue();
        assertThat(commands.areHidden()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {COMPRESS, SSL, ZSTD})
    void findsNoDumpInHiddenCommands(int capabilities) {
        read(login(capabilities));
        assertThat(commands.areHidden()).isTrue();
        read(compressedFrame(0x100 + DUMP));
        read(compressedFrame(0x100 + DUMP_GTID));
        assertThat(commands.haveDump()).isFalse();
    }

    /** The third and fourth byte of such a login are not capabilities. */
    @Test
    void readsTwoBytesOfCapabilitiesBeforeProtocol41() {
        read(login(ZSTD & ~0x200));
        assertThat(commands.areHidden()).isFalse();
        read(command(DUMP));
        assertThat(commands.haveDump()).isTrue();
    }

    /** Later packets with sequence number 1, such as the answer to a request of the server, contain no capabilities. */
    @Test
    void readsCapabilitiesOnlyInFirstPacket() {
        read(login(PLAIN));
        read(packet(3, new byte[20]));
        read(packet(1, new byte[] {-1, -1, -1, -1}));
        assertThat(commands.areHidden()).isFalse();
        read(command(DUMP));
        assertThat(commands.haveDump()).isTrue();
    }

    @Test
    void proxyCountsAndForwardsHiddenConnections() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                FaultProxy proxy = FaultProxy.to("127.0.0.1", server.getLocalPort())
                        .stallDumps(true)
                        .faults(FaultPlan.of());
                Socket client = new Socket(proxy.host(), proxy.port());
                Socket serverSide = server.accept()) {
            client.setSoTimeout(20_000);
            client.getOutputStream().write(login(COMPRESS));
            client.getOutputStream().write(compressedFrame(0x100 + DUMP));
            serverSide.getInputStream().readNBytes(64 + 44);
            assertThat(proxy.hiddenConnections()).isOne();
            serverSide.getOutputStream().write(7);
            assertThat(client.getInputStream().read()).isEqualTo(7);
        }
    }
}
