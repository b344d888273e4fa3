// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.Packets;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://127.0.0.1", "jürgen", "s3cret");
    private static final String ATTRIBUTES = (char) 24 + "" + (char) 12 + "program_name" + (char) 10 + "cdc-tester";
    private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};

    @Test
    void readsGreeting() throws IOException {
        Greeting greeting = Greeting.read(greeting("caching_sha2_password", 0x8082_0800 | 1 << 19));
        assertThat(greeting.version()).isEqualTo("9.7.4");
        assertThat(greeting.connectionId()).isEqualTo(7);
        assertThat(greeting.plugin()).isEqualTo("caching_sha2_password");
        assertThat(greeting.nonce()).asString(StandardCharsets.US_ASCII).isEqualTo("12345678123456789012");
        assertThat(greeting.offersTls()).isTrue();
    }

    @Test
    void truncatedOrChangedGreetingIsReadOrRejected() throws IOException {
        byte[] completeGreeting = greeting("caching_sha2_password", -1);
        for (int length = 0; length < completeGreeting.length; length++) {
            assertReadOrRejected(Arrays.copyOf(completeGreeting, length));
        }
        Random random = new Random(3);
        for (int round = 0; round < 10_000; round++) {
            byte[] changedGreeting = completeGreeting.clone();
            changedGreeting[random.nextInt(changedGreeting.length)] = (byte) random.nextInt();
            assertReadOrRejected(changedGreeting);
        }
    }

    @Test
    void reportsErrorInsteadOfGreeting() {
        assertThatIOException()
                .isThrownBy(() -> Greeting.read(error(1040, "Too many connections")))
                .isInstanceOf(ServerErrorException.class)
                .withMessage("error 1040: Too many connections");
    }

    @Test
    void usesLoginMethodOfGreeting() throws IOException {
        Script server = new Script(new byte[] {1, 3}, OK);
        Login.Outcome outcome = login("caching_sha2_password", server);

        assertThat(outcome).isEqualTo(new Login.Outcome("caching_sha2_password", false));
        assertThat(server.writtenPackets).hasSize(1);
        String response = new String(server.writtenPackets.get(0), StandardCharsets.UTF_8);
        assertThat(response.substring(32)).startsWith("jürgen\0 ").endsWith("caching_sha2_password\0" + ATTRIBUTES);
    }

    @Test
    void switchesToLoginMethodOfServer() throws IOException {
        Script server = new Script(switchTo("mysql_native_password", "abcdefghijklmnopqrst\0"), OK);

        assertThat(login("caching_sha2_password", server).plugin()).isEqualTo("mysql_native_password");
        assertThat(server.writtenPackets.get(1))
                .isEqualTo(LoginMethod.nativeScramble(bytes("s3cret"), bytes("abcdefghijklmnopqrst")));
    }

    @Test
    void serverCanSwitchFromUnknownMethod() throws IOException {
        Script server = new Script(switchTo("caching_sha2_password", "abcdefghijklmnopqrst\0"), new byte[] {1, 3}, OK);

        assertThat(login("auth_gssapi_client", server).plugin()).isEqualTo("caching_sha2_password");
        assertThat(new String(server.writtenPackets.get(0), StandardCharsets.UTF_8))
                .endsWith("\0\0mysql_native_password\0" + ATTRIBUTES);
    }

    @Test
    void errorNamesUnsupportedMethod() {
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> login("caching_sha2_password", new Script(switchTo("parsec", "x".repeat(32)))))
                .withMessageContaining("plugin 'parsec'")
                .withMessageContaining("caching_sha2_password");
    }

    @Test
    void sendsNoClearPasswordWithoutTls() {
        Script server = new Script(switchTo("mysql_clear_password", ""));
        assertThatExceptionOfType(LoginException.class).isThrownBy(() -> login("caching_sha2_password", server));
        assertThat(server.writtenPackets).hasSize(1);
        assertThat(new String(server.writtenPackets.get(0), StandardCharsets.ISO_8859_1))
                .doesNotContain("s3cret");
    }

    @Test
    void rejectsOldPasswords() {
        assertThatExceptionOfType(LoginException.class)
                .isThrownBy(() -> login("mysql_native_password", new Script(new byte[] {(byte) 0xFE})))
                .withMessageContaining("4.1");
    }

    @ParameterizedTest
    @ValueSource(bytes = {2, 0x7F, (byte) 0xFB})
    void rejectsUnexpectedPackets(byte first) {
        assertThatExceptionOfType(MySqlProtocolException.class)
                .isThrownBy(() -> login("mysql_native_password", new Script(new byte[] {first, 1})));
    }

    private static Login.Outcome login(String plugin, Script server) throws IOException {
        Greeting greeting = Greeting.read(greeting(plugin, -1));
        return Login.perform(ENDPOINT, greeting, false, LoginOptions.NONE, server);
    }

    private static void assertReadOrRejected(byte[] packet) throws IOException {
        try {
            assertThat(Greeting.read(packet).nonce()).hasSize(20);
        } catch (MySqlProtocolException | ServerErrorException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }

    private static byte[] greeting(String plugin, int capabilities) {
        ByteArrayOutputStream greeting = new ByteArrayOutputStream();
        greeting.write(10);
        greeting.writeBytes(bytes("9.7.4\0"));
        greeting.writeBytes(new byte[] {7, 0, 0, 0});
        greeting.writeBytes(bytes("12345678\0"));
        greeting.writeBytes(new byte[] {(byte) capabilities, (byte) (capabilities >> 8), 33, 2, 0});
        greeting.writeBytes(new byte[] {(byte) (capabilities >> 16), (byte) (capabilities >> 24), 21});
        greeting.writeBytes(new byte[10]);
        greeting.writeBytes(bytes("123456789012\0" + plugin + "\0"));
        return greeting.toByteArray();
    }

    private static byte[] switchTo(String plugin, String nonce) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(0xFE);
        packet.writeBytes(bytes(plugin + "\0" + nonce));
        return packet.toByteArray();
    }

    private static byte[] error(int code, String message) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(new byte[] {(byte) 0xFF, (byte) code, (byte) (code >> 8)});
        packet.writeBytes(bytes("#08004" + message));
        return packet.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static final class Script implements Packets {
        private final Deque<byte[]> packets;
        private final List<byte[]> writtenPackets = new ArrayList<>();

        Script(byte[]... packets) {
            this.packets = new ArrayDeque<>(List.of(packets));
        }

        @Override
        public byte[] read() {
            return packets.remove();
        }

        @Override
        public void write(byte[] payload) {
            writtenPackets.add(payload);
        }
    }
}
