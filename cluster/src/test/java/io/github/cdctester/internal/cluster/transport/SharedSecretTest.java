// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.failure.InvalidPlanException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedSecretTest {

    @TempDir
    static Path directory;

    private static Path secret;

    @BeforeAll
    static void createSecret() throws InterruptedException {
        secret = directory.resolve("nodes.p12");
        SharedSecret.create(secret);
    }

    @Test
    void isKeyStoreWithKeyAndCertificate() throws Exception {
        KeyStore store = KeyStore.getInstance(secret.toFile(), "changeit".toCharArray());
        assertThat(store.getType()).isEqualToIgnoringCase("PKCS12");
        assertThat(store.getKey("node", "changeit".toCharArray()).getAlgorithm())
                .isEqualTo("EC");
        assertThat(store.getCertificateChain("node")).hasSize(1);
        assertThat(SharedSecret.read(secret)).hasToString("SharedSecret[…]");
    }

    @Test
    void onlyOwnerCanReadFile() throws IOException {
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"), "no owners here");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
    }

    @Test
    void secretsDiffer() throws Exception {
        Path otherFile = directory.resolve("other.p12");
        SharedSecret.create(otherFile);
        assertThat(Files.readAllBytes(otherFile)).isNotEqualTo(Files.readAllBytes(secret));
    }

    @Test
    void doesNotOverwriteFile() throws Exception {
        Path existingFile = Files.writeString(directory.resolve("taken.p12"), "mine");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SharedSecret.create(existingFile))
                .withMessage("newSecret: " + existingFile + ", must be a file that is not there yet");
        assertThat(existingFile).hasContent("mine");
        try (Stream<Path> entries = Files.list(directory)) {
            assertThat(entries).as("no temporary directory is left").noneMatch(Files::isDirectory);
        }
    }

    @Test
    void doesNotOverwriteRootDirectory() {
        Path root = directory.getRoot();
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SharedSecret.create(root))
                .withMessage("newSecret: " + root + ", must be a file that is not there yet");
    }

    @Test
    void failsIfDirectoryIsMissing() {
        Path fileInMissingDirectory = directory.resolve("missing").resolve("nodes.p12");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SharedSecret.create(fileInMissingDirectory))
                .withMessage("newSecret: " + fileInMissingDirectory
                        + ", must be a file in a directory that can be written to");
        assertThat(fileInMissingDirectory.getParent()).doesNotExist();
    }

    @Test
    void rejectsUnreadableFile() {
        Path missingFile = directory.resolve("missing.p12");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SharedSecret.read(missingFile))
                .withMessage("secretFile: " + missingFile + ", must be a readable file, the same on all nodes");
        assertThatExceptionOfType(InvalidPlanException.class).isThrownBy(() -> SharedSecret.read(directory));
    }

    @Test
    void rejectsInvalidSecret() throws Exception {
        byte[] completeBytes = Files.readAllBytes(secret);
        byte[] changedBytes = completeBytes.clone();
        changedBytes[completeBytes.length / 2] ^= 1;
        Path file = directory.resolve("garbage.p12");
        for (byte[] bytes : List.of(
                new byte[0],
                "geheim\n".getBytes(UTF_8),
                "ü\0ÿ".getBytes(UTF_8),
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".getBytes(UTF_8),
                Arrays.copyOf(completeBytes, completeBytes.length / 2),
                Arrays.copyOf(completeBytes, completeBytes.length - 1),
                changedBytes,
                keyStoreWithoutKey())) {
            Files.write(file, bytes);
            assertThatExceptionOfType(InvalidPlanException.class)
                    .as(new String(bytes, UTF_8))
                    .isThrownBy(() -> SharedSecret.read(file))
                    .withMessage("secretFile: " + file
                            + ", must be a file created by 'cdc-tester worker --new-secret', the same on all nodes");
        }
    }

    private static byte[] keyStoreWithoutKey() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        store.store(bytes, "changeit".toCharArray());
        return bytes.toByteArray();
    }
}
