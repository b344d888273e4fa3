// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import io.github.cdctester.failure.Setting;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The client's half of one authentication plugin, under the plugin's name in the protocol. Stateless. */
enum LoginMethod {

    /**
     * SHA1(password) XOR SHA1(nonce + SHA1(SHA1(password))). Servers from MySQL 4.1 to 8.4, and MariaDB's default.
     */
    NATIVE_PASSWORD("mysql_native_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty() ? NOTHING : nativeScramble(secrets.password(), nonce(nonce, NONCE_BYTES));
        }
    },

    /**
     * MySQL's default from 8.0. The fast path answers with SHA256(password) XOR SHA256(SHA256(SHA256(password)) + nonce), which is
     * enough if the server has cached the account. Otherwise the server requests the password itself: in clear text inside of TLS,
     * else encrypted with the server's RSA key.
     */
    CACHING_SHA2_PASSWORD("caching_sha2_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (secrets.isEmpty()) {
                return NOTHING;
            }
            byte[] once = Digests.sha256(secrets.password());
            return Digests.xor(once, Digests.sha256(Digests.sha256(once), nonce(nonce, NONCE_BYTES)));
        }

        @Override
        byte @Nullable [] more(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (data.length != 1) {
                return secrets.encryptedForSentKey(data, nonce(nonce, NONCE_BYTES));
            }
            if (data[0] == FAST_OK) {
                return null;
            }
            if (data[0] != FULL) {
                throw new LoginException("plugin " + plugin() + " sent state " + data[0]);
            }
            return secrets.tls() ? secrets.withZero() : underPinnedKey(nonce, secrets, 2);
        }
    },

    /** Always the password itself, in clear inside of TLS, else under the server's RSA key. */
    SHA256_PASSWORD("sha256_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty() || secrets.tls() ? secrets.withZero() : underPinnedKey(nonce, secrets, 1);
        }

        @Override
        byte[] more(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.encryptedForSentKey(data, nonce(nonce, NONCE_BYTES));
        }
    },

    /**
     * MariaDB's {@code ed25519}: the signature of a nonce of 32 bytes. It is RFC 8032's Ed25519 with one difference: in place of
     * a seed of 32 bytes there is the password, of any length.
     */
    MARIADB_ED25519("client_ed25519") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty()
                    ? NOTHING
                    : new Ed25519Key(secrets.password()).sign(nonce(nonce, LONG_NONCE_BYTES));
        }
    },

    /** For accounts that the server checks elsewhere (LDAP, PAM). Never without TLS. */
    CLEAR_PASSWORD("mysql_clear_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (!secrets.tls()) {
                throw new LoginException("plugin " + plugin()
                        + " asks for the password in clear, which is not sent without TLS; use " + Setting.SSL_MODE
                        + " VERIFY_IDENTITY");
            }
            return secrets.withZero();
        }
    };

    /** Bytes of the nonce of MySQL's methods; a zero byte may follow on the wire. */
    static final int NONCE_BYTES = 20;

    private static final int LONG_NONCE_BYTES = 32;
    private static final int FAST_OK = 3;
    private static final int FULL = 4;
    private static final byte[] NOTHING = {};

    private final String plugin;

    LoginMethod(String plugin) {
        this.plugin = plugin;
    }

    /** The method with that name, or {@code null}. */
    static @Nullable LoginMethod named(String plugin) {
        return Arrays.stream(values())
                .filter(method -> method.plugin.equals(plugin))
                .findFirst()
                .orElse(null);
    }

    /** The name by which the server requests it. */
    String plugin() {
        return plugin;
    }

    abstract byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException;

    /**
     * Answers a further request of the server.
     *
     * @param data the server's data, without the leading 0x01
     * @return the next packet, or {@code null} if no answer is needed
     */
    byte @Nullable [] more(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
        throw new LoginException("plugin " + plugin + " asked a question that it is not known to ask");
    }

    /** The password under the key that the user gave; without one, a packet of one byte that requests the server's. */
    byte[] underPinnedKey(byte[] nonce, LoginSecrets secrets, int askForKey) throws LoginException {
        ServerPublicKey pinned = secrets.pinned();
        return pinned == null
                ? new byte[] {(byte) askForKey}
                : pinned.encrypt(secrets.withZero(), nonce(nonce, NONCE_BYTES));
    }

    byte[] nonce(byte[] sent, int bytes) throws LoginException {
        if (sent.length < bytes) {
            throw new LoginException(
                    "plugin " + plugin + " sent a nonce of " + sent.length + " bytes in place of " + bytes);
        }
        return Arrays.copyOf(sent, bytes);
    }

    static byte[] nativeScramble(byte[] password, byte[] nonce) {
        byte[] once = Digests.sha1(password);
        return Digests.xor(once, Digests.sha1(nonce, Digests.sha1(once)));
    }
}
