// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import io.github.cdctester.config.Password;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The password of one login, and the protections for sending it: TLS, or the RSA key that the user configured. */
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

    /** Returns the password in UTF-8. The server hashes this encoding if CREATE USER is executed on a utf8mb4 connection. */
    byte[] password() {
        return password;
    }

    boolean isEmpty() {
        return password.length == 0;
    }

    /** Returns the password with a trailing zero byte. */
    byte[] withZero() {
        return Arrays.copyOf(password, password.length + 1);
    }

    boolean isTls() {
        return isTls;
    }

    /** Returns the RSA key that the user configured, or {@code null}. With such a key, the server's key is not requested. */
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
