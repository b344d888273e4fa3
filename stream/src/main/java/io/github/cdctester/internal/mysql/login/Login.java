// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.Packets;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Responds to the greeting and to all further requests until the server's OK. */
public final class Login {

    /** {@code keyFetched} is true if the password was encrypted with an RSA key that the server sent and that was not verified. */
    public record Outcome(String plugin, boolean keyFetched) {}

    private static final int OK = 0x00;
    private static final int AUTH_MORE_DATA = 0x01;
    private static final int AUTH_SWITCH = 0xFE;
    private static final int ERROR = 0xFF;
    private static final int MAX_PACKET_BYTES = 1 << 24;

    /** A login needs up to four server packets: plugin switch, password request, RSA key, OK. */
    private static final int MAX_ROUNDS = 32;

    /** The server's limit NAME_CHAR_LEN. */
    private static final int MAX_PLUGIN_NAME_CHARACTERS = 64;

    /** utf8mb4_general_ci; available in MySQL and MariaDB from version 5.5. */
    private static final byte UTF8MB4 = 45;

    /** Length-encoded texts, listed in {@code performance_schema.session_connect_attrs}. */
    private static final String ATTRIBUTES = "\fprogram_name\ncdc-tester";

    private final Packets packets;
    private final LoginSecrets secrets;
    private byte[] nonce;
    private @Nullable LoginMethod method;

    private Login(Packets packets, LoginSecrets secrets, Greeting greeting) {
        this.packets = packets;
        this.secrets = secrets;
        nonce = greeting.nonce();
        method = LoginMethod.named(
                greeting.plugin().isEmpty() ? LoginMethod.NATIVE_PASSWORD.plugin() : greeting.plugin());
    }

    /** Encodes {@code Protocol::SSLRequest}. */
    public static byte[] tlsRequest(Greeting greeting, LoginOptions options) {
        return responseHead(Capabilities.of(greeting, true, options));
    }

    /**
     * @throws ServerErrorException if the server refuses the login
     * @throws LoginException if the server requests a method that is not supported or not allowed
     */
    public static Outcome perform(
            Endpoint endpoint, Greeting greeting, boolean usesTls, LoginOptions options, Packets packets)
            throws IOException {
        Path keyFile = endpoint.serverPublicKey();
        LoginSecrets secrets =
                new LoginSecrets(endpoint.password(), usesTls, keyFile == null ? null : ServerPublicKey.read(keyFile));
        return new Login(packets, secrets, greeting).perform(endpoint.user(), greeting, usesTls, options);
    }

    private Outcome perform(String user, Greeting greeting, boolean usesTls, LoginOptions options) throws IOException {
        packets.write(response(user, greeting, Capabilities.of(greeting, usesTls, options), options));
        for (int round = 0; round < MAX_ROUNDS; round++) {
            byte[] packet = packets.read();
            if (packet.length == 0) {
                throw new MySqlProtocolException("an empty packet in the login");
            }
            switch (packet[0] & 0xFF) {
                case OK -> {
                    return new Outcome(method == null ? "" : method.plugin(), secrets.isKeyFetched());
                }
                case ERROR -> throw ServerErrorException.ofPacket(packet);
                case AUTH_SWITCH -> packets.write(switchTo(packet));
                case AUTH_MORE_DATA -> {
                    byte[] answer = answerMore(Arrays.copyOfRange(packet, 1, packet.length));
                    if (answer != null) {
                        packets.write(answer);
                    }
                }
                default ->
                    throw new MySqlProtocolException(
                            "a packet that begins with " + (packet[0] & 0xFF) + " in the login");
            }
        }
        throw new MySqlProtocolException("a login that does not end after " + MAX_ROUNDS + " packets");
    }

    /**
     * {@code Protocol::HandshakeResponse41}. If the server's default plugin is not supported, sends empty data, so that the server
     * switches to the account's plugin.
     */
    private byte[] response(String user, Greeting greeting, int capabilities, LoginOptions options)
            throws LoginException {
        LoginMethod initialMethod = method == null ? LoginMethod.NATIVE_PASSWORD : method;
        byte[] answer = method == null ? new byte[0] : initialMethod.answer(nonce, secrets);
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(responseHead(capabilities));
        writeText(packet, user);
        if (answer.length > 250) {
            if (!greeting.has(Capabilities.PLUGIN_AUTH_LENENC)) {
                throw new LoginException("the server accepts no first answer of " + answer.length + " bytes");
            }
            packet.writeBytes(new byte[] {(byte) 0xFC, (byte) answer.length, (byte) (answer.length >> 8)});
        } else {
            packet.write(answer.length);
        }
        packet.writeBytes(answer);
        if (!options.database().isEmpty()) {
            writeText(packet, options.database());
        }
        if (greeting.has(Capabilities.PLUGIN_AUTH)) {
            writeText(packet, initialMethod.plugin());
        }
        if (greeting.has(Capabilities.CONNECT_ATTRS)) {
            packet.write(ATTRIBUTES.length());
            packet.writeBytes(ATTRIBUTES.getBytes(StandardCharsets.US_ASCII));
        }
        return packet.toByteArray();
    }

    private static void writeText(ByteArrayOutputStream packet, String text) {
        packet.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        packet.write(0);
    }

    private static byte[] responseHead(int capabilities) {
        return ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(capabilities)
                .putInt(MAX_PACKET_BYTES)
                .put(UTF8MB4)
                .array();
    }

    /** Answers {@code Protocol::AuthSwitchRequest}: 0xFE, the plugin's name, its data. */
    private byte[] switchTo(byte[] packet) throws LoginException {
        if (packet.length == 1) {
            throw new LoginException("the account's password is older than MySQL 4.1; set it again");
        }
        int nameEnd = 1;
        while (nameEnd < packet.length && packet[nameEnd] != 0) {
            nameEnd++;
        }
        if (nameEnd > 1 + MAX_PLUGIN_NAME_CHARACTERS) {
            throw new LoginException("the account's plugin has a name of " + (nameEnd - 1) + " characters");
        }
        String plugin = new String(packet, 1, nameEnd - 1, StandardCharsets.US_ASCII);
        LoginMethod requestedMethod = LoginMethod.named(plugin);
        if (requestedMethod == null) {
            throw new LoginException("the account logs in by plugin '" + plugin.replaceAll("[^\\w.-]", "?")
                    + "', which is not supported; give it one of caching_sha2_password, sha256_password,"
                    + " mysql_native_password, or MariaDB's ed25519");
        }
        method = requestedMethod;
        nonce = Arrays.copyOfRange(packet, Math.min(nameEnd + 1, packet.length), packet.length);
        return requestedMethod.answer(nonce, secrets);
    }

    private byte @Nullable [] answerMore(byte[] data) throws LoginException {
        if (method == null) {
            throw new LoginException("the server sent a request before it named a plugin");
        }
        return method.answerMore(data, nonce, secrets);
    }
}
