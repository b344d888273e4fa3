// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Defaults;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class OutageTest {

    private static final SQLException TOO_BIG =
            new SQLException("packet bigger than 'max_allowed_packet'", "08S01", 1153);
    private static final SQLException SOCKET = new SQLException("Socket error", "08000", -1);

    private final Outage outage = new Outage();

    @Test
    void prefersErrorOfServer() {
        outage.begin(0, SOCKET);
        outage.begin(1, TOO_BIG);
        outage.begin(2, SOCKET);
        assertThatThrownBy(() -> outage.check(Defaults.RECONNECT_TIMEOUT.toNanos() + 1, outage.cause()))
                .hasMessageContaining("within 30 s: packet bigger than");
    }

    @Test
    void forgetsErrorAfterCommit() {
        outage.begin(0, TOO_BIG);
        outage.end();
        outage.begin(1, SOCKET);
        assertThat((Throwable) outage.cause()).isSameAs(SOCKET);
    }
}
