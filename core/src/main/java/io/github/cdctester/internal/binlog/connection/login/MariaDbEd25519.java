// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

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
