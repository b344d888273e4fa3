// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Status;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other clients write between the run's transactions, and the consumer reports all of them. */
class ConsumerDelaysTest {

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void delaysAreOfThisRunOnly(boolean mariaDb, boolean acknowledgedLast) {
        SimulatedRun run = new SimulatedRun(mariaDb, acknowledgedLast);
        run.openWindow();
        for (int i = 0; i < 20; i++) {
            run.probe.recordTransaction(run.commitOfOtherClient());
            run.commit(1, new Random(i));
            run.streamAll();
            run.reportToProbe(run.commits.get(i), Identity.GTID);
            run.judge.takeReports();
        }
        run.probe.ended();

        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.toString()).isEqualTo(Status.LOSSLESS);
        assertThat(result.transactions()).isEqualTo(20);
        assertThat(result.delay().count()).isEqualTo(20);
    }
}
