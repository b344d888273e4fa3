// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the replay of row images found. docs/verdict.md defines the words.
 *
 * @param tables the tables that were followed
 * @param notCompared columns of theirs that were left out, as their values cannot be compared exactly
 * @param rows rows in the tables, at the end by what came; where that is not known, at the beginning
 * @param transactions transactions that changed rows of these tables, all of which were looked at
 * @param changes rows that they changed
 * @param violations all that was wrong: the next four, and rows that differ at the end
 * @param torn transactions that changed a sum which no transaction of the workload changes
 * @param repeated transactions that came again, or had a change twice
 * @param late transactions behind one that began with what they left
 * @param gaps rows that went from one state to another without a change that leads there
 * @param rowsDifferent rows in which the tables and what came differ at the end; {@code null} where they were not compared
 * @param imageEqual whether the tables held at the end what came; {@code null} where they were not compared, or commits of
 *     unknown outcome may make the difference
 * @param firstOffender the first thing that was wrong, of the gravest kind; {@code null} for none
 * @param imageBytes the memory that the image took at most
 * @param reason why the replay ended before the stream did; {@code null} if it did not
 */
public record ReplaySummary(
        List<String> tables,
        List<String> notCompared,
        long rows,
        long transactions,
        long changes,
        long violations,
        long torn,
        long repeated,
        long late,
        long gaps,
        @Nullable Long rowsDifferent,
        @Nullable Boolean imageEqual,
        @Nullable String firstOffender,
        long imageBytes,
        @Nullable String reason) {

    /** Copies the lists. */
    public ReplaySummary {
        tables = List.copyOf(tables);
        notCompared = List.copyOf(notCompared);
    }
}
