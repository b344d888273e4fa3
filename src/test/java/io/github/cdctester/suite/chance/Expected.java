// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.Objects;

/** The expected verdict of a random run. */
record Expected(Status status, long committed, long missing, long duplicated, long outOfOrder) {

    static Expected of(long committed, long missing, long duplicated, long outOfOrder) {
        Status status = missing > 0
                ? Status.LOST
                : duplicated > 0 ? Status.DUPLICATED : outOfOrder > 0 ? Status.REORDERED : Status.LOSSLESS;
        return new Expected(status, committed, missing, duplicated, outOfOrder);
    }

    /** Missing transactions at an unread end are not lost, and their number is unknown. */
    static Expected behind(long committed) {
        return new Expected(Status.BEHIND, committed, 0, 0, 0);
    }

    boolean isMetBy(Verdict verdict) {
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
