// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import io.github.cdctester.config.Password;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The password of one login, and its protection: TLS, or an RSA key that the user configured. */
final class LoginSecrets {

    private final byte[] password;
    private final boolean isTls;
    private final @Nullable ServerPublicKey pinnedKey;
    private boolean isKeyFetched;

    LoginSecrets(Password password, boolean isTls, @Nullable ServerPublicKey pinnedKey) {
        this.password = password.reveal().getBytes(StandardCharsets.UTF_8);
        this.isTls = isTls;
        this.pinnedKey = pinnedKey;
    }

    /** The server hashes UTF-8 if CREATE USER is executed on a utf8mb4 connection. */
    byte[] password() {
        return password;
    }

    boolean isEmpty() {
        return password.length == 0;
    }

    byte[] withZero() {
        return Arrays.copyOf(password, password.length + 1);
    }

    boolean isTls() {
        return isTls;
    }

    /** With a key that the user configured, the server's key is not requested. */
    @Nullable
    ServerPublicKey pinnedKey() {
        return pinnedKey;
    }

    byte[] encryptWithServerKey(byte[] pem, byte[] nonce) throws LoginException {
        if (pinnedKey != null) {
            throw new LoginException("the server sent an RSA key that was not asked for");
        }
        isKeyFetched = true;
        return ServerPublicKey.ofServer(pem).encrypt(withZero(), nonce);
    }

    boolean isKeyFetched() {
        return isKeyFetched;
    }

    @Override
    public String toString() {
        return "LoginSecrets[****]";
    }
}
