// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.judge.verify.StreamJudge.Method;
import io.github.cdctester.internal.meter.OwnTransactions;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;

abstract class LedgerFixture {

    static final Method EXACT = new Method(Method.CheckType.EXACT, "");
    static final Method COUNTS = new Method(Method.CheckType.COUNTS, "asked for");
    static final Method CONTINUITY = new Method(Method.CheckType.CONTINUITY, "");
    static final String SOURCE = "00000000-0000-0001-0000-000000000002:";

    final StreamLedger ledger =
            new StreamLedger(false, true, List.of(), LedgerMemory.ofThisProcess(), LedgerFixture.ownTransactions());

    static OwnTransactions ownTransactions() {
        return new OwnTransactions(DelaySource.COMMIT_TIMESTAMP, Set.of());
    }

    long committed;
    long observed;
    long unknownOutcome;
    long heartbeats;

    @BeforeEach
    void openTheWindow() {
        ledger.writeWindowOpens();
        ledger.onWindowOpened();
    }

    void acknowledge(long... numbers) {
        acknowledge(ledger, numbers);
        committed += numbers.length;
    }

    static void acknowledge(StreamLedger streamLedger, long... numbers) {
        for (long number : numbers) {
            streamLedger.acknowledged(1, 2, "", number);
        }
    }

    void stream(long... numbers) {
        for (long number : numbers) {
            ledger.onBegin();
            ledger.onEnd(1, 2, "", number, -1);
        }
        ledger.onReadEnd();
        observed += numbers.length;
    }

    void heartbeat(long number, long heartbeatNumber) {
        ledger.onEnd(1, 2, "", number, heartbeatNumber);
        ledger.onReadEnd();
        heartbeats++;
    }

    Verdict assertVerdict(Method method, Status status, long missing, long duplicated, long outOfOrder) {
        Verdict verdict = verdict(method);
        assertThat(verdict.status())
                .as("%s: %s", verdict.method(), verdict.reason())
                .isEqualTo(status);
        assertThat(verdict.missing()).isEqualTo(missing);
        assertThat(verdict.duplicated()).isEqualTo(duplicated);
        assertThat(verdict.outOfOrder()).isEqualTo(outOfOrder);
        return verdict;
    }

    Verdict verdict(Method method) {
        return StreamJudge.verdict(method, evidence(null));
    }

    Evidence evidence(@org.jspecify.annotations.Nullable String incompleteReason) {
        return new Evidence(
                committed, unknownOutcome, observed, ledger.findings(), true, heartbeats, true, incompleteReason, null);
    }
}
