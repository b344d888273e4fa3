// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.verify.StreamJudge.Method;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerMethodTest extends LedgerFixture {

    @Test
    void isNotCheckedIfOnlyNumbersAreMissing() {
        stream(1, 2, 5, 6);

        Verdict verdict = verdict(CONTINUITY);
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("2 numbers").contains(SOURCE + 3);
        stream(3, 4);
        assertThat(verdict(CONTINUITY).status()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void numbersBeforeStreamAreNotMissing() {
        ledger.setGtidsBeforeStream(
                "00000000-0000-0001-0000-000000000002:1-10:20-30:40, 00000000-0000-0001-0000-000000000003:14");
        stream(11, 12, 13, 14, 15, 16, 17, 18, 19, 31, 32, 33, 34, 35, 36, 37, 38, 39, 41);
        assertThat(verdict(CONTINUITY).status()).isEqualTo(Status.LOSSLESS);

        stream(43);
        Verdict verdict = verdict(CONTINUITY);
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("lacks 1 numbers").contains(SOURCE + 42);
    }

    @Test
    void isNotCheckedWithoutTransactions() {
        assertThat(verdict(EXACT).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict(COUNTS).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict(CONTINUITY).status()).isEqualTo(Status.NOT_CHECKED);
    }

    @Test
    void reportsIdleStream() {
        assertThat(verdict(CONTINUITY).reason()).isEqualTo("no transaction arrived");
        ledger.onEnd(0, 0, "", 0, -1);
        observed = 1;
        assertThat(verdict(CONTINUITY).reason()).isEqualTo("the stream had no GTID and no heartbeat");
    }

    @Test
    void isBehindEvenWithoutVerification() {
        Method none = new Method(Method.CheckType.NONE, "not asked for");
        assertThat(verdict(none).status()).isEqualTo(Status.NOT_CHECKED);

        Verdict behind = StreamJudge.verdict(none, evidence("the end was not seen"));
        assertThat(behind.status()).isEqualTo(Status.BEHIND);
        assertThat(behind.reason()).isEqualTo("the end was not seen");
    }

    @Test
    void usesCountsIfServerReportsFewGtids() {
        acknowledge(1, 2);
        committed = 3;
        stream(1, 2, 3);

        assertThat(verdict(EXACT).method()).isEqualTo("counts");
        assertThat(verdict(EXACT).status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict(EXACT).reason()).contains("only 2 of 3");
    }

    /** Another client's transaction makes the counts equal although the second commit is lost. */
    @Test
    void usesCountsIfGtidIsReportedTwice() {
        acknowledge(1, 1);
        stream(1, 9);

        assertThat(verdict(EXACT).method()).isEqualTo("counts");
        assertThat(verdict(EXACT).reason()).contains("only 1 of 2");
    }

    @Test
    void usesCountsWithTooManyGaps() {
        for (long number = 1; number <= 3L * SourceLedger.MAX_INTERVALS; number += 2) {
            acknowledge(number);
            stream(number);
        }

        assertThat(verdict(EXACT).method()).isEqualTo("counts");
        assertThat(verdict(EXACT).reason()).contains("more gaps");
        assertThat(verdict(EXACT).status()).as("the ledger dropped something").isEqualTo(Status.NOT_CHECKED);
    }

    /** A parallel replica may log a commit before the heartbeat that opens the window, but acknowledge it later. */
    @Test
    void matchesCommitLoggedBeforeWindowByGtid() {
        acknowledge(1, 2, 3);
        stream(1, 2, 3);
        observed = 2;

        assertThat(verdict(EXACT).status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict(EXACT).observed()).isEqualTo(3);
    }

    /** All sources and streams of a run share the memory. */
    @Test
    void isFullIfNumbersAreScattered() {
        LedgerMemory memory = new LedgerMemory(1_000L * NumberSet.BLOCK_BYTES);
        StreamLedger firstLedger = new StreamLedger(false, true, List.of(), memory, LedgerFixture.ownTransactions());
        StreamLedger secondLedger = new StreamLedger(false, true, List.of(), memory, LedgerFixture.ownTransactions());
        for (long n = 0; n < 2_000; n++) {
            (n % 2 == 0 ? firstLedger : secondLedger).acknowledged(1, n % 200, "", 1 + n * NumberSet.BLOCK_BITS);
        }
        assertThat(firstLedger.pending() + secondLedger.pending()).isEqualTo(1_000);
        assertThat(firstLedger.findings().full()).isTrue();
        assertThat(secondLedger.findings().full()).isTrue();
        firstLedger.writeWindowOpens();
        assertThat(memory.take(400L * NumberSet.BLOCK_BYTES))
                .as("is given back")
                .isTrue();
    }

    @Test
    void isFullWithTooManySources() {
        for (long source = 0; source < 300; source++) {
            ledger.acknowledged(1, source, "", 1);
        }
        assertThat(ledger.findings().full()).isTrue();
        assertThat(ledger.pending()).isEqualTo(256);
    }

    /** The order of sources needs more memory than their numbers. */
    @Test
    void isFullIfStreamSourcesFillMemory() {
        StreamLedger smallLedger =
                new StreamLedger(false, true, List.of(), new LedgerMemory(4L << 10), LedgerFixture.ownTransactions());
        smallLedger.onWindowOpened();
        for (long source = 0; source < 5; source++) {
            assertThat(smallLedger.findings().full()).isFalse();
            smallLedger.onEnd(1, source, "", 1, -1);
            smallLedger.onReadEnd();
        }
        assertThat(smallLedger.findings().full()).isTrue();
    }
}
