// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamLedgerTest extends LedgerFixture {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isLosslessIndependentOfReportOrder(boolean acknowledgedFirst) {
        if (acknowledgedFirst) {
            acknowledge(1, 2, 3, 4);
            stream(1, 2, 3, 4);
        } else {
            stream(1, 2, 3, 4);
            acknowledge(4, 2, 1, 3);
        }

        assertVerdict(EXACT, Status.LOSSLESS, 0, 0, 0);
        assertThat(verdict(EXACT).others()).isZero();
        assertThat(ledger.pending()).isZero();
    }

    /** Group Replication assigns numbers at certification, so the log of its primary may contain 80 before 79. */
    @Test
    void ignoresOrderOfGroupReplication() {
        List<String> group = List.of("00000000-0000-0001-0000-000000000002");
        StreamLedger groupLedger =
                new StreamLedger(false, true, group, LedgerMemory.ofThisProcess(), LedgerFixture.ownTransactions());
        groupLedger.onWindowOpened();
        acknowledge(groupLedger, 78, 79, 80, 81);
        for (String tag : List.of("", "tagged")) {
            for (long number : new long[] {78, 80, 79, 80}) {
                groupLedger.acknowledged(3, 4, tag, number);
                groupLedger.onBegin();
                groupLedger.onEnd(1, 2, tag, number, -1);
                groupLedger.onBegin();
                groupLedger.onEnd(3, 4, tag, number, -1);
            }
        }
        groupLedger.onReadEnd();

        StreamFindings findings = groupLedger.findings();
        assertThat(findings.outOfOrder().names()).as("of another source only").allMatch(name -> name.startsWith("0"));
        assertThat(findings.outOfOrder().count()).isEqualTo(2);
        assertThat(findings.outOfOrder().first()).startsWith("00000000-0000-0003-0000-000000000004:79");
        assertThat(findings.missing().first()).isEqualTo(SOURCE + 81);
        assertThat(findings.duplicated().count()).isEqualTo(4);
    }

    /** In a run without writes, transactions need no lookup if their numbers directly follow the highest number. */
    @Test
    void countsConsecutiveTransactionsTogether() {
        assertThat(endTransaction(ledger, 1)).as("of a run's own").isFalse();
        StreamLedger readOnlyLedger = new StreamLedger(
                false, false, List.of(), LedgerMemory.ofThisProcess(), LedgerFixture.ownTransactions());
        readOnlyLedger.onWindowOpened();
        assertThat(readOnlyLedger.acceptsFollowers()).as("of nothing").isFalse();
        assertThat(endTransaction(readOnlyLedger, 1)).isTrue();
        readOnlyLedger.addFollowers(8);
        assertThat(endTransaction(readOnlyLedger, 20)).isTrue();
        assertThat(endTransaction(readOnlyLedger, 15)).as("below the highest").isFalse();
        assertThat(endTransaction(readOnlyLedger, 5)).as("one that is there").isFalse();

        StreamFindings findings = readOnlyLedger.findings();
        assertThat(findings.duplicated().count()).isEqualTo(1);
        assertThat(findings.duplicated().first()).startsWith(SOURCE + 5);
        assertThat(findings.absent().count()).isEqualTo(9);
        assertThat(findings.absent().first()).isEqualTo(SOURCE + 10);
    }

    private static boolean endTransaction(StreamLedger ledger, long number) {
        ledger.onBegin();
        ledger.onEnd(1, 2, "", number, -1);
        return ledger.acceptsFollowers();
    }

    @Test
    void detectsLoss() {
        acknowledge(1, 2, 3, 4, 5);
        stream(1, 2, 5);

        Verdict verdict = assertVerdict(EXACT, Status.LOST, 2, 0, 0);
        assertThat(verdict.firstOffender()).isEqualTo(SOURCE + 3);
        assertThat(verdict.lost()).containsExactly(SOURCE + 3, SOURCE + 4);
        assertThat(verdict.headline()).isEqualTo("LOST 2");
        assertVerdict(COUNTS, Status.LOST, 2, 0, 0);
    }

    @Test
    void onlyExactMethodDetectsLossAmongForeignTransactions() {
        acknowledge(1, 2, 4);
        stream(1, 2, 3);

        Verdict verdict = assertVerdict(EXACT, Status.LOST, 1, 0, 0);
        assertThat(verdict.others()).isEqualTo(1);
        assertThat(verdict.firstOffender()).isEqualTo(SOURCE + 4);
        assertVerdict(COUNTS, Status.LOSSLESS, 0, 0, 0);
    }

    @Test
    void detectsDuplicate() {
        acknowledge(1, 2, 3);
        stream(1, 2, 3, 2, 3);

        assertThat(assertVerdict(EXACT, Status.DUPLICATED, 0, 2, 0).firstOffender())
                .isEqualTo(SOURCE + "2 again at :0");
        assertVerdict(COUNTS, Status.DUPLICATED, 0, 2, 0);
        assertVerdict(CONTINUITY, Status.DUPLICATED, 0, 2, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isReorderedIndependentOfReportOrder(boolean acknowledgedFirst) {
        if (acknowledgedFirst) {
            acknowledge(1, 2, 3, 4);
        }
        stream(1, 3, 4, 2);
        if (!acknowledgedFirst) {
            acknowledge(1, 2, 3, 4);
        }

        assertThat(assertVerdict(EXACT, Status.REORDERED, 0, 0, 1).firstOffender())
                .isEqualTo(SOURCE + "2 after " + SOURCE + "4");
    }

    @Test
    void ignoresOrderOfForeignTransactions() {
        acknowledge(1, 2, 5);
        stream(1, 1_000_000, 2, 5, 4);

        Verdict verdict = assertVerdict(EXACT, Status.LOSSLESS, 0, 0, 0);
        assertThat(verdict.others()).isEqualTo(2);
    }

    @Test
    void checksOwnOrderAmongForeignTransactions() {
        acknowledge(2_000_000, 1);
        stream(2_000_000);
        stream(LongStream.range(10, 40_000).toArray());
        stream(1);

        assertVerdict(EXACT, Status.REORDERED, 0, 0, 1);
    }

    /** Worker nodes report their commits once per second, so acknowledgements follow the transactions. */
    @Test
    void lateReportsNeedLittleMemory() {
        LedgerMemory memory = new LedgerMemory(20 * NumberSet.BLOCK_BYTES);
        StreamLedger lateLedger = new StreamLedger(false, true, List.of(), memory, LedgerFixture.ownTransactions());
        lateLedger.onWindowOpened();
        int reportDelay = 2 * RecentTransactions.SMALL_CAPACITY;
        int transactionCount = 40 * RecentTransactions.SMALL_CAPACITY;
        for (int number = 1; number <= transactionCount + reportDelay; number++) {
            if (number <= transactionCount) {
                lateLedger.onBegin();
                lateLedger.onEnd(1, 2, "", number, -1);
            }
            if (number == transactionCount) {
                lateLedger.onReadEnd();
            }
            if (number > reportDelay) {
                lateLedger.acknowledged(1, 2, "", number - reportDelay);
            }
        }
        StreamFindings findings = lateLedger.findings();
        assertThat(findings.matched()).isEqualTo(transactionCount);
        assertThat(findings.missing().count()).isZero();
        assertThat(findings.full()).isFalse();
    }

    @Test
    void acceptsCommitsWithUnknownOutcome() {
        unknownOutcome = 2;
        acknowledge(1, 2);
        stream(1, 2, 3);

        Verdict verdict = assertVerdict(EXACT, Status.LOSSLESS, 0, 0, 0);
        assertThat(verdict.unknownOutcome()).isEqualTo(2);
        assertThat(verdict.others()).isEqualTo(1);
        assertVerdict(COUNTS, Status.LOSSLESS, 0, 0, 0);
        stream(4, 5);
        assertThat(verdict(COUNTS).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict(COUNTS).reason()).contains("1 transaction more");
    }

    @Test
    void isBehindIfEndWasNotRead() {
        acknowledge(1, 2, 3);
        stream(1);

        Verdict verdict = StreamJudge.verdict(EXACT, evidence("it had not come"));
        assertThat(verdict.status()).isEqualTo(Status.BEHIND);
        assertThat(verdict.missing()).isNull();
        assertThat(verdict.reason()).isEqualTo("it had not come");
        stream(1);
        assertThat(StreamJudge.verdict(EXACT, evidence("it had not come")).status())
                .isEqualTo(Status.DUPLICATED);
    }

    @Test
    void ignoresTransactionsBeforeWindow() {
        StreamLedger warmUpLedger =
                new StreamLedger(false, true, List.of(), LedgerMemory.ofThisProcess(), LedgerFixture.ownTransactions());
        acknowledge(warmUpLedger, 1, 2, 3);
        warmUpLedger.onEnd(1, 2, "", 1, -1);
        warmUpLedger.onReadEnd();
        warmUpLedger.writeWindowOpens();
        warmUpLedger.onEnd(1, 2, "", 2, -1);
        acknowledge(warmUpLedger, 4);
        warmUpLedger.onWindowOpened();
        warmUpLedger.onEnd(1, 2, "", 4, -1);
        warmUpLedger.onEnd(1, 2, "", 2, -1);
        warmUpLedger.onReadEnd();

        StreamFindings findings = warmUpLedger.findings();
        assertThat(findings.acknowledged()).isEqualTo(1);
        assertThat(findings.matched()).isEqualTo(1);
        assertThat(findings.missing().count()).isZero();
        assertThat(findings.duplicated().count()).isEqualTo(1);
    }

    @Test
    void distinguishesTags() {
        acknowledge(1);
        ledger.acknowledged(1, 2, "nightly", 1);
        ledger.onEnd(1, 2, "nightly", 1, -1);
        ledger.onReadEnd();
        observed++;

        assertThat(assertVerdict(EXACT, Status.LOST, 1, 0, 0).firstOffender()).isEqualTo(SOURCE + 1);
    }
}
