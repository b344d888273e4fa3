// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hashes and XOR for password scrambles. */
final class Digests {

    private Digests() {}

    static byte[] sha1(byte[]... parts) {
        return digest("SHA-1", parts);
    }

    static byte[] sha256(byte[]... parts) {
        return digest("SHA-256", parts);
    }

    static byte[] sha512(byte[]... parts) {
        return digest("SHA-512", parts);
    }

    static byte[] xor(byte[] bytes, byte[] repeatedBytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = (byte) (bytes[i] ^ repeatedBytes[i % repeatedBytes.length]);
        }
        return result;
    }

    private static byte[] digest(String algorithm, byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no " + algorithm, e);
        }
    }
}
