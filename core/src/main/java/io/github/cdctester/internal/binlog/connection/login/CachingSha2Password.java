// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import org.jspecify.annotations.Nullable;

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
