// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.verify.StreamJudge.Method;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DomainNumbersTest {

    private static final Method CONTINUITY = new Method(Method.CheckType.CONTINUITY, "");
    private static final int OLD = 11;
    private static final int NEW = 50;

    private final StreamLedger ledger =
            new StreamLedger(true, false, List.of(), LedgerMemory.ofThisProcess(), LedgerFixture.ownTransactions());
    private long observed;

    @BeforeEach
    void openTheWindow() {
        ledger.onWindowOpened();
    }

    private void stream(int domain, int server, long... numbers) {
        for (long number : numbers) {
            ledger.onBegin();
            ledger.onEnd(domain, server, "", number, -1);
        }
        observed += numbers.length;
    }

    private Verdict verdict() {
        return StreamJudge.verdict(
                CONTINUITY, new Evidence(0L, 0L, observed, ledger.findings(), true, 0, true, null, null));
    }

    private void assertAbsent(long count, String first) {
        Verdict verdict = verdict();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("lacks " + count + " numbers").contains("from " + first + ":");
    }

    @Test
    void newServerContinuesNumbersOfOldServer() {
        stream(0, OLD, 7786, 7787);
        stream(0, NEW, 7788, 7789);
        stream(0, OLD, 7790, 7791);
        stream(0, NEW, 7792);
        stream(3, NEW, 10, 11);

        assertThat(verdict().status()).as(verdict().reason()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void namesOnlyServer() {
        stream(0, OLD, 1, 4);
        assertAbsent(2, "0-11-2");
        stream(0, NEW, 5);
        assertAbsent(2, "number 2 of domain 0");
    }

    @Test
    void findsGapBetweenTwoServers() {
        stream(0, OLD, 1, 2);
        stream(0, NEW, 5, 6);
        assertAbsent(2, "number 3 of domain 0");
    }

    /** The log of a replica of two independent servers that both use domain 0. */
    @Test
    void serversWithOwnNumbersHaveNoGapBetweenThem() {
        stream(0, NEW, 60, 61);
        stream(0, OLD, 1001, 1002);
        stream(0, NEW, 62);
        stream(0, OLD, 1003);
        stream(0, NEW, 63);

        assertThat(verdict().status()).as(verdict().reason()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void domainsHaveSeparateNumbers() {
        stream(0, OLD, 1, 3);
        stream(1, OLD, 2);
        assertAbsent(1, "0-11-2");
    }

    /** Without gtid_strict_mode, a server that was cut off continues its own numbers. */
    @Test
    void sameNumberOfAnotherServerFillsNoGap() {
        stream(0, OLD, 1, 2, 3, 4);
        stream(0, NEW, 3, 4);
        assertThat(verdict().status()).as(verdict().reason()).isEqualTo(Status.LOSSLESS);

        stream(0, OLD, 6);
        stream(0, NEW, 5, 7);
        // OLD may have written another 5, and NEW another 6
        assertAbsent(2, "0-11-5");
    }

    @Test
    void findsGapAfterSharedNumbers() {
        stream(0, OLD, 1, 2, 3);
        stream(0, NEW, 2, 4, 5);
        stream(0, OLD, 6);
        // NEW may have written another 3
        assertAbsent(1, "0-50-3");
    }

    @Test
    void sharedNumbersDoNotAffectEarlierNumbers() {
        stream(0, OLD, 1, 2);
        stream(0, NEW, 3);
        stream(0, OLD, 4, 5, 6);
        stream(0, 7, 6);
        assertThat(verdict().status()).as(verdict().reason()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void numbersBeforeStreamNeedNotArrive() {
        stream(0, OLD, 100);
        stream(0, NEW, 50);
        stream(0, OLD, 101);
        assertThat(verdict().status()).as(verdict().reason()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void repeatedTransactionSharesNoNumber() {
        stream(0, OLD, 1, 2);
        stream(0, NEW, 3);
        stream(0, OLD, 2, 4);

        Verdict verdict = verdict();
        assertThat(verdict.status()).isEqualTo(Status.DUPLICATED);
        assertThat(verdict.duplicated()).isEqualTo(1);
        assertThat(ledger.findings().absent().count()).isZero();
    }

    @Test
    void checksManySwitchesQuickly() {
        for (long number = 1; number <= 2 * (SourceLedger.MAX_INTERVALS - 1); number++) {
            stream(0, number % 2 == 0 ? OLD : NEW, number);
        }
        assertThat(verdict().status()).as(verdict().reason()).isEqualTo(Status.LOSSLESS);
        stream(0, OLD, 2L * SourceLedger.MAX_INTERVALS);
        assertAbsent(1, "number " + (2L * SourceLedger.MAX_INTERVALS - 1) + " of domain 0");
    }
}
