// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.access.KeyFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid key stores cause a one-line message with a valid form. */
class PlayUsageTest {

    @TempDir
    static Path directory;

    @BeforeAll
    static void makeStores() throws IOException, GeneralSecurityException {
        KeyFile.create(directory.resolve("right"));
        KeyStore validStore = KeyStore.getInstance(directory.resolve("right").toFile(), "changeit".toCharArray());
        KeyStore storeWithoutKey = KeyStore.getInstance("PKCS12");
        storeWithoutKey.load(null, null);
        storeWithoutKey.setCertificateEntry("ca", validStore.getCertificate("node"));
        store(storeWithoutKey, "no-key");
        KeyStore storeWithTwoKeys = KeyStore.getInstance("PKCS12");
        storeWithTwoKeys.load(null, null);
        for (String alias : List.of("a", "b")) {
            storeWithTwoKeys.setKeyEntry(
                    alias,
                    validStore.getKey("node", "changeit".toCharArray()),
                    "changeit".toCharArray(),
                    validStore.getCertificateChain("node"));
        }
        store(storeWithTwoKeys, "two-keys");
        Files.writeString(directory.resolve("pem"), "-----BEGIN CERTIFICATE-----\n");
        for (String password : List.of("changeit", "changed")) {
            Path file = Files.writeString(directory.resolve(password), password + "\n");
            Files.setPosixFilePermissions(
                    file, PosixFilePermissions.fromString("rw-------")); // otherwise a warning is printed
        }
    }

    private static void store(KeyStore keys, String name) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(directory.resolve(name))) {
            keys.store(out, "changeit".toCharArray());
        }
    }

    private static CommandResult callWithStore(List<String> command, String store, String password) {
        List<String> line = new ArrayList<>(command);
        line.add("--ssl-key-store=" + directory.resolve(store));
        if (!password.isEmpty()) {
            line.add("--ssl-key-store-password-file=" + directory.resolve(password));
        }
        return CommandResult.of(line.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nowhere  | changeit | there is no such file
            right    | changed  | keystore password was incorrect
            right    | ''       | keystore password was incorrect
            no-key   | changeit | 0 private keys
            two-keys | changeit | 2 private keys
            pem      | changeit | it is not a key store
            """)
    void explainsInvalidKeyStore(String store, String password, String reason) {
        for (List<String> command : List.of(List.of("play", "x"), List.of("judge", "--from-stdin", "--play=x"))) {
            CommandResult result = callWithStore(command, store, password);
            assertThat(result.errorLines())
                    .first()
                    .asString()
                    .startsWith(
                            "cdc-tester: --ssl-key-store " + directory.resolve(store) + " cannot be used: " + reason)
                    .endsWith("; give a PKCS #12 key store with one private key, and its password in"
                            + " --ssl-key-store-password-file");
            assertThat(result.code()).isEqualTo(2);
        }
    }

    @Test
    void acceptsValidKeyStore() {
        assertThat(callWithStore(List.of("play", "nowhere"), "right", "changeit")
                        .errorLines())
                .first()
                .asString()
                .startsWith("cdc-tester: recording: nowhere, must be a directory with a recording");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            play x --ssl-key-store-password-file=y | --ssl-key-store-password-file is given, but no --ssl-key-store
            judge --from-stdin --ssl-key-store=y | --ssl-key-store is given, but no recording is played: choose one with --play
            judge --from-command=x --shrink --speed=2 | --speed is given, but no recording is played: choose one with --play
            """)
    void rejectsOptionsWithoutEffect(String line, String message) {
        CommandResult result = CommandResult.of(line.split(" "));
        assertThat(result.errorLines()).first().isEqualTo("cdc-tester: " + message);
        assertThat(result.code()).isEqualTo(2);
    }
}
