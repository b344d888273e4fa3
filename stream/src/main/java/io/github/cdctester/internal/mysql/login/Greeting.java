// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The server's first packet, {@code Protocol::HandshakeV10}.
 *
 * @param version for example {@code 9.7.4} or {@code 11.4.5-MariaDB-log}
 * @param connectionId the connection's id at the server
 * @param plugin default authentication plugin; empty before MySQL 5.5
 * @param nonce for the password scramble
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Greeting(String version, long connectionId, int capabilities, String plugin, byte[] nonce) {

    private static final int ERROR = 0xFF;
    private static final int PROTOCOL = 10;
    private static final int FIRST_NONCE_BYTES = 8;

    /** A server's version has at most 60 bytes (SERVER_VERSION_LENGTH). */
    private static final int MAX_TEXT_BYTES = 255;

    /**
     * @throws ServerErrorException if the server refuses the connection, for example because it has too many connections
     * @throws MySqlProtocolException if the packet is no greeting of protocol version 10
     */
    public static Greeting read(byte[] packet) throws IOException {
        if (packet.length > 0 && (packet[0] & 0xFF) == ERROR) {
            throw ServerErrorException.ofPacket(packet);
        }
        try {
            return parse(ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN));
        } catch (BufferUnderflowException e) {
            throw new MySqlProtocolException("a greeting of " + packet.length + " bytes that ends too early");
        }
    }

    private static Greeting parse(ByteBuffer packet) throws MySqlProtocolException {
        int protocol = packet.get();
        if (protocol != PROTOCOL) {
            throw new MySqlProtocolException("a greeting of protocol " + protocol + "; only " + PROTOCOL + " is known");
        }
        String version = text(packet, "version");
        long connectionId = packet.getInt() & 0xFFFF_FFFFL;
        byte[] nonce = new byte[LoginMethod.NONCE_BYTES];
        packet.get(nonce, 0, FIRST_NONCE_BYTES);
        packet.get();
        int capabilities = packet.getShort() & 0xFFFF;
        if (packet.remaining() < 3) {
            return new Greeting(version, connectionId, capabilities, "", nonce);
        }
        packet.get(); // the server's default character set
        packet.getShort(); // status
        capabilities |= packet.getShort() << 16;
        int announcedNonceBytes = packet.get() & 0xFF;
        packet.get(new byte[10]); // reserved
        byte[] nonceRemainder = new byte[Math.max(13, announcedNonceBytes - FIRST_NONCE_BYTES)];
        packet.get(nonceRemainder);
        System.arraycopy(nonceRemainder, 0, nonce, FIRST_NONCE_BYTES, nonce.length - FIRST_NONCE_BYTES);
        String plugin = (capabilities & Capabilities.PLUGIN_AUTH) == 0 ? "" : text(packet, "login method");
        return new Greeting(version, connectionId, capabilities, plugin, nonce);
    }

    /** Some servers omit the last zero byte. Checks the length before copying. */
    private static String text(ByteBuffer packet, String field) throws MySqlProtocolException {
        int length = 0;
        while (length < packet.remaining() && packet.get(packet.position() + length) != 0) {
            length++;
        }
        if (length > MAX_TEXT_BYTES) {
            throw new MySqlProtocolException("a greeting with a " + field + " of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        packet.get(bytes);
        if (packet.hasRemaining()) {
            packet.get();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public boolean offersTls() {
        return has(Capabilities.SSL);
    }

    boolean has(int capability) {
        return (capabilities & capability) != 0;
    }
}
