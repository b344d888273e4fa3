// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.bound.BoundedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import org.jspecify.annotations.Nullable;

/** Reads trusted certificate authorities into a Java key store. */
public final class Authorities {

    /** Both JDBC drivers and every Java runtime support this type. */
    public static final String KEY_STORE_TYPE = "PKCS12";

    private Authorities() {}

    /** @throws RunFailedException if the PEM file cannot be read or contains no certificate */
    public static KeyStore read(Path file) {
        try (InputStream pem = new ByteArrayInputStream(BoundedFile.bytes(file, BoundedFile.MAX_SMALL_FILE_BYTES))) {
            KeyStore store = KeyStore.getInstance(KEY_STORE_TYPE);
            store.load(null, null);
            int number = 0;
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca" + number++, authority);
            }
            if (number == 0) {
                throw noCertificate(file, null);
            }
            return store;
        } catch (NoSuchFileException e) {
            throw new RunFailedException(Setting.SSL_CA + " " + file + " does not exist", e);
        } catch (IOException e) {
            throw new RunFailedException(Setting.SSL_CA + " " + file + " cannot be read: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw noCertificate(file, e);
        }
    }

    private static RunFailedException noCertificate(Path file, @Nullable Exception cause) {
        return new RunFailedException(Setting.SSL_CA + " " + file + " holds no certificate; give a PEM file", cause);
    }
}
