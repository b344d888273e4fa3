// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Defaults;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class OutageTest {

    private static final SQLException PACKET_TOO_LARGE =
            new SQLException("packet bigger than 'max_allowed_packet'", "08S01", 1153);
    private static final SQLException SOCKET_ERROR = new SQLException("Socket error", "08000", -1);

    private final Outage outage = new Outage();

    @Test
    void prefersErrorOfServer() {
        outage.begin(0, SOCKET_ERROR);
        outage.begin(1, PACKET_TOO_LARGE);
        outage.begin(2, SOCKET_ERROR);
        assertThatThrownBy(() -> outage.check(Defaults.RECONNECT_TIMEOUT.toNanos() + 1, outage.cause()))
                .hasMessageContaining("within 30 s: packet bigger than");
    }

    @Test
    void forgetsErrorAfterCommit() {
        outage.begin(0, PACKET_TOO_LARGE);
        outage.end();
        outage.begin(1, SOCKET_ERROR);
        assertThat((Throwable) outage.cause()).isSameAs(SOCKET_ERROR);
    }
}
