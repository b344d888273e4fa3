// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import io.github.cdctester.internal.judge.consumer.feed.TableKeys;
import io.github.cdctester.result.Verdict.Reason;
import java.util.List;
import java.util.function.Predicate;

/** Describes the tables in which the order of changes was checked without the intended key. */
final class KeyDoubts {

    private KeyDoubts() {}

    /** Returns an empty text if all rows of the tables that {@code isCounted} accepts have a key. */
    static String text(List<TableKeys> tables, Predicate<String> isCounted) {
        List<TableKeys> counted =
                tables.stream().filter(keys -> isCounted.test(keys.table())).toList();
        List<TableKeys> withoutKey =
                counted.stream().filter(TableKeys::anyWholeRow).toList();
        // tables may have different keys, so a column that any table has is no typing error
        List<TableKeys> replaced = counted.stream().anyMatch(TableKeys::anyOther)
                ? List.of()
                : counted.stream().filter(TableKeys::anyReplaced).toList();
        return Reason.join(text(Reason.WHOLE_ROW_AS_KEY, withoutKey), text(Reason.ID_AS_KEY, replaced));
    }

    private static String text(Reason reason, List<TableKeys> tables) {
        if (tables.isEmpty()) {
            return "";
        }
        TableKeys first = tables.get(0);
        return reason.text(
                "table", first.table().isEmpty() ? null : first.table(),
                "others", tables.stream().map(TableKeys::table).distinct().count() > 1 ? true : null,
                "column", first.absentColumn());
    }
}
