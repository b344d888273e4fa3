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

    private static final long MINUTE_NANOS = 60_000_000_000L;

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

    /** For example, a load balancer drops idle connections. */
    @Test
    void idleBreaksDoNotCount() throws SQLException {
        loseConnection(0);
        loseConnection(1);
        for (int minute = 2; minute < 9; minute++) {
            long nowNanos = MINUTE_NANOS * minute;
            assertThat(outage.beginIdle(nowNanos, SOCKET_ERROR)).isZero();
            outage.check(nowNanos, outage.cause());
            outage.onConnected(nowNanos);
        }
        assertThatThrownBy(() -> loseConnection(9)).hasMessageContaining("broke 3 times");
    }

    @Test
    void commitOrRefusalResetsCount() throws SQLException {
        for (int minute = 0; minute < 9; minute += 3) {
            loseConnection(minute);
            loseConnection(minute + 1);
            outage.end();
        }
        for (int minute = 9; minute < 18; minute++) {
            loseConnection(minute);
            long refusedNanos = MINUTE_NANOS * minute + MINUTE_NANOS / 2;
            outage.onRefused(() -> refusedNanos);
        }
    }

    /** For example, a proxy breaks connections while its server restarts. */
    @Test
    void breaksSoonAfterLoginCountAsOneOutage() throws SQLException {
        outage.begin(0, SOCKET_ERROR);
        for (int attempt = 1; attempt < 100; attempt++) {
            outage.onConnected(Outage.PAUSE_NANOS * attempt);
            assertThat(outage.begin(Outage.PAUSE_NANOS * attempt, SOCKET_ERROR)).isEqualTo(Outage.PAUSE_NANOS);
        }
        outage.onConnected(Outage.PAUSE_NANOS * 100);
        loseConnection(1);
    }

    private void loseConnection(int minute) throws SQLException {
        long nowNanos = MINUTE_NANOS * minute;
        outage.begin(nowNanos, SOCKET_ERROR);
        outage.check(nowNanos, outage.cause());
        outage.onConnected(nowNanos);
    }
}
