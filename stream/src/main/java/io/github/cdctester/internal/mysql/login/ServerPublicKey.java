// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.bound.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;

/** A server's RSA key, for connections without TLS. The password is XORed with the nonce, and then encrypted with RSA-OAEP and SHA-1. */
record ServerPublicKey(RSAPublicKey key) {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----");

    /** Bytes that OAEP with SHA-1 adds (RFC 8017, section 7.1). */
    private static final int PADDING_BYTES = 42;

    /**
     * Reads the file {@code public_key.pem} of a MySQL server.
     *
     * @throws RunFailedException if the file cannot be read or contains no RSA key
     */
    public static ServerPublicKey read(Path file) {
        try {
            return new ServerPublicKey(parse(BoundedFile.bytes(file, BoundedFile.MAX_SMALL_FILE_BYTES)));
        } catch (NoSuchFileException e) {
            throw new RunFailedException(Setting.SERVER_PUBLIC_KEY + " " + file + " does not exist", e);
        } catch (IOException e) {
            throw new RunFailedException(
                    Setting.SERVER_PUBLIC_KEY + " " + file + " cannot be read: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new RunFailedException(
                    Setting.SERVER_PUBLIC_KEY + " " + file
                            + " holds no RSA public key; give the server's public_key.pem",
                    e);
        }
    }

    static ServerPublicKey ofServer(byte[] pem) throws LoginException {
        try {
            return new ServerPublicKey(parse(pem));
        } catch (GeneralSecurityException e) {
            throw new LoginException("the server did not send its RSA key", e);
        }
    }

    private static RSAPublicKey parse(byte[] pem) throws GeneralSecurityException {
        Matcher matcher = PEM.matcher(new String(pem, StandardCharsets.ISO_8859_1));
        if (!matcher.find()) {
            throw new GeneralSecurityException("no public key in PEM");
        }
        try {
            byte[] keyBytes = Base64.getMimeDecoder().decode(matcher.group(1));
            return (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(keyBytes));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("not Base64", e);
        }
    }

    byte[] encrypt(byte[] password, byte[] nonce) throws LoginException {
        int maxBytes = (key.getModulus().bitLength() + 7) / 8 - PADDING_BYTES;
        if (password.length > maxBytes) {
            throw new LoginException("the password has " + (password.length - 1)
                    + " bytes, but the server's RSA key of " + key.getModulus().bitLength() + " bits carries "
                    + (maxBytes - 1) + "; use TLS (" + Setting.SSL_MODE + ")");
        }
        try {
            Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return cipher.doFinal(Digests.xor(password, nonce));
        } catch (GeneralSecurityException e) {
            throw new LoginException("RSA: " + e.getMessage(), e);
        }
    }
}
