// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.binlog.StreamGap.ResumedBy;
import io.github.cdctester.binlog.connection.ServerInfo;
import io.github.cdctester.binlog.connection.ServerInfoTest;
import io.github.cdctester.binlog.event.StreamEndedException;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.time.ClockOffset;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReconnectionTest {

    private static final Endpoint ENDPOINT = Endpoint.of("db", 3306, "", "u", Password.NONE);
    private static final FollowedServer SERVER = new FollowedServer(
            ENDPOINT, ServerInfoTest.server(ServerInfo.Flavor.MYSQL, "9.7.4", "CRC32"), ClockOffset.NONE, 0);

    private long nanos = -5;
    private final Reconnection reconnection =
            new Reconnection(List.of(ENDPOINT), Duration.ofSeconds(60), new CountDownLatch(1), () -> nanos);

    @Test
    void breaksAtOnePlaceAreOneBreak() throws InterruptedException {
        assertThat(breaks(100)).isTrue();
        mendsAfter(20);
        holds(10);
        assertThat(breaks(100)).isTrue();
        mendsAfter(30);
        assertThat(reconnection.gaps()).singleElement().satisfies(gap -> {
            assertThat(gap.attempts()).isEqualTo(2);
            assertThat(gap.seconds()).isEqualTo(50);
        });
        holds(59);
        assertThat(breaks(100)).isTrue();
        nanos += TimeUnit.SECONDS.toNanos(10);
        assertThat(breaks(100)).as("60 s without a stream").isFalse();
        assertThat(reconnection.attempts()).isEqualTo(3);
    }

    @Test
    void aTransactionBeginsAnew() throws InterruptedException {
        for (int place = 100; place < 104; place++) {
            assertThat(breaks(place)).isTrue();
            mendsAfter(40);
        }
        assertThat(reconnection.gaps()).hasSize(4).allMatch(gap -> gap.attempts() == 1 && gap.seconds() == 40);
    }

    /** Nothing is written for hours, and now and then the stream breaks. */
    @Test
    void aConnectionThatHasHeldBeginsAnew() throws InterruptedException {
        for (int round = 0; round < 4; round++) {
            assertThat(breaks(100)).isTrue();
            mendsAfter(40);
            holds(60);
        }
        assertThat(reconnection.gaps()).hasSize(4).allMatch(gap -> gap.attempts() == 1);
    }

    private boolean breaks(long offset) throws InterruptedException {
        return reconnection.awaitNextAttempt(
                new StreamEndedException("it ended"), SERVER, new LogPosition("binlog.000001", offset));
    }

    private void mendsAfter(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
        reconnection.mended(SERVER, ResumedBy.POSITION);
    }

    private void holds(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }
}
