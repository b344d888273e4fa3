// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import org.junit.jupiter.api.Test;

/** By which method it is found out, and where nothing can be. */
class LedgerMethodTest extends ToldLedger {

    @Test
    void missingNumbersAloneProveNothing() {
        stream(1, 2, 5, 6);

        Verdict verdict = verdict(CONTINUITY);
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("2 numbers").contains(SOURCE + 3);
        stream(3, 4);
        assertThat(verdict(CONTINUITY).status()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void nothingIsNothing() {
        assertThat(verdict(EXACT).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict(COUNTS).status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict(CONTINUITY).status()).isEqualTo(Status.NOT_CHECKED);
    }

    @Test
    void countsWhereTheServerDoesNotTellEveryGtid() {
        acknowledge(1, 2);
        committed = 3;
        stream(1, 2, 3);

        assertThat(verdict(EXACT).method()).isEqualTo("counts");
        assertThat(verdict(EXACT).status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict(EXACT).reason()).contains("only 2 of 3");
    }

    @Test
    void countsWhereThereAreTooManyGaps() {
        for (long number = 1; number <= 3L * SourceLedger.MOST_INTERVALS; number += 2) {
            acknowledge(number);
            stream(number);
        }

        assertThat(verdict(EXACT).method()).isEqualTo("counts");
        assertThat(verdict(EXACT).reason()).contains("more gaps");
    }
}
