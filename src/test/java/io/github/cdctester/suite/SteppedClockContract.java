// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.fault.SteppedClock;
import io.github.cdctester.suite.process.MeasuredStream;
import io.github.cdctester.suite.server.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A proxy changes the times in the stream by an hour, because changing the real clock would affect the whole machine. */
@Timeout(120)
abstract class SteppedClockContract extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int TRANSACTIONS = 20;
    private static final int STEP_AT_TRANSACTION = 10;
    private static final double HOUR_MILLIS = 3_600_000;
    private static final double TOLERANCE_MILLIS = 60_000;

    @BeforeAll
    void createTable() {
        server.execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT)");
    }

    @Test
    void forwardStepCausesNegativeDelays() throws Exception {
        RunResult result = run(Duration.ofHours(1));
        CdcSummary cdc = result.summary().cdc();
        assertThat(cdc.delay().negatives())
                .as("negative delays are counted")
                .isEqualTo(TRANSACTIONS - STEP_AT_TRANSACTION + 1);
        assertThat(cdc.delay().lowestMillis())
                .isBetween(-HOUR_MILLIS - TOLERANCE_MILLIS, -HOUR_MILLIS + TOLERANCE_MILLIS);
        assertThat(result.notes()).extracting(Note::code).contains(Code.DELAY_NEGATIVE);
    }

    @Test
    void backwardStepCausesLargeDelays() throws Exception {
        CdcSummary cdc = run(Duration.ofHours(-1)).summary().cdc();
        assertThat(cdc.delay().maxMillis()).isBetween(HOUR_MILLIS - TOLERANCE_MILLIS, HOUR_MILLIS + TOLERANCE_MILLIS);
    }

    private RunResult run(Duration step) throws Exception {
        var filter = StreamTransaction.changing("t");
        Endpoint endpoint = server.endpoint();
        try (FaultProxy proxy = FaultProxy.to("127.0.0.1", endpoint.port())
                        .faults(FaultPlan.of(new SteppedClock(filter, STEP_AT_TRANSACTION, step)));
                MeasuredStream stream = MeasuredStream.start(
                        endpoint.withAddress("127.0.0.1", proxy.port()).withSsl(SslMode.DISABLED, null),
                        SubscriberSpec.DEFAULT.verifyChecksums(true))) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                server.execute("INSERT INTO t VALUES (NULL)");
            }
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= TRANSACTIONS);
            RunResult result = stream.stop();
            CdcSummary cdc = result.summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(TRANSACTIONS);
            assertThat(cdc.rows()).isEqualTo(TRANSACTIONS);
            assertThat(cdc.delay().count()).isEqualTo(TRANSACTIONS);
            assertThat(cdc.gaps()).isEmpty();
            return result;
        }
    }
}
