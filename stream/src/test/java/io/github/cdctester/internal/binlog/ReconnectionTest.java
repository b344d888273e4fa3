// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.StreamGap.ResumedBy;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.ServerInfoTest;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.ClockOffset;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReconnectionTest {

    private static final Endpoint ENDPOINT = Endpoint.of("db", 3306, "", "u", Password.NONE);
    private static final FollowedServer SERVER = new FollowedServer(
            ENDPOINT, ServerInfoTest.server(ServerInfo.Flavor.MYSQL, "9.7.4", "CRC32"), ClockOffset.NONE, 0);

    private boolean isInTransaction;
    private long nanos = -5;
    private final Reconnection reconnection = new Reconnection(
            new FailoverServers(List.of(ENDPOINT)), Duration.ofSeconds(60), new CountDownLatch(1), () -> nanos);

    @Test
    void addsDurationsOfBreaksAtSamePosition() throws InterruptedException {
        assertThat(retriesAfterBreak(100)).isTrue();
        reconnectAfter(20);
        advanceSeconds(9);
        assertThat(retriesAfterBreak(100)).isTrue();
        reconnectAfter(30);
        assertThat(reconnection.gaps()).singleElement().satisfies(gap -> {
            assertThat(gap.attempts()).isEqualTo(2);
            assertThat(gap.seconds()).isEqualTo(50);
        });
        advanceSeconds(9);
        assertThat(retriesAfterBreak(100)).isTrue();
        nanos += TimeUnit.SECONDS.toNanos(10);
        assertThat(retriesAfterBreak(100)).as("60 s without a stream").isFalse();
        assertThat(reconnection.attempts()).isEqualTo(3);
    }

    @Test
    void transactionResetsBackoff() throws InterruptedException {
        for (int progress = 100; progress < 104; progress++) {
            assertThat(retriesAfterBreak(progress)).isTrue();
            reconnectAfter(40);
        }
        assertThat(reconnection.gaps()).hasSize(4).allMatch(gap -> gap.attempts() == 1 && gap.seconds() == 40);
    }

    /** Nothing is written for hours, and the stream breaks occasionally. */
    @Test
    void longConnectionResetsBackoff() throws InterruptedException {
        for (int round = 0; round < 4; round++) {
            assertThat(retriesAfterBreak(100)).isTrue();
            reconnectAfter(40);
            advanceSeconds(10);
        }
        assertThat(reconnection.gaps()).hasSize(4).allMatch(gap -> gap.attempts() == 1);
    }

    /** The stream breaks at different positions of a slow, large transaction. */
    @Test
    void needsLongerConnectionInsideTransaction() throws InterruptedException {
        isInTransaction = true;
        assertThat(retriesAfterBreak(100)).isTrue();
        reconnectAfter(40);
        advanceSeconds(59);
        assertThat(retriesAfterBreak(100)).isTrue();
        reconnectAfter(10);
        assertThat(reconnection.gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.attempts()).isEqualTo(2));
        advanceSeconds(60);
        assertThat(retriesAfterBreak(100)).isTrue();
        reconnectAfter(40);
        assertThat(reconnection.gaps()).hasSize(2);
    }

    /** MariaDB's replica reports its lag after the ROTATE at the start of a dump, perhaps in a separate read. */
    @Test
    void retriesLaggingReplicaAfterFirstBytes() throws InterruptedException {
        ServerErrorException lagError = new ServerErrorException(
                1236, "requested to start from GTID 0-1-9, which is not in the master's binlog");
        assertThat(isRetryable(lagError, 100)).as("at first").isFalse();
        assertThat(retriesAfterBreak(100)).isTrue();
        assertThat(isRetryable(lagError, 100)).as("before its first bytes").isTrue();
        reconnectAfter(1);
        assertThat(isRetryable(lagError, 100)).as("after its first bytes").isTrue();
        assertThat(isRetryable(lagError, 200)).as("after a transaction").isFalse();
    }

    private boolean isRetryable(ServerErrorException error, long progress) {
        return reconnection.isRetryable(error, true, progress);
    }

    private boolean retriesAfterBreak(long progress) throws InterruptedException {
        return reconnection.awaitNextAttempt(new StreamEndedException("it ended"), SERVER, progress, isInTransaction);
    }

    private void reconnectAfter(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
        reconnection.onReconnected(SERVER, ResumedBy.POSITION, 100);
    }

    private void advanceSeconds(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }
}
