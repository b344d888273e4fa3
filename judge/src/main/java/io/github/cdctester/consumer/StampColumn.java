// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.yaml.NearNames;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds column {@code cdc_seq} (or {@code CDC_SEQ}, {@code cdcSeq}), which contains the stamp: the number of the transaction. */
final class StampColumn {

    static final String NAME = "cdc_seq";

    private StampColumn() {}

    static boolean isStampColumn(String column) {
        return column.replace("_", "").equalsIgnoreCase("cdcseq");
    }

    /** Returns {@code null} if the row has no stamp column. */
    static @Nullable String nameIn(JsonObject row) {
        return row.has(NAME)
                ? NAME
                : row.names().stream()
                        .filter(StampColumn::isStampColumn)
                        .findFirst()
                        .orElse(null);
    }

    /** Names a similar column, or all columns if none is similar. */
    static String describeNearest(List<String> columns) {
        return Stream.concat(
                        columns.stream().filter(name -> name.contains("seq")),
                        NearNames.nearestNames(NAME, columns).stream())
                .findFirst()
                .map(name -> "the most similar column is " + name)
                .orElseGet(() -> "the columns found are " + String.join(", ", columns));
    }
}
