// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.failure.InvalidPlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedSecretTest {

    @TempDir
    static Path directory;

    private static Path secret;

    @BeforeAll
    static void make() throws InterruptedException {
        secret = directory.resolve("nodes.pem");
        SecretGenerator.write(secret);
    }

    @Test
    void isReadAsItWasMade() {
        SharedSecret read = SharedSecret.read(secret);
        X509KeyManager keys = (X509KeyManager) read.keys()[0];
        X509TrustManager trusted = (X509TrustManager) read.trusted()[0];
        assertThat(trusted.getAcceptedIssuers()).containsExactly(keys.getCertificateChain("node"));
        assertThat(keys.getPrivateKey("node").getAlgorithm()).isEqualTo("EC");
        assertThat(read).hasToString("SharedSecret[…]");
    }

    @Test
    void isAKeyAndACertificateAsPem() throws IOException {
        assertThat(Files.readAllLines(secret))
                .contains(
                        "-----BEGIN PRIVATE KEY-----",
                        "-----END PRIVATE KEY-----",
                        "-----BEGIN CERTIFICATE-----",
                        "-----END CERTIFICATE-----")
                .allMatch(line -> line.length() <= 64);
    }

    @Test
    void onlyItsOwnerReadsIt() throws IOException {
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"), "no owners here");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
    }

    @Test
    void anotherOneIsAnother() throws Exception {
        Path other = directory.resolve("other.pem");
        SecretGenerator.write(other);
        assertThat(Files.readString(other)).isNotEqualTo(Files.readString(secret));
    }

    @Test
    void whatIsThereIsNotOverwritten() throws Exception {
        Path taken = Files.writeString(directory.resolve("taken.pem"), "mine");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SecretGenerator.write(taken))
                .withMessage("newSecret: " + taken + ", must be a file that is not there yet");
        assertThat(taken).hasContent("mine");
    }

    @Test
    void isNotMadeWhereNobodyCanWrite() {
        Path nowhere = directory.resolve("missing").resolve("nodes.pem");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SecretGenerator.write(nowhere))
                .withMessage("newSecret: " + nowhere + ", must be a file in a directory that can be written to");
        assertThat(nowhere.getParent()).doesNotExist();
    }

    @Test
    void refusesAFileThatCannotBeRead() {
        Path missing = directory.resolve("missing.pem");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SharedSecret.read(missing))
                .withMessage("secretFile: " + missing + ", must be a file that can be read, on all nodes the same");
        assertThatExceptionOfType(InvalidPlanException.class).isThrownBy(() -> SharedSecret.read(directory));
    }

    @Test
    void refusesWhatIsNoSecret() throws Exception {
        Path another = directory.resolve("another.pem");
        SecretGenerator.write(another);
        String others = Files.readString(another);
        String whole = Files.readString(secret);
        String key = whole.substring(0, whole.indexOf("-----BEGIN CERTIFICATE"));
        String certificate = whole.substring(key.length());
        for (String text : new String[] {
            "",
            "geheim\n",
            "ü\0ÿ",
            key,
            certificate,
            key + others.substring(others.indexOf("-----BEGIN CERTIFICATE")),
            whole.replace("-----END CERTIFICATE-----", ""),
            key + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            certificate + "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        }) {
            Path file = Files.writeString(directory.resolve("garbage.pem"), text);
            assertThatExceptionOfType(InvalidPlanException.class)
                    .as(text)
                    .isThrownBy(() -> SharedSecret.read(file))
                    .withMessage("secretFile: " + file
                            + ", must be a file with a key and its certificate as PEM, the same on all nodes");
        }
    }
}
