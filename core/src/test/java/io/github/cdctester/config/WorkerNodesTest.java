// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerNodesTest {

    private static final Path SECRET = Path.of("secret.pem");

    private static List<String> addressTexts(String text) {
        return WorkerNodes.parse(text, SECRET).addresses().stream()
                .map(WorkerNodes::text)
                .toList();
    }

    @Test
    void readsAddressesInOrder() {
        assertThat(addressTexts("10.0.0.3:7070, 10.0.0.2:7070,10.0.0.2:1,10.0.0.2:65535"))
                .containsExactly("10.0.0.3:7070", "10.0.0.2:7070", "10.0.0.2:1", "10.0.0.2:65535");
    }

    @Test
    void readsIpv6InBrackets() {
        assertThat(addressTexts("[::1]:7070,[2001:db8::7]:8080"))
                .containsExactly("[0:0:0:0:0:0:0:1]:7070", "[2001:db8:0:0:0:0:0:7]:8080");
        assertThat(addressTexts("[0:0:0:0:0:0:0:1]:7070"))
                .as("as it is written")
                .isEqualTo(addressTexts("[::1]:7070"));
    }

    @Test
    void nameResolvesToItsAddresses() {
        assertThat(WorkerNodes.parse("localhost:7070", SECRET).addresses())
                .isNotEmpty()
                .allMatch(address -> address.getAddress().isLoopbackAddress() && address.getPort() == 7070);
    }

    @Test
    void hasDefaults() {
        WorkerNodes nodes = WorkerNodes.parse("127.0.0.1:7070", SECRET);
        assertThat(nodes.secretFile()).isEqualTo(SECRET);
        assertThat(nodes.timeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(nodes.lossTolerated()).isFalse();
    }

    @Test
    void eachMethodChangesOneProperty() {
        WorkerNodes nodes = WorkerNodes.parse("127.0.0.1:7070", SECRET)
                .withTimeout(Duration.ofSeconds(9))
                .toleratingLoss();
        assertThat(nodes.timeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(nodes.lossTolerated()).isTrue();
        assertThat(nodes.lateNodesTaken()).isFalse();
        assertThat(nodes.takingLateNodes().withTimeout(Duration.ofSeconds(5)))
                .matches(late -> late.lateNodesTaken() && late.lossTolerated());
        assertThat(nodes.withTimeout(Duration.ofSeconds(5)).lossTolerated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3",
                "3:7070",
                "10.0.0.2:",
                ":7070",
                "[]:7070",
                "10.0.0.2:0",
                "10.0.0.2:65536",
                "10.0.0.2:-1",
                "10.0.0.2:7070x",
                "10.0.0.2:123456",
                "::1",
                "fe80::2:7070"
            })
    void rejectsInvalidHostAndPort(String text) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.parse("10.0.0.9:7070," + text, SECRET))
                .withMessage("workers: '" + text + "', must be HOST:PORT, such as 10.0.0.2:7070 or [::1]:7070");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.2:7070,", ",10.0.0.2:7070", "10.0.0.2:7070,,10.0.0.3:7070"})
    void rejectsEmptyElement(String text) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.parse(text, SECRET))
                .withMessage("workers: '', must be HOST:PORT, such as 10.0.0.2:7070 or [::1]:7070");
    }

    @Test
    void usesDefaultPort() {
        assertThat(WorkerNodes.parse("10.0.0.2,10.0.0.3:7071,[::1]", SECRET).addresses())
                .extracting(WorkerNodes::text)
                .containsExactly("10.0.0.2:7070", "10.0.0.3:7071", "[0:0:0:0:0:0:0:1]:7070");
        assertThat(WorkerNodes.text(WorkerNodes.bindAddress("127.0.0.1"))).isEqualTo("127.0.0.1:7070");
    }

    @Test
    void rejectsUnknownHost() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.parse("no-such-host.invalid:7070", SECRET)) // RFC 6761
                .withMessage("workers: 'no-such-host.invalid:7070', must be a host whose address can be found");
    }

    @Test
    void rejectsUnresolvedAddress() {
        List<InetSocketAddress> unresolved = List.of(InetSocketAddress.createUnresolved("db", 7070));
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.of(unresolved, List.of(), SECRET))
                .withMessageStartingWith("workers: db")
                .withMessageEndingWith(", must be a host whose address can be found");
    }

    @Test
    void rejectsDuplicateAddress() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.parse("10.0.0.2:7070,10.0.0.3:7070,10.0.0.2:7070", SECRET))
                .withMessage("workers: 10.0.0.2:7070, must be each worker node once");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.parse("[::1]:7070,[0:0::1]:7070", SECRET))
                .withMessage("workers: [0:0:0:0:0:0:0:1]:7070, must be each worker node once");
    }

    @Test
    void printsNameWithResolvedAddress() throws UnknownHostException {
        InetAddress resolved = InetAddress.getByAddress("worker-2", new byte[] {10, 0, 0, 3});
        assertThat(WorkerNodes.text(new InetSocketAddress(resolved, 7070))).isEqualTo("worker-2:7070 (10.0.0.3)");
    }

    @Test
    void readsListenAddress() {
        assertThat(WorkerNodes.text(WorkerNodes.bindAddress("127.0.0.1:7070"))).isEqualTo("127.0.0.1:7070");
        assertThat(WorkerNodes.bindAddress("[::1]:0").getPort())
                .as("any free port")
                .isZero();
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.bindAddress("7070"))
                .withMessage("bind: '7070', must be HOST:PORT, such as 10.0.0.2:7070 or [::1]:7070");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.bindAddress("no-such-host.invalid:7070"))
                .withMessage("bind: 'no-such-host.invalid:7070', must be a host whose address can be found");
    }

    @Test
    void rejectsEmptyList() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> WorkerNodes.of(List.of(), List.of(), SECRET))
                .withMessage("workers: none, must be the addresses of worker nodes, such as 10.0.0.2:7070");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1.999S", "PT0S", "PT-4S", "PT10M0.001S"})
    void rejectsTimeoutOutOfRange(Duration timeout) {
        WorkerNodes nodes = WorkerNodes.parse("127.0.0.1:7070", SECRET);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> nodes.withTimeout(timeout))
                .withMessageStartingWith("workerTimeout: ")
                .withMessageEndingWith(" s, must be from 2 s to 10 min");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT2S", "PT10M"})
    void acceptsMinimumAndMaximumTimeout(Duration timeout) {
        assertThat(WorkerNodes.parse("127.0.0.1:7070", SECRET)
                        .withTimeout(timeout)
                        .timeout())
                .isEqualTo(timeout);
    }
}
