// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.play.RecordedTables.RecordedTable;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Describes the tables of a recording whose definitions are missing. */
final class MissingDefinitions {

    /** Maximum number of reasons, and of tables per reason. */
    private static final int MAX_LISTED = 4;

    private MissingDefinitions() {}

    /** Returns a part of a sentence that names the first tables with each reason; empty if no definition is missing. */
    static String text(List<RecordedTable> tables) {
        Map<String, Set<String>> namesByReason = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>(); // a table may occur again when its columns change
        for (RecordedTable table : tables) {
            if (!table.missing().isEmpty() && names.add(table.name())) {
                namesByReason
                        .computeIfAbsent(table.missing(), reason -> new LinkedHashSet<>())
                        .add(table.name());
            }
        }
        if (names.isEmpty()) {
            return "";
        }
        List<String> groups = new ArrayList<>();
        int remainingTables = names.size();
        for (Map.Entry<String, Set<String>> group : namesByReason.entrySet()) {
            if (groups.size() < MAX_LISTED) {
                groups.add(firstOf(group.getValue()) + " (" + group.getKey() + ")");
                remainingTables -= group.getValue().size();
            }
        }
        String remainder =
                remainingTables == 0 ? "" : " and " + PlainText.withThousandsSeparators(remainingTables) + " more";
        return "; without the definition of " + PlainText.withNoun(names.size(), "table") + ": "
                + String.join(", ", groups) + remainder;
    }

    private static String firstOf(Set<String> names) {
        String first = String.join(", ", names.stream().limit(MAX_LISTED).toList());
        int remainingNames = names.size() - MAX_LISTED;
        return remainingNames <= 0
                ? first
                : first + " and " + PlainText.withThousandsSeparators(remainingNames) + " more";
    }
}
