// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class PlannedReconnectTest {

    private final FakeWorkload workload = new FakeWorkload((worker, number) -> {});
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger discarded = new AtomicInteger();
    private final ConnectionSource connections = new ConnectionSource() {
        @Override
        public Connection connection() {
            opened.incrementAndGet();
            return WorkerCrew.connection();
        }

        @Override
        public void discard(Connection connection) {
            discarded.incrementAndGet();
        }
    };

    @ParameterizedTest
    @CsvSource({"1, 10", "3, 3", "10, 1", "11, 0"})
    void reconnectsAfterNumberOfTransactions(int perConnection, int renewalCount) throws InterruptedException {
        workload.transactionsPerConnection = perConnection;
        run(10, renewalCount);
        assertThat(discarded).hasValue(renewalCount);
        assertThat(opened).hasValue(renewalCount + 1);
    }

    @Test
    void keepsConnectionByDefault() throws InterruptedException {
        run(10_000, 0);
        assertThat(opened).hasValue(1);
        assertThat(discarded).hasValue(0);
    }

    private void run(int transactions, int renewalCount) throws InterruptedException {
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of(), connections)) {
            crew.state.limitTo(transactions);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(crew.state.failure()).isNull();
            assertThat(crew.transactions).hasSize(transactions);
            assertThat(crew.renewals).hasValue(renewalCount);
            assertThat(crew.reconnects).hasValue(0);
        }
        assertThat(workload.openSessions).hasValue(0);
    }
}
