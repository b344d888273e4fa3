// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The server's side of one login: the greeting, and whether the client knows the password. It takes {@code mysql_native_password}
 * and {@code caching_sha2_password}, whichever the client begins with, and asks others to change.
 */
public final class LoginCheck {

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final int CONNECT_WITH_DB = 1 << 3;
    private static final int TRANSACTIONS = 1 << 13;
    private static final int CONNECT_ATTRS = 1 << 20;
    private static final int RESPONSE_HEAD_BYTES = 32;
    private static final byte[] FAST_OK = {1, 3};
    private static final byte UTF8MB4 = 45;
    private static final byte AUTOCOMMIT = 2;

    private final LoginMethod usual;
    private final byte[] nonce = new byte[LoginMethod.NONCE_BYTES];

    /** Prepares a login of the method that a MariaDB's or a MySQL's clients usually have. */
    public LoginCheck(boolean mariaDb) {
        usual = mariaDb ? LoginMethod.NATIVE_PASSWORD : LoginMethod.CACHING_SHA2_PASSWORD;
        for (int i = 0; i < nonce.length; i++) {
            nonce[i] = (byte) (1 + RANDOM.nextInt(126)); // neither the end of a text nor outside of ASCII
        }
    }

    /** The first packet, {@code Protocol::HandshakeV10}. */
    public byte[] greeting(String version, long connectionId) {
        int capabilities = Capabilities.LONG_PASSWORD
                | Capabilities.LONG_FLAG
                | CONNECT_WITH_DB
                | Capabilities.PROTOCOL_41
                | Capabilities.SSL
                | TRANSACTIONS
                | Capabilities.SECURE_CONNECTION
                | Capabilities.PLUGIN_AUTH
                | CONNECT_ATTRS
                | Capabilities.PLUGIN_AUTH_LENENC;
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(10);
        packet.writeBytes(text(version));
        packet.writeBytes(little(4, connectionId));
        packet.write(nonce, 0, 8);
        packet.write(0);
        packet.writeBytes(little(2, capabilities));
        packet.writeBytes(new byte[] {UTF8MB4, AUTOCOMMIT, 0});
        packet.writeBytes(little(2, capabilities >> 16));
        packet.write(nonce.length + 1);
        packet.writeBytes(new byte[10]);
        packet.write(nonce, 8, nonce.length - 8);
        packet.write(0);
        packet.writeBytes(text(usual.plugin()));
        return packet.toByteArray();
    }

    /** Whether the client's first answer is that it goes on in TLS, {@code Protocol::SSLRequest}. */
    public static boolean asksForTls(byte[] packet) {
        return packet.length == RESPONSE_HEAD_BYTES
                && (ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN).getInt() & Capabilities.SSL) != 0;
    }

    /**
     * Checks the client's answer to the greeting, asking for another one where it is of another method; the client still awaits an
     * OK or an error then.
     *
     * @return whether it is that account with that password
     * @throws StreamProtocolException if it is no answer
     */
    public boolean isRight(byte[] packet, String user, Password password, Login.Packets packets) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
        if (packet.length < RESPONSE_HEAD_BYTES) {
            throw new StreamProtocolException("a login of " + packet.length + " bytes");
        }
        int capabilities = in.getInt();
        in.position(RESPONSE_HEAD_BYTES);
        String name = text(in);
        byte[] answer = answer(in);
        if ((capabilities & CONNECT_WITH_DB) != 0) {
            text(in);
        }
        String plugin =
                (capabilities & Capabilities.PLUGIN_AUTH) != 0 ? text(in) : LoginMethod.NATIVE_PASSWORD.plugin();
        LoginMethod method = LoginMethod.named(plugin);
        if (method != LoginMethod.NATIVE_PASSWORD && method != LoginMethod.CACHING_SHA2_PASSWORD) {
            method = usual;
            packets.write(change());
            answer = packets.read();
        }
        LoginSecrets secrets = new LoginSecrets(password, false, null);
        boolean empty = answer.length == 1 && answer[0] == 0; // how some say that there is none
        if (!MessageDigest.isEqual(empty ? new byte[0] : answer, method.answer(nonce, secrets)) || !name.equals(user)) {
            return false;
        }
        if (method == LoginMethod.CACHING_SHA2_PASSWORD && !secrets.isEmpty()) {
            packets.write(FAST_OK);
        }
        return true;
    }

    /** {@code Protocol::AuthSwitchRequest}. */
    private byte[] change() {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(0xFE);
        packet.writeBytes(text(usual.plugin()));
        packet.writeBytes(Arrays.copyOf(nonce, nonce.length + 1));
        return packet.toByteArray();
    }

    private static byte[] answer(ByteBuffer in) {
        int length = in.hasRemaining() ? in.get() & 0xFF : 0;
        byte[] answer = new byte[Math.min(length, in.remaining())];
        in.get(answer);
        return answer;
    }

    private static String text(ByteBuffer in) {
        int from = in.position();
        while (in.hasRemaining()) {
            if (in.get() == 0) {
                return new String(in.array(), from, in.position() - 1 - from, StandardCharsets.UTF_8);
            }
        }
        return new String(in.array(), from, in.position() - from, StandardCharsets.UTF_8);
    }

    private static byte[] text(String text) {
        return (text + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] little(int bytes, long value) {
        byte[] number = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            number[i] = (byte) (value >> 8 * i);
        }
        return number;
    }
}
