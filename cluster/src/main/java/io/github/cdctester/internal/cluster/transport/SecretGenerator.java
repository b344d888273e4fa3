// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Generates a {@link SharedSecret} with the JDK's {@code keytool}: no class of its API makes certificates. */
public final class SecretGenerator {

    private static final String ALIAS = "node";
    private static final String DAYS = "36500";
    private static final long PATIENCE_SECONDS = 60;

    /** Of a file that exists for a moment. */
    private static final String PASSWORD = "changeit";

    private SecretGenerator() {}

    /**
     * Writes a new secret, readable by its owner only.
     *
     * @throws InvalidPlanException if the file exists or cannot be written
     */
    public static void write(Path file) throws InterruptedException {
        try {
            Path directory = Files.createTempDirectory("cdc-tester-secret");
            Path store = directory.resolve("secret.p12");
            try {
                generate(store);
                byte[] secret = pem(store).getBytes(StandardCharsets.US_ASCII);
                writeWhole(create(file), secret);
            } finally {
                Files.deleteIfExists(store);
                Files.deleteIfExists(directory);
            }
        } catch (FileAlreadyExistsException e) {
            throw new InvalidPlanException("newSecret", file, "a file that is not there yet");
        } catch (IOException | GeneralSecurityException e) {
            throw new RunFailedException("no secret could be made in " + file + ": " + e.getMessage(), e);
        }
    }

    /** Not readable by others from its first moment on. */
    private static Path create(Path file) throws IOException {
        FileAttribute<?>[] attributes =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        try {
            Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)
                    .close();
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw new InvalidPlanException("newSecret", file, "a file in a directory that can be written to");
        }
        return file;
    }

    private static void writeWhole(Path made, byte[] secret) throws IOException {
        try {
            Files.write(made, secret);
        } catch (IOException e) { // such as where there is no room: half a secret is none
            try {
                Files.delete(made);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    private static void generate(Path store) throws IOException, InterruptedException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=cdc-tester",
                        "-validity",
                        DAYS,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString()))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(keytool + " failed: " + said.strip());
        }
    }

    private static String pem(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return block(
                        SharedSecret.KEY,
                        store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded())
                + block(SharedSecret.CERTIFICATE, store.getCertificate(ALIAS).getEncoded());
    }

    private static String block(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label + "-----\n";
    }
}
