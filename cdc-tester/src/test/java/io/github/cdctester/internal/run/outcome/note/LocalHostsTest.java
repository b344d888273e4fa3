// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LocalHostsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    /** 192.0.2.0/24 is reserved for documentation. */
    private static final byte[] REMOTE = {(byte) 192, 0, 2, 1};

    private static InetAddress[] resolve(String host) throws UnknownHostException {
        return switch (host) {
            case "vm" -> new InetAddress[] {InetAddress.getByAddress(REMOTE), InetAddress.getLoopbackAddress()};
            case "db" -> new InetAddress[] {InetAddress.getByAddress(REMOTE)};
            case "gone" -> throw new UnknownHostException(host);
            default -> InetAddress.getAllByName(host);
        };
    }

    @Test
    void findsNamesAndAddressesOfThisMachine() throws SocketException {
        Set<String> hosts =
                new LinkedHashSet<>(List.of("gone", "db", "vm", "localhost", "127.0.0.2", "::1", "192.0.2.1"));
        assertThat(LocalHosts.among(hosts, LocalHostsTest::resolve, LONG))
                .containsExactlyInAnyOrder("vm", "localhost", "127.0.0.2", "::1");
        Set<String> ownAddresses = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(InetAddress::getHostAddress)
                .collect(Collectors.toSet());
        assertThat(LocalHosts.among(ownAddresses)).isNotEmpty().isEqualTo(ownAddresses);
    }

    @Test
    void slowLookupDoesNotDelayResult() {
        CountDownLatch answer = new CountDownLatch(1);
        Set<String> localHosts = LocalHosts.among(
                new LinkedHashSet<>(List.of("slow", "127.0.0.1")),
                host -> {
                    if (host.equals("slow")) {
                        awaitAnswer(answer);
                    }
                    return new InetAddress[] {InetAddress.getLoopbackAddress()};
                },
                Duration.ofMillis(1));
        answer.countDown();
        assertThat(localHosts).containsExactly("127.0.0.1");
    }

    private static void awaitAnswer(CountDownLatch answer) throws UnknownHostException {
        try {
            answer.await();
        } catch (InterruptedException e) {
            throw new UnknownHostException("interrupted");
        }
    }

    @Test
    void interruptIsKept() {
        Thread.currentThread().interrupt();
        assertThat(LocalHosts.among(Set.of("127.0.0.1", "db"), LocalHostsTest::resolve, LONG))
                .containsExactly("127.0.0.1");
        assertThat(Thread.interrupted()).isTrue();
    }
}
