// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Authorities;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * A key store file with the certificate authorities of {@code --ssl-ca}. MySQL Connector/J reads authorities only in this form.
 * The file contains no secrets, and is deleted when the pool is closed.
 */
record TrustStoreFile(Path file) implements AutoCloseable {

    /** The format requires a password, although it protects nothing here. */
    static final String PASSWORD = "certificates-only";

    /** Only the current user can change the file. */
    static TrustStoreFile of(Path authorities) {
        var store = Authorities.read(authorities);
        Path file = null;
        try {
            file = Files.createTempFile("cdc-tester-authorities", ".p12");
            try (OutputStream out = Files.newOutputStream(file)) {
                store.store(out, PASSWORD.toCharArray());
            }
            return new TrustStoreFile(file);
        } catch (IOException | GeneralSecurityException e) {
            RunFailedException failure = new RunFailedException(
                    Setting.SSL_CA + " " + authorities + " as a key store: " + e.getMessage(), e);
            if (file != null) {
                deleteAfter(failure, file);
            }
            throw failure;
        }
    }

    String url() {
        return file.toUri().toString();
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new RunFailedException("deleting " + file + ": " + e.getMessage(), e);
        }
    }

    private static void deleteAfter(RunFailedException failure, Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
