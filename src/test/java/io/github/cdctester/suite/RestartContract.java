// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.process.LedgerWriters;
import io.github.cdctester.suite.process.MeasuredStream;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream continues with correct counts after its server is restarted and killed during writes. */
@Timeout(180)
abstract class RestartContract {

    private static final long SEED = 20261122;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long MIN_TRANSACTIONS = 50;

    abstract TestServer start();

    @Test
    void continuesAfterRestartAndKill() throws Exception {
        try (TestServer server = start()) {
            LedgerWriters.createTable(server);
            try (MeasuredStream stream = MeasuredStream.start(server.endpoint(), SubscriberSpec.DEFAULT)) {
                try (LedgerWriters writers = LedgerWriters.start(server, 3, SEED)) {
                    awaitProgress(stream);
                    server.shutDown();
                    server.startAgain();
                    awaitProgress(stream);
                    server.kill();
                    server.startAgain();
                    awaitProgress(stream);
                }
                LedgerWriters.Count writtenCount = LedgerWriters.count(server);
                Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= writtenCount.transactions());
                // the backlog becomes 0 only if the tester's query of the binlog's end works again after the restarts
                Eventually.assertThat(TIMEOUT, stream::backlogBytes, behind -> behind == 0);

                CdcSummary cdc = stream.stop().summary().cdc();
                assertThat(cdc.transactions()).isEqualTo(writtenCount.transactions());
                assertThat(cdc.rows()).isEqualTo(writtenCount.rows());
                assertThat(cdc.unknownRowEvents()).isZero();
                assertThat(cdc.omittedBytes()).isZero();
                assertThat(cdc.gaps())
                        .hasSizeGreaterThanOrEqualTo(2)
                        .allMatch(gap -> gap.by() == CdcSummary.Gap.ResumedBy.POSITION)
                        .allMatch(gap -> gap.from().equals(gap.to()) && gap.clock() == null)
                        .anyMatch(gap -> gap.attempts() > 1)
                        .extracting(CdcSummary.Gap::reason)
                        .doesNotContainNull();
            }
        }
    }

    private static void awaitProgress(MeasuredStream stream) {
        long transactionsBefore = stream.transactions();
        Eventually.assertThat(TIMEOUT, stream::transactions, count -> count > transactionsBefore + MIN_TRANSACTIONS);
    }
}
