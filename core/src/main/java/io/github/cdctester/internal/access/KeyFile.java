// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import io.github.cdctester.internal.bound.BoundedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A PKCS #12 key store with one key and its certificate. The whole file is secret. */
public final class KeyFile {

    public static final String PASSWORD = "changeit";

    private static final String ALIAS = "node";

    /**
     * The JDK has no public API to create certificates. The C1 compiler and few hash iterations save time; more iterations would
     * not protect the file, because the password is public.
     */
    private static final String KEYTOOL = "-J-XX:TieredStopAtLevel=1"
            + " -J-Dkeystore.pkcs12.keyPbeIterationCount=1 -J-Dkeystore.pkcs12.macIterationCount=1"
            + " -J-Dkeystore.pkcs12.certPbeIterationCount=1 -genkeypair -alias " + ALIAS
            + " -keyalg EC -groupname secp256r1 -validity 36500 -dname CN=cdc-tester -storetype "
            + Authorities.KEY_STORE_TYPE + " -storepass " + PASSWORD + " -keystore";

    private KeyFile() {}

    /** Creates a self-signed certificate. The file must not exist. */
    public static void create(Path file) throws IOException {
        List<String> command = new ArrayList<>(List.of(KEYTOOL.split(" ")));
        command.add(
                0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add(file.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("keytool failed: " + output.strip());
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    /** Deletes the key file again. */
    public static SSLContext temporaryContext() throws IOException, GeneralSecurityException {
        Path directory = Files.createTempDirectory("cdc-tester-key");
        Path file = directory.resolve("key");
        try {
            create(file);
            return read(file, PASSWORD);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    /** The context presents the file's certificate, and trusts only certificates in the file. */
    public static SSLContext read(Path file, String secret) throws IOException, GeneralSecurityException {
        try (InputStream in = new ByteArrayInputStream(BoundedFile.bytes(file, BoundedFile.MAX_SMALL_FILE_BYTES))) {
            char[] password = secret.toCharArray();
            KeyStore store = KeyStore.getInstance(Authorities.KEY_STORE_TYPE);
            store.load(in, password);
            int privateKeys = 0;
            for (String alias : Collections.list(store.aliases())) {
                privateKeys += store.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class) ? 1 : 0;
            }
            if (privateKeys != 1) {
                throw new KeyStoreException(privateKeys + " private keys");
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
            trustManagers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trustManagers.getTrustManagers(), null);
            return context;
        }
    }
}
