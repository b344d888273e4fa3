// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.yaml.NearNames;
import java.util.List;

/** The column with the stamp. Consumers also spell its name {@code CDC_SEQ} or {@code cdcSeq}. */
final class StampColumn {

    static final String NAME = "cdc_seq";
    private static final String LETTERS = "cdcseq";
    private static final int MAX_NAMES = 8;

    private StampColumn() {}

    static boolean isNamed(String column) {
        int at = 0;
        for (int i = 0; i < column.length(); i++) {
            char letter = column.charAt(i);
            if (letter == '_') {
                continue;
            }
            if (at == LETTERS.length() || Character.toLowerCase(letter) != LETTERS.charAt(at)) {
                return false;
            }
            at++;
        }
        return at == LETTERS.length();
    }

    /** Finds the column's name in a row; empty if there is none. */
    static String in(JsonObject row) {
        return row.has(NAME)
                ? NAME
                : row.names().stream().filter(StampColumn::isNamed).findFirst().orElse("");
    }

    static long of(JsonObject row) {
        String name = in(row);
        return name.isEmpty() ? Change.NONE : row.number(name, Change.NONE);
    }

    /** Describes the columns of rows that have no stamp: the nearest name, or if none is near, the names. */
    static String nearest(List<String> columns) {
        List<String> near = columns.stream()
                .filter(name -> name.toLowerCase(java.util.Locale.ROOT).contains("seq"))
                .toList();
        String nearest = near.isEmpty()
                ? NearNames.to(NAME, columns).stream().findFirst().orElse("")
                : near.get(0);
        return nearest.isEmpty()
                ? "the columns found are " + String.join(", ", columns.subList(0, Math.min(MAX_NAMES, columns.size())))
                : "the nearest column found is " + nearest;
    }
}
