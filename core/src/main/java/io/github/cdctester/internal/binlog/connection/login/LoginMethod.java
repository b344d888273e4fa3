// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The client's half of one authentication plugin, under the plugin's name in the protocol. Without state of its own. */
sealed interface LoginMethod
        permits NativePassword, CachingSha2Password, Sha256Password, MariaDbEd25519, ClearPassword {

    /** Bytes of the nonce of MySQL's methods; a zero byte may follow on the wire. */
    int NONCE_BYTES = 20;

    /** The name by which the server asks for it. */
    String plugin();

    /**
     * Answers the nonce.
     *
     * @param nonce what the server sent with the plugin's name
     */
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
}
