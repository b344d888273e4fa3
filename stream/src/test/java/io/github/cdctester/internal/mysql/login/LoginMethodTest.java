// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Password;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginMethodTest {

    private static final Password PASSWORD = Password.of("pässwörd");

    /** Bytes 1 to 20, and the terminating zero byte. */
    private static final byte[] NONCE = HexFormat.of().parseHex("0102030405060708090a0b0c0d0e0f101112131400");

    private static KeyPair keys;

    @TempDir
    private Path directory;

    @BeforeAll
    static void makeKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
    }

    /** The expected bytes are from an independent implementation of the formula in {@link LoginMethod}. */
    @Test
    void scramblesForMySqlNativePassword() throws LoginException {
        assertThat(LoginMethod.NATIVE_PASSWORD.answer(NONCE, secretsWithoutTls()))
                .isEqualTo(HexFormat.of().parseHex("9891a8536587af22d12e126cf5f7a8ea86d63b0e"));
    }

    @Test
    void scramblesForCachingSha2Password() throws LoginException {
        assertThat(LoginMethod.CACHING_SHA2_PASSWORD.answer(NONCE, secretsWithoutTls()))
                .isEqualTo(HexFormat.of().parseHex("8526563d365f5cb2cf44b162e5251a5cc348e1a1afeec271669611d0fdac23f7"));
    }

    @Test
    void sendsEmptyPasswordForEachMethod() throws LoginException {
        LoginSecrets emptyPassword = new LoginSecrets(Password.NONE, false, null);
        assertThat(LoginMethod.NATIVE_PASSWORD.answer(NONCE, emptyPassword)).isEmpty();
        assertThat(LoginMethod.CACHING_SHA2_PASSWORD.answer(NONCE, emptyPassword))
                .isEmpty();
        assertThat(LoginMethod.MARIADB_ED25519.answer(NONCE, emptyPassword)).isEmpty();
        assertThat(LoginMethod.SHA256_PASSWORD.answer(NONCE, emptyPassword)).containsExactly(0);
    }

    @Test
    void sendsClearPasswordOnlyWithTls() throws LoginException {
        LoginSecrets tls = new LoginSecrets(PASSWORD, true, null);
        byte[] clear = "pässwörd\0".getBytes(StandardCharsets.UTF_8);
        assertThat(LoginMethod.CACHING_SHA2_PASSWORD.answerMore(new byte[] {4}, NONCE, tls))
                .isEqualTo(clear);
        assertThat(LoginMethod.SHA256_PASSWORD.answer(NONCE, tls)).isEqualTo(clear);
        assertThat(LoginMethod.CLEAR_PASSWORD.answer(NONCE, tls)).isEqualTo(clear);
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> LoginMethod.CLEAR_PASSWORD.answer(NONCE, secretsWithoutTls()))
                .withMessageContaining("not sent without TLS");
    }

    @Test
    void sendsNothingAfterFastPath() throws LoginException {
        assertThat(LoginMethod.CACHING_SHA2_PASSWORD.answerMore(new byte[] {3}, NONCE, secretsWithoutTls()))
                .isNull();
    }

    @Test
    void fetchesKeyAndReportsIt() throws GeneralSecurityException, LoginException {
        LoginSecrets secrets = secretsWithoutTls();
        assertThat(LoginMethod.CACHING_SHA2_PASSWORD.answerMore(new byte[] {4}, NONCE, secrets))
                .containsExactly(2);
        assertThat(LoginMethod.SHA256_PASSWORD.answer(NONCE, secrets)).containsExactly(1);
        assertThat(secrets.isKeyFetched()).isFalse();

        byte[] sentBytes =
                LoginMethod.CACHING_SHA2_PASSWORD.answerMore(pem().getBytes(StandardCharsets.US_ASCII), NONCE, secrets);
        assertThat(decrypt(sentBytes)).isEqualTo("pässwörd\0");
        assertThat(secrets.isKeyFetched()).isTrue();
    }

    @Test
    void usesPinnedKeyWithoutFetching() throws Exception {
        LoginSecrets secrets = secretsWithPinnedKey(pem());
        assertThat(decrypt(LoginMethod.CACHING_SHA2_PASSWORD.answerMore(new byte[] {4}, NONCE, secrets)))
                .isEqualTo("pässwörd\0");
        assertThat(decrypt(LoginMethod.SHA256_PASSWORD.answer(NONCE, secrets))).isEqualTo("pässwörd\0");
        assertThat(secrets.isKeyFetched()).isFalse();
    }

    @Test
    void acceptsOnlyPinnedKey() throws Exception {
        LoginSecrets secrets = secretsWithPinnedKey(pem());
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> LoginMethod.SHA256_PASSWORD.answerMore(
                        pem().getBytes(StandardCharsets.US_ASCII), NONCE, secrets))
                .withMessageContaining("not asked for");
    }

    @Test
    void rejectsPasswordTooLongForKey() {
        LoginSecrets secrets = new LoginSecrets(Password.of("x".repeat(214)), false, null);
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> LoginMethod.SHA256_PASSWORD.answerMore(
                        pem().getBytes(StandardCharsets.US_ASCII), NONCE, secrets))
                .withMessageContaining("214 bytes")
                .withMessageContaining("carries 213");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"})
    void rejectsInvalidKey(String sentText) {
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> LoginMethod.SHA256_PASSWORD.answerMore(
                        sentText.getBytes(StandardCharsets.US_ASCII), NONCE, secretsWithoutTls()));
    }

    @Test
    void rejectsShortNonce() {
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> LoginMethod.MARIADB_ED25519.answer(NONCE, secretsWithoutTls()))
                .withMessageContaining("21 bytes in place of 32");
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> LoginMethod.NATIVE_PASSWORD.answer(new byte[19], secretsWithoutTls()));
    }

    @Test
    void toStringHidesSecrets() {
        assertThat(secretsWithoutTls().toString()).doesNotContain("ssw");
    }

    private static LoginSecrets secretsWithoutTls() {
        return new LoginSecrets(PASSWORD, false, null);
    }

    private LoginSecrets secretsWithPinnedKey(String pem) throws Exception {
        return new LoginSecrets(
                PASSWORD, false, ServerPublicKey.read(Files.writeString(directory.resolve("key.pem"), pem)));
    }

    private static String pem() {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    private static String decrypt(byte @Nullable [] sent) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
        cipher.init(Cipher.DECRYPT_MODE, keys.getPrivate());
        return new String(
                Digests.xor(cipher.doFinal(sent), Arrays.copyOf(NONCE, LoginMethod.NONCE_BYTES)),
                StandardCharsets.UTF_8);
    }
}
