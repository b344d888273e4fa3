// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

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
