// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.inject.FaultInjector.Target;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** An attempt to send a statement fails with another message. */
class ServerFaultsTest {

    private static final Endpoint NO_SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:1/test", "u", "p");

    @Test
    void killsNoConnectionOfStreamThatIsDown() {
        ServerFaults faults = faults(OptionalLong.empty());
        assertThatThrownBy(() -> faults.begin(Fault.of(FaultKind.KILL_DUMP)))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("the stream is not connected");
    }

    @Test
    void connectsToServerOfConnectedStream() {
        ServerFaults faults = faults(OptionalLong.of(14));
        assertThatThrownBy(() -> faults.begin(Fault.of(FaultKind.KILL_DUMP))).hasMessageContaining("127.0.0.1:1");
    }

    private static ServerFaults faults(OptionalLong connectionId) {
        List<Target> targets = List.of(new Target(NO_SERVER, connectionId, "binlog.000001"));
        return new ServerFaults(() -> targets, Optional.empty());
    }
}
