// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import org.junit.jupiter.api.Test;

class BinlogMeterThreadsTest {

    private static final int TRANSACTIONS = 3_000_000;
    private static final int EVENTS_PER_TRANSACTION = 5;
    private static final int BYTES_PER_EVENT = 100;

    @Test
    void snapshotsAreConsistentDuringUpdates() throws InterruptedException {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        Thread writer = new Thread(() -> write(meter), "writer");
        writer.start();
        long changeCount = 0;
        long lastTransactions = -1;
        while (lastTransactions < TRANSACTIONS) {
            StreamSnapshot snapshot = meter.snapshot();
            StreamCounts counts = snapshot.counts();
            long transactions = counts.get(Metric.TRANSACTIONS);
            long bytes = transactions * EVENTS_PER_TRANSACTION * BYTES_PER_EVENT;
            assertThat(counts.get(Metric.EVENTS)).isEqualTo(transactions * EVENTS_PER_TRANSACTION);
            assertThat(counts.get(Metric.BYTES)).isEqualTo(bytes);
            assertThat(snapshot.position().offset()).isEqualTo(bytes);
            assertThat(snapshot.lastTransactionMicros()).isEqualTo(transactions);
            assertThat(transactions).isGreaterThanOrEqualTo(lastTransactions);
            changeCount += transactions == lastTransactions ? 0 : 1;
            lastTransactions = transactions;
        }
        writer.join();
        assertThat(changeCount).as("snapshots with new transactions").isGreaterThan(10);
    }

    private static void write(BinlogMeter meter) {
        for (long number = 1; number <= TRANSACTIONS; number++) {
            for (int type = 1; type <= EVENTS_PER_TRANSACTION; type++) {
                meter.event(type, BYTES_PER_EVENT);
            }
            meter.transactionEnd(0, BinlogSink.UNKNOWN_MICROS, number, number);
            meter.readEnd("binlog.000001", number * EVENTS_PER_TRANSACTION * BYTES_PER_EVENT, number);
        }
    }
}
