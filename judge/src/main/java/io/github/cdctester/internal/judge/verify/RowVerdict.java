// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.result.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares rows of one stream by table and kind, or explains why they were not compared. */
final class RowVerdict {

    private final @Nullable RowComparison rows;
    private final boolean ownLog;
    private final boolean allKnown;
    private final List<RowComparison.Difference> lacking;

    RowVerdict(Evidence evidence) {
        rows = evidence.rows();
        ownLog = evidence.ownLog();
        allKnown = evidence.unknownOutcome() == null || evidence.unknownOutcome() == 0;
        // another log may have the table under another name, or leave it out on purpose
        lacking = rows == null
                ? List.of()
                : rows.lacking().stream()
                        .filter(difference -> ownLog || difference.isTableThere())
                        .toList();
    }

    /** Returns true if rows of commits did not come, so that a transaction is not whole, or not there. */
    boolean isLacking() {
        return !lacking.isEmpty();
    }

    /** Returns the table with the most missing rows. */
    @Nullable
    String offender() {
        return lacking.isEmpty() ? null : lacking.get(0).words();
    }

    /** Returns why rows are inconclusive although none are missing. */
    Optional<String> doubt() {
        if (rows == null) {
            return Optional.empty();
        }
        if (!ownLog && !rows.lacking().isEmpty()) {
            return Optional.of(
                    Reason.TABLE_ABSENT.text("table", rows.lacking().get(0).table()));
        }
        // a commit with an unknown outcome may have sent its rows
        return allKnown ? rows.most().map(more -> Reason.ROWS_SURPLUS.text("rows", more.words())) : Optional.empty();
    }

    String compared() {
        if (rows == null) {
            return Reason.COUNTS_COMPARED.text();
        }
        return rows.notCompared() == null
                ? Reason.ROWS_COUNTED.text()
                : Reason.ROWS_NOT_COMPARED.text("why", rows.notCompared());
    }

    /** The lacking rows, as a clause of the verdict's reason; empty for none. */
    String lackingText() {
        if (lacking.isEmpty()) {
            return "";
        }
        return Reason.ROWS_LACKING.text(
                "rows", lacking.get(0).words(), "more", lacking.size() == 1 ? null : lacking.size() - 1);
    }
}
