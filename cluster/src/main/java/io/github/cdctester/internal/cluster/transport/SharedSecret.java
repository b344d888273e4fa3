// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * The secret of all nodes: a key and its certificate in a PKCS #12 key store. Both sides of a TLS connection present that certificate
 * and trust no other. Java's PKIX looks at no date of a certificate that is itself trusted, and nobody at names: nodes have none.
 */
public final class SharedSecret {

    private static final String ALIAS = "node";

    /** Of a file that is secret as a whole. */
    private static final String PASSWORD = "changeit";

    private static final String TYPE = "PKCS12";

    /** No class of the JDK's API makes certificates. Where all know the password, iterations of its hash only take time. */
    private static final String KEYTOOL =
            "-J-Dkeystore.pkcs12.keyPbeIterationCount=1 -J-Dkeystore.pkcs12.macIterationCount=1"
                    + " -J-Dkeystore.pkcs12.certPbeIterationCount=1 -genkeypair -alias " + ALIAS
                    + " -keyalg EC -groupname secp256r1"
                    + " -validity 36500 -dname CN=cdc-tester -storetype " + TYPE + " -storepass " + PASSWORD
                    + " -keystore";

    private final SSLContext context;

    private SharedSecret(SSLContext context) {
        this.context = context;
    }

    /**
     * Reads a secret.
     *
     * @throws InvalidPlanException if the file cannot be read, or has something else
     */
    public static SharedSecret read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            char[] password = PASSWORD.toCharArray();
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(in, password);
            if (!store.isKeyEntry(ALIAS)) {
                throw new KeyStoreException("no key");
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
            trusted.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
            return new SharedSecret(context);
        } catch (FileSystemException e) {
            throw new InvalidPlanException("secretFile", file, "a file that can be read, on all nodes the same");
        } catch (IOException | GeneralSecurityException e) {
            throw new InvalidPlanException(
                    "secretFile", file, "a file of 'cdc-tester worker --new-secret', the same on all nodes");
        }
    }

    SSLSocketFactory sockets() {
        return context.getSocketFactory();
    }

    @Override
    public String toString() {
        return "SharedSecret[…]";
    }

    /**
     * Makes a new secret, readable by its owner only, whole or not at all.
     *
     * @throws InvalidPlanException if the file exists or cannot be written
     */
    public static void create(Path file) throws InterruptedException {
        try {
            Path directory = Files.createTempDirectory(file.toAbsolutePath().getParent(), ".secret");
            Path made = directory.resolve("made");
            try {
                keytool(made);
                if (Files.getFileStore(made).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
                }
                Files.move(made, file);
            } finally {
                Files.deleteIfExists(made);
                Files.delete(directory);
            }
        } catch (FileAlreadyExistsException e) {
            throw new InvalidPlanException("newSecret", file, "a file that is not there yet");
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw new InvalidPlanException("newSecret", file, "a file in a directory that can be written to");
        } catch (IOException e) {
            throw new RunFailedException("no secret could be made in " + file + ": " + e.getMessage(), e);
        }
    }

    private static void keytool(Path store) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(KEYTOOL.split(" ")));
        command.add(
                0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add(store.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + said.strip());
        }
    }
}
