// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

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
