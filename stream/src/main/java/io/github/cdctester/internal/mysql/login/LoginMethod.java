// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import io.github.cdctester.failure.Setting;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Client side of an authentication plugin. Stateless. */
enum LoginMethod {

    /** SHA1(password) XOR SHA1(nonce + SHA1(SHA1(password))). Used by MySQL 4.1 to 8.4; the default of MariaDB. */
    NATIVE_PASSWORD("mysql_native_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty() ? EMPTY_ANSWER : nativeScramble(secrets.password(), nonce(nonce, NONCE_BYTES));
        }
    },

    /**
     * MySQL's default from 8.0. The client sends SHA256(password) XOR SHA256(SHA256(SHA256(password)) + nonce). If the server has
     * not cached the account, it requests the password: in clear text inside TLS, else encrypted with its RSA key.
     */
    CACHING_SHA2_PASSWORD("caching_sha2_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (secrets.isEmpty()) {
                return EMPTY_ANSWER;
            }
            byte[] hash = Digests.sha256(secrets.password());
            return Digests.xor(hash, Digests.sha256(Digests.sha256(hash), nonce(nonce, NONCE_BYTES)));
        }

        @Override
        byte @Nullable [] answerMore(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (data.length != 1) {
                return secrets.encryptWithServerKey(data, nonce(nonce, NONCE_BYTES));
            }
            if (data[0] == FAST_OK) {
                return null;
            }
            if (data[0] != FULL_AUTHENTICATION) {
                throw new LoginException("plugin " + plugin() + " sent state " + data[0]);
            }
            return secrets.isTls() ? secrets.withZero() : encryptedForPinnedKey(nonce, secrets, 2);
        }
    },

    /** Always sends the password: in clear text inside TLS, else encrypted with the server's RSA key. */
    SHA256_PASSWORD("sha256_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty() || secrets.isTls() ? secrets.withZero() : encryptedForPinnedKey(nonce, secrets, 1);
        }

        @Override
        byte[] answerMore(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.encryptWithServerKey(data, nonce(nonce, NONCE_BYTES));
        }
    },

    /** Signs a nonce of 32 bytes with Ed25519 (RFC 8032), but a password of any length replaces the seed of 32 bytes. */
    MARIADB_ED25519("client_ed25519") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty()
                    ? EMPTY_ANSWER
                    : new Ed25519Key(secrets.password()).sign(nonce(nonce, LONG_NONCE_BYTES));
        }
    },

    /** For accounts that the server checks with an external service (LDAP, PAM). Rejected without TLS. */
    CLEAR_PASSWORD("mysql_clear_password") {
        @Override
        byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (!secrets.isTls()) {
                throw new LoginException("plugin " + plugin()
                        + " requests the password in clear text, which is not sent without TLS; use " + Setting.SSL_MODE
                        + " VERIFY_IDENTITY");
            }
            return secrets.withZero();
        }
    };

    /** Nonce length of MySQL's methods. In packets, a zero byte may follow. */
    static final int NONCE_BYTES = 20;

    private static final int LONG_NONCE_BYTES = 32;
    private static final int FAST_OK = 3;
    private static final int FULL_AUTHENTICATION = 4;
    private static final byte[] EMPTY_ANSWER = {};

    private final String plugin;

    LoginMethod(String plugin) {
        this.plugin = plugin;
    }

    /** Returns {@code null} if the plugin is not supported. */
    static @Nullable LoginMethod named(String plugin) {
        return Arrays.stream(values())
                .filter(method -> method.plugin.equals(plugin))
                .findFirst()
                .orElse(null);
    }

    String plugin() {
        return plugin;
    }

    abstract byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException;

    /** {@code data} lacks the leading 0x01. Returns the next packet, or {@code null} if no response is needed. */
    byte @Nullable [] answerMore(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
        throw new LoginException("plugin " + plugin + " sent an unexpected request");
    }

    /** Without a key that the user configured, returns a one-byte packet that requests the server's key. */
    byte[] encryptedForPinnedKey(byte[] nonce, LoginSecrets secrets, int keyRequest) throws LoginException {
        ServerPublicKey pinnedKey = secrets.pinnedKey();
        return pinnedKey == null
                ? new byte[] {(byte) keyRequest}
                : pinnedKey.encrypt(secrets.withZero(), nonce(nonce, NONCE_BYTES));
    }

    byte[] nonce(byte[] sentNonce, int bytes) throws LoginException {
        if (sentNonce.length < bytes) {
            throw new LoginException(
                    "plugin " + plugin + " sent a nonce of " + sentNonce.length + " bytes in place of " + bytes);
        }
        return Arrays.copyOf(sentNonce, bytes);
    }

    static byte[] nativeScramble(byte[] password, byte[] nonce) {
        byte[] hash = Digests.sha1(password);
        return Digests.xor(hash, Digests.sha1(nonce, Digests.sha1(hash)));
    }
}
