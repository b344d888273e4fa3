// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.Objects;

record ExpectedVerdict(Status status, long committed, long missing, long duplicated, long outOfOrder) {

    static ExpectedVerdict of(long committed, long missing, long duplicated, long outOfOrder) {
        Status status = missing > 0
                ? Status.LOST
                : duplicated > 0 ? Status.DUPLICATED : outOfOrder > 0 ? Status.REORDERED : Status.LOSSLESS;
        return new ExpectedVerdict(status, committed, missing, duplicated, outOfOrder);
    }

    /** Transactions that have not arrived are not lost, and their number is unknown. */
    static ExpectedVerdict behind(long committed) {
        return new ExpectedVerdict(Status.BEHIND, committed, 0, 0, 0);
    }

    boolean matches(Verdict verdict) {
        if (verdict.status() != status || !verdict.method().equals("exact")) {
            return false;
        }
        if (status == Status.BEHIND) {
            return verdict.missing() == null;
        }
        return Objects.equals(verdict.committed(), committed)
                && Objects.equals(verdict.missing(), missing)
                && Objects.equals(verdict.duplicated(), duplicated)
                && Objects.equals(verdict.outOfOrder(), outOfOrder)
                && Objects.equals(verdict.unknownOutcome(), 0L)
                && (status == Status.LOSSLESS) == (verdict.firstOffender() == null);
    }
}
