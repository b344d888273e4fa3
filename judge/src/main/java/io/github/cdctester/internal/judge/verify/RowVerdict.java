// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

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
                    "the stream has no row of " + rows.lacking().get(0).table()
                            + " by that name, though its rows were committed: it may be filtered out, or have another"
                            + " name there");
        }
        // a commit with an unknown outcome may have sent its rows
        return allKnown
                ? rows.most()
                        .map(more -> "the stream has more rows than were committed (" + more.words()
                                + "): they are from other clients, or make up for lost ones")
                : Optional.empty();
    }

    String compared() {
        if (rows == null) {
            return "only counts and log positions were compared, not which transactions came";
        }
        return rows.notCompared() == null
                ? "counts of transactions, counts of rows by table and kind, and log positions were compared, not which"
                        + " transactions came"
                : "only counts of transactions and log positions were compared, not which transactions came; rows were"
                        + " not, because " + rows.notCompared();
    }

    /** The lacking rows, as an addition to the verdict's reason. */
    String lackingText() {
        if (lacking.isEmpty()) {
            return "";
        }
        String others = lacking.size() == 1 ? "" : ", and less of " + (lacking.size() - 1) + " more tables and kinds";
        return "; the stream lacks rows that were committed (" + lacking.get(0).words() + others + ")";
    }
}
