// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import io.github.cdctester.failure.Setting;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The client's half of one authentication plugin, under the plugin's name in the protocol. Without state of its own. */
sealed interface LoginMethod {

    /** Bytes of the nonce of MySQL's methods; a zero byte may follow on the wire. */
    int NONCE_BYTES = 20;

    /** The name by which the server asks for it. */
    String plugin();

    /** Answers the nonce. */
    byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException;

    /**
     * Answers what the server asks after the first answer.
     *
     * @param data the server's words, without the leading 0x01
     * @return the next packet, or {@code null} where the server goes on by itself
     */
    default byte @Nullable [] more(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
        throw new LoginException("plugin " + plugin() + " asked a question that it does not have");
    }

    /** The method with that name, or {@code null}. */
    static @Nullable LoginMethod named(String plugin) {
        return switch (plugin) {
            case NativePassword.PLUGIN -> new NativePassword();
            case CachingSha2Password.PLUGIN -> new CachingSha2Password();
            case Sha256Password.PLUGIN -> new Sha256Password();
            case MariaDbEd25519.PLUGIN -> new MariaDbEd25519();
            case ClearPassword.PLUGIN -> new ClearPassword();
            default -> null;
        };
    }

    /** Cuts a nonce to the length that a method knows. */
    static byte[] nonce(byte[] sent, int bytes, String plugin) throws LoginException {
        if (sent.length < bytes) {
            throw new LoginException(
                    "plugin " + plugin + " sent a nonce of " + sent.length + " bytes in place of " + bytes);
        }
        return Arrays.copyOf(sent, bytes);
    }

    /**
     * {@code mysql_native_password}: SHA1(password) XOR SHA1(nonce + SHA1(SHA1(password))). Servers from MySQL 4.1 to 8.4, and
     * MariaDB's default.
     */
    record NativePassword() implements LoginMethod {

        static final String PLUGIN = "mysql_native_password";

        @Override
        public String plugin() {
            return PLUGIN;
        }

        @Override
        public byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty()
                    ? new byte[0]
                    : scramble(secrets.password(), LoginMethod.nonce(nonce, NONCE_BYTES, PLUGIN));
        }

        static byte[] scramble(byte[] password, byte[] nonce) {
            byte[] once = Digests.sha1(password);
            return Digests.xor(once, Digests.sha1(nonce, Digests.sha1(once)));
        }
    }

    /**
     * {@code caching_sha2_password}, MySQL's default from 8.0. The fast path answers with SHA256(password) XOR
     * SHA256(SHA256(SHA256(password)) + nonce), which serves when the server has the account in its cache. Otherwise the password
     * itself is asked for: in clear inside of TLS, else under the server's RSA key.
     */
    record CachingSha2Password() implements LoginMethod {

        static final String PLUGIN = "caching_sha2_password";

        private static final int FAST_OK = 3;
        private static final int FULL = 4;
        private static final byte[] ASK_FOR_KEY = {2};

        @Override
        public String plugin() {
            return PLUGIN;
        }

        @Override
        public byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.isEmpty()
                    ? new byte[0]
                    : scramble(secrets.password(), LoginMethod.nonce(nonce, NONCE_BYTES, PLUGIN));
        }

        @Override
        public byte @Nullable [] more(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (data.length != 1) {
                return secrets.encryptedForSentKey(data, LoginMethod.nonce(nonce, NONCE_BYTES, PLUGIN));
            }
            if (data[0] == FAST_OK) {
                return null;
            }
            if (data[0] != FULL) {
                throw new LoginException("plugin " + PLUGIN + " sent state " + data[0]);
            }
            if (secrets.tls()) {
                return secrets.withZero();
            }
            ServerPublicKey pinned = secrets.pinned();
            return pinned == null
                    ? ASK_FOR_KEY
                    : pinned.encrypt(secrets.withZero(), LoginMethod.nonce(nonce, NONCE_BYTES, PLUGIN));
        }

        static byte[] scramble(byte[] password, byte[] nonce) {
            byte[] once = Digests.sha256(password);
            return Digests.xor(once, Digests.sha256(Digests.sha256(once), nonce));
        }
    }

    /** {@code sha256_password}: always the password itself, in clear inside of TLS, else under the server's RSA key. */
    record Sha256Password() implements LoginMethod {

        static final String PLUGIN = "sha256_password";

        private static final byte[] ASK_FOR_KEY = {1};

        @Override
        public String plugin() {
            return PLUGIN;
        }

        @Override
        public byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (secrets.isEmpty() || secrets.tls()) {
                return secrets.withZero();
            }
            ServerPublicKey pinned = secrets.pinned();
            return pinned == null
                    ? ASK_FOR_KEY
                    : pinned.encrypt(secrets.withZero(), LoginMethod.nonce(nonce, NONCE_BYTES, PLUGIN));
        }

        @Override
        public byte[] more(byte[] data, byte[] nonce, LoginSecrets secrets) throws LoginException {
            return secrets.encryptedForSentKey(data, LoginMethod.nonce(nonce, NONCE_BYTES, PLUGIN));
        }
    }

    /**
     * MariaDB's {@code ed25519}, on the wire {@code client_ed25519}: the signature of a nonce of 32 bytes. It is RFC 8032's
     * Ed25519 with one difference: in place of a seed of 32 bytes there is the password, of any length.
     */
    record MariaDbEd25519() implements LoginMethod {

        static final String PLUGIN = "client_ed25519";

        private static final int LONG_NONCE_BYTES = 32;

        @Override
        public String plugin() {
            return PLUGIN;
        }

        @Override
        public byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (secrets.isEmpty()) {
                return new byte[0];
            }
            return new Ed25519Key(secrets.password()).sign(LoginMethod.nonce(nonce, LONG_NONCE_BYTES, PLUGIN));
        }
    }

    /** {@code mysql_clear_password}, for accounts that the server checks elsewhere (LDAP, PAM). Never without TLS. */
    record ClearPassword() implements LoginMethod {

        static final String PLUGIN = "mysql_clear_password";

        @Override
        public String plugin() {
            return PLUGIN;
        }

        @Override
        public byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
            if (!secrets.tls()) {
                throw new LoginException(
                        "plugin " + PLUGIN + " asks for the password in clear, which is not sent without TLS; use "
                                + Setting.SSL_MODE + " VERIFY_IDENTITY");
            }
            return secrets.withZero();
        }
    }
}
