// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.consumer.verdict.JudgedRun;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Other clients write ten transactions, so it is not known which of them the consumer must report. */
final class UnknownOutputTest {

    private static ConsumerResult resultOfConsumerThatReports(int transactions) {
        ConsumerProbe probe = ConsumerProbe.named("shop");
        long nowMicros = 1_800_000_000_000_000L;
        ConsumerJudge judge = new ConsumerJudge(
                List.of(probe), false, false, true, false, new LedgerMemory(64 << 20), () -> nowMicros);
        LogCursor cursor = new LogCursor();
        judge.transactions().watch().setCursor(cursor);
        judge.listen();
        judge.transactions().watch().onWindowOpened();
        judge.windowOpens();
        for (int number = 1; number <= 10; number++) {
            cursor.moveTo("binlog.000001", 1_000L * number);
            judge.transactions().watch().onBegin();
            judge.transactions().watch().onCommitTime(nowMicros - 1_000);
            judge.transactions().watch().onEnd(SimulatedRun.HIGH, SimulatedRun.LOW, "", number, -1);
        }
        for (int number = 1; number <= transactions; number++) {
            probe.recordTransaction(new Gtid(false, SimulatedRun.HIGH, SimulatedRun.LOW, "", number).toString());
        }
        judge.windowCloses();
        judge.endWait(true);
        judge.close();
        return judge.results(new JudgedRun(null, null, false, null, null, 1)).get(0);
    }

    @Test
    void numberOfMissingReportsIsUnknown() {
        ConsumerResult result = resultOfConsumerThatReports(4);
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("6 of the log's transactions were not reported");
        assertThat(result.notSeen()).isNull();
    }

    @Test
    void nothingIsMissingIfWholeLogWasReported() {
        ConsumerResult result = resultOfConsumerThatReports(10);
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.notSeen()).isZero();
    }
}
