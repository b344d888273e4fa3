// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.assertj.CdcAssertions;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.consumer.connector.ConnectorReports;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.workload.transfer.Transfers;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ConsumerTest {

    @Test
    void runReachesConnectionAttempt() {
        PlanBuilder plan = CdcTester.plan()
                .endpoint(Endpoint.of("127.0.0.1", 1, "sbtest", "cdc", Password.NONE))
                .workload(Transfers.between(10));
        RunFailedException refused = assertThrows(RunFailedException.class, plan::run);
        assertTrue(refused.getMessage().contains("127.0.0.1:1"), refused.getMessage());
    }

    @Test
    void proxyListens() throws IOException {
        try (FaultProxy proxy = FaultProxy.to("127.0.0.1", 1);
                Socket client = new Socket(proxy.host(), proxy.port())) {
            assertThrows(SocketException.class, client.getInputStream()::read, "nothing listens at its target");
        }
    }

    @Test
    void adaptersAndWorkerNodesAreOnClassPath() throws ClassNotFoundException {
        assertEquals("cdc-tester-consumers", jarOf(ConnectorReports.class));
        assertEquals("cdc-tester-junit", jarOf(CdcAssertions.class));
        Class<?> provider = Class.forName("io.github.cdctester.internal.run.ClusterProvider");
        assertEquals(1, ServiceLoader.load(provider).stream().count());
    }

    private static String jarOf(Class<?> type) {
        String path = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return path.substring(path.lastIndexOf('/') + 1).replaceFirst("-[0-9].*", "");
    }
}
