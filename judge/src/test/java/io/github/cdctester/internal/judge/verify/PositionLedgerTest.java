// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.judge.verify.StreamJudge.Method;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transaction n is at offset 100 × n and has two events of 50 bytes. */
class PositionLedgerTest {

    private static final Method COUNTS = new Method(Method.CheckType.COUNTS, "asked for");
    private static final Method EXACT = new Method(Method.CheckType.EXACT, "looked for");

    private final StreamLedger ledger =
            new StreamLedger(false, true, List.of(), LedgerMemory.ofThisProcess(), LedgerFixture.ownTransactions());
    private final LogCursor cursor = new LogCursor();
    private long observedCount;
    private boolean isOwnLog = true;
    private boolean hasGtids;

    @BeforeEach
    void begin() {
        ledger.setCursor(cursor);
        cursor.moveTo("log.1", 100);
        ledger.onWindowOpened();
    }

    @Test
    void isLosslessIfPositionsAreContinuous() {
        stream(1, 2, 3, 4);

        Verdict verdict = verdict(4);
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.headline()).isEqualTo("LOSSLESS by counts");
        assertThat(verdict.reason()).contains("only counts and log positions");
    }

    @Test
    void equalCountsProveNothingInForeignLog() {
        isOwnLog = false;
        stream(1, 2, 3, 4);

        assertThat(verdict(4).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict(4).reason())
                .contains("which ones came, in which order, is not known")
                .contains("GTIDs");
    }

    @Test
    void detectsLossThenRepetition() {
        stream(1, 3, 4, 4);

        Verdict verdict = assertVerdict(4, Status.LOST, 1, 1, 0);
        assertThat(verdict.firstOffender()).isEqualTo("log.1:200");
    }

    @Test
    void detectsRepetitionThenLoss() {
        stream(1, 2, 2, 4, 5);
        assertVerdict(5, Status.LOST, 1, 1, 0);
    }

    @Test
    void detectsLaterRepetition() {
        stream(1, 2, 3, 4, 2, 5);

        assertThat(assertVerdict(5, Status.DUPLICATED, 0, 1, 0).firstOffender()).isEqualTo("log.1:200 again");
    }

    @Test
    void lateTransactionFillsItsGap() {
        stream(1, 3, 2, 4);

        assertThat(assertVerdict(4, Status.REORDERED, 0, 0, 1).firstOffender()).isEqualTo("log.1:200 after log.1:400");
        assertThat(ledger.findings().places().gaps().count()).isZero();
    }

    @Test
    void detectsOneLateOfSeveralMissing() {
        stream(1, 5, 3, 6, 3);

        assertVerdict(5, Status.LOST, 1, 1, 1);
        assertThat(ledger.findings().places().gapBytes()).isEqualTo(200);
        assertThat(ledger.findings().places().gaps().first()).isEqualTo("log.1:200");
    }

    @Test
    void gapIsNotCheckedIfCountsAreEqual() {
        stream(1, 3, 4);

        Verdict verdict = verdict(3);
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("100 bytes").contains("log.1:200");
    }

    @Test
    void tornTransactionIsLost() {
        stream(1);
        tear(2);
        stream(3);

        Verdict verdict = assertVerdict(3, Status.LOST, 1, 0, 0);
        assertThat(verdict.firstOffender()).isEqualTo("at log.1:200 is not whole");
        assertThat(verdict.reason()).contains("came incomplete");
        assertThat(ledger.findings().places().gaps().count()).isZero();
    }

    @Test
    void namesAllTornTransactions() {
        stream(1);
        tear(2);
        stream(3);
        tear(4);
        stream(5);

        Verdict verdict = assertVerdict(5, Status.LOST, 2, 0, 0);
        assertThat(verdict.lost()).containsExactly("at log.1:200 is not whole", "at log.1:400 is not whole");
    }

    @Test
    void namesOnlyFirstOfManyTornTransactions() {
        int count = Incidents.MAX_NAMES + 5;
        for (int number = 1; number <= count; number++) {
            tear(number);
        }

        Verdict verdict = assertVerdict(count, Status.LOST, count, 0, 0);
        assertThat(verdict.lost()).hasSize(Incidents.MAX_NAMES).startsWith("at log.1:100 is not whole");
    }

    @Test
    void tornTransactionWithGtidIsLost() {
        hasGtids = true;
        for (int number = 1; number <= 3; number++) {
            ledger.acknowledged(1, 2, "", number);
        }
        stream(1);
        tear(2);
        stream(3);

        Verdict verdict = StreamJudge.verdict(EXACT, evidence(3));
        assertThat(verdict.status()).isEqualTo(Status.LOST);
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.firstOffender())
                .isEqualTo("00000000-0000-0001-0000-000000000002:2 at log.1:200 is not whole");
    }

    @Test
    void tornTransactionIsLostByContinuity() {
        stream(1);
        tear(2);
        stream(3);

        Verdict verdict = StreamJudge.verdict(new Method(Method.CheckType.CONTINUITY, "no client writes"), evidence(3));
        assertThat(verdict.headline()).isEqualTo("LOST 1");
        assertThat(verdict.firstOffender()).isEqualTo("at log.1:200 is not whole");
    }

    @Test
    void isLosslessIfGapHasForeignTransactions() {
        hasGtids = true;
        ledger.acknowledged(1, 2, "", 1);
        ledger.acknowledged(1, 2, "", 3);
        stream(1, 3);

        Verdict verdict = StreamJudge.verdict(EXACT, evidence(2));
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains("100 bytes between transactions").contains("no commit of this run");
    }

    @Test
    void keepsGapBeforeNextFile() {
        stream(1);
        cursor.skipTo(50, 450);
        cursor.advance(50);
        cursor.moveTo("log.2", 100);
        stream(1, 2);

        assertThat(ledger.findings().places().gaps().first()).isEqualTo("log.1:200");
        assertThat(verdict(3).status()).isEqualTo(Status.NOT_CHECKED);
        assertVerdict(4, Status.LOST, 1, 0, 0);
    }

    @Test
    void isLosslessAfterFileChange() {
        stream(1, 2, 3);
        cursor.moveTo("log.2", 100);
        stream(1, 2);

        assertVerdict(5, Status.LOSSLESS, 0, 0, 0);
    }

    @Test
    void resumedStreamContinuesWithoutGap() {
        stream(1, 2);
        cursor.skipTo(50, 350);
        ledger.onBegin();
        cursor.advance(50);
        cursor.moveTo("log.1", 300);
        stream(3);

        assertVerdict(3, Status.LOSSLESS, 0, 0, 0);
    }

    @Test
    void transactionBeforeWindowIsNotChecked() {
        cursor.moveTo("log.1", 500);
        ledger.onWindowOpened();
        stream(5, 4, 6);

        assertThat(verdict(3).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(ledger.findings().places().unclear()).isEqualTo(1);
    }

    @Test
    void transactionsSkippedByGtidsAreNoGap() {
        stream(1);
        cursor.skipKnownTo(50, 350);
        transaction(50);

        assertThat(ledger.findings().places().gaps().count()).isZero();
        assertThat(verdict(2).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict(2).reason()).contains("resumed by GTID");
    }

    @Test
    void countsGapsBeyondLimit() {
        for (int i = 0; i < PositionLedger.MAX_GAPS + 10; i++) {
            stream(2 * i + 2);
        }

        assertThat(ledger.findings().places().gaps().count()).isEqualTo(PositionLedger.MAX_GAPS + 10);
        assertThat(ledger.findings().places().gapBytes()).isEqualTo(100L * (PositionLedger.MAX_GAPS + 10));
    }

    private void stream(int... numbers) {
        for (int number : numbers) {
            cursor.skipTo(50, 100L * number + 50);
            ledger.onBegin();
            cursor.advance(50);
            cursor.skipTo(50, 100L * number + 100);
            cursor.advance(50);
            end(number);
        }
    }

    /** The second of three events is missing. */
    private void tear(int number) {
        cursor.skipTo(50, 100L * number + 50);
        ledger.onBegin();
        cursor.advance(50);
        cursor.skipTo(25, 100L * number + 100);
        cursor.advance(25);
        end(number);
    }

    private void transaction(long bytes) {
        ledger.onBegin();
        cursor.advance(bytes);
        end(0);
    }

    private void end(long number) {
        ledger.onEnd(1, 2, "", hasGtids ? number : 0, -1);
        ledger.onReadEnd();
        observedCount++;
    }

    private Verdict assertVerdict(long committedCount, Status status, long missing, long duplicated, long outOfOrder) {
        Verdict verdict = verdict(committedCount);
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(status);
        assertThat(verdict.missing()).isEqualTo(missing);
        assertThat(verdict.duplicated()).isEqualTo(duplicated);
        assertThat(verdict.outOfOrder()).isEqualTo(outOfOrder);
        return verdict;
    }

    private Verdict verdict(long committedCount) {
        return StreamJudge.verdict(COUNTS, evidence(committedCount));
    }

    private Evidence evidence(long committedCount) {
        return new Evidence(committedCount, 0L, observedCount, ledger.findings(), hasGtids, 0, isOwnLog, null, null);
    }
}
