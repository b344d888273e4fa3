// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.result.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The part of a verdict that covers the comparison of rows by table and kind. */
final class RowVerdict {

    private final @Nullable RowComparison rows;
    private final boolean isOwnLog;
    private final boolean areOutcomesKnown;
    private final List<RowComparison.Difference> shortfalls;

    RowVerdict(Evidence evidence) {
        rows = evidence.rows();
        isOwnLog = evidence.isOwnLog();
        areOutcomesKnown = evidence.unknownOutcome() == null || evidence.unknownOutcome() == 0;
        // another server's log may contain the table under another name, or exclude it on purpose
        shortfalls = rows == null
                ? List.of()
                : rows.shortfalls().stream()
                        .filter(difference -> isOwnLog || difference.isTableInStream())
                        .toList();
    }

    boolean hasMissingRows() {
        return !shortfalls.isEmpty();
    }

    /** {@code null} if no rows are missing. */
    @Nullable
    String offender() {
        return shortfalls.isEmpty() ? null : shortfalls.get(0).text();
    }

    /** Returns why the comparison is inconclusive although no rows are missing; else empty. */
    Optional<String> doubt() {
        if (rows == null) {
            return Optional.empty();
        }
        if (!isOwnLog && !rows.shortfalls().isEmpty()) {
            return Optional.of(
                    Reason.TABLE_ABSENT.text("table", rows.shortfalls().get(0).table()));
        }
        // the surplus may be rows of a commit with an unknown outcome
        return areOutcomesKnown
                ? rows.largestSurplus().map(surplus -> Reason.ROWS_SURPLUS.text("rows", surplus.text()))
                : Optional.empty();
    }

    String comparedText() {
        if (rows == null) {
            return Reason.COUNTS_COMPARED.text();
        }
        return rows.notCompared() == null
                ? Reason.ROWS_COUNTED.text()
                : Reason.ROWS_NOT_COMPARED.text("why", rows.notCompared());
    }

    String missingRowsText() {
        if (shortfalls.isEmpty()) {
            return "";
        }
        return Reason.ROWS_LACKING.text(
                "rows", shortfalls.get(0).text(), "more", shortfalls.size() == 1 ? null : shortfalls.size() - 1);
    }
}
