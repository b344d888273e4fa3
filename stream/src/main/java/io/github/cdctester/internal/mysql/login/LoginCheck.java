// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import io.github.cdctester.config.Password;
import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.Packets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/** Server side of one login. The client selects {@code mysql_native_password} or {@code caching_sha2_password}. */
public final class LoginCheck {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int RESPONSE_HEAD_BYTES = 32;
    private static final byte[] FAST_OK = {1, 3};
    private static final byte UTF8MB4 = 45;
    private static final short AUTOCOMMIT = 2;

    private final byte[] nonce = new byte[LoginMethod.NONCE_BYTES];

    public LoginCheck() {
        for (int i = 0; i < nonce.length; i++) {
            nonce[i] = (byte) (1 + RANDOM.nextInt(126)); // 1 to 126: no zero byte, and only ASCII
        }
    }

    /** {@code Protocol::HandshakeV10}, with the default method of MariaDB's or MySQL's clients. */
    public byte[] greeting(String serverVersion, boolean isMariaDb, long connectionId) {
        int offered = Capabilities.OFFERED_FLAGS;
        LoginMethod defaultMethod = isMariaDb ? LoginMethod.NATIVE_PASSWORD : LoginMethod.CACHING_SHA2_PASSWORD;
        byte[] version = text(serverVersion);
        byte[] plugin = text(defaultMethod.plugin());
        ByteBuffer packet =
                ByteBuffer.allocate(45 + version.length + plugin.length).order(ByteOrder.LITTLE_ENDIAN);
        packet.put((byte) 10)
                .put(version)
                .putInt((int) connectionId)
                .put(nonce, 0, 8)
                .put((byte) 0);
        packet.putShort((short) offered).put(UTF8MB4).putShort(AUTOCOMMIT).putShort((short) (offered >> 16));
        packet.put((byte) (nonce.length + 1)).put(new byte[10]).put(nonce, 8, nonce.length - 8);
        return packet.put((byte) 0).put(plugin).array();
    }

    /** Returns true for {@code Protocol::SSLRequest}. */
    public static boolean requestsTls(byte[] packet) {
        return packet.length == RESPONSE_HEAD_BYTES
                && (ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN).getInt() & Capabilities.SSL) != 0;
    }

    /**
     * The caller must then send OK or an error.
     *
     * @throws MySqlProtocolException if the packet is too short for a login response
     */
    public boolean accepts(byte[] packet, String user, Password password, Packets packets) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
        if (packet.length < RESPONSE_HEAD_BYTES) {
            throw new MySqlProtocolException("a login of " + packet.length + " bytes");
        }
        int capabilities = in.getInt();
        String name = text(in.position(RESPONSE_HEAD_BYTES));
        byte[] answer = new byte[in.hasRemaining() ? Math.min(in.get() & 0xFF, in.remaining()) : 0];
        in.get(answer);
        if ((capabilities & Capabilities.CONNECT_WITH_DB) != 0) {
            text(in);
        }
        LoginMethod method = (capabilities & Capabilities.PLUGIN_AUTH) != 0
                ? LoginMethod.named(text(in))
                : LoginMethod.NATIVE_PASSWORD;
        if (method != LoginMethod.NATIVE_PASSWORD && method != LoginMethod.CACHING_SHA2_PASSWORD) {
            return false;
        }
        LoginSecrets secrets = new LoginSecrets(password, false, null);
        // some clients send a single zero byte for an empty password
        boolean isEmpty = answer.length == 1 && answer[0] == 0;
        boolean isAccepted = name.equals(user)
                && MessageDigest.isEqual(isEmpty ? new byte[0] : answer, method.answer(nonce, secrets));
        if (isAccepted && method == LoginMethod.CACHING_SHA2_PASSWORD && !secrets.isEmpty()) {
            packets.write(FAST_OK);
        }
        return isAccepted;
    }

    private static String text(ByteBuffer in) {
        int from = in.position();
        int end = from;
        while (end < in.limit() && in.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - from];
        in.get(from, text);
        in.position(Math.min(end + 1, in.limit()));
        return new String(text, StandardCharsets.UTF_8);
    }

    private static byte[] text(String text) {
        return (text + "\0").getBytes(StandardCharsets.UTF_8);
    }
}
