// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.play.RecordedTables.RecordedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MissingDefinitionsTest {

    private final List<RecordedTable> tables = new ArrayList<>();

    @Test
    void isEmptyIfAllTablesHaveDefinitions() {
        add("shop.a", "");
        assertThat(MissingDefinitions.text(tables)).isEmpty();
    }

    @Test
    void namesFirstTablesOfEachReason() {
        for (int i = 1; i <= 6; i++) {
            add("shop.t" + i, "too many columns");
        }
        add("shop.known", "");
        add("shop.slow", "no answer");
        assertThat(MissingDefinitions.text(tables))
                .isEqualTo("; without the definition of 7 tables: "
                        + "shop.t1, shop.t2, shop.t3, shop.t4 and 2 more (too many columns), shop.slow (no answer)");
    }

    @Test
    void countsTableOnceIfSeveralOfItsDefinitionsAreMissing() {
        add("shop.a", "no answer");
        add("shop.a", "no answer");
        assertThat(MissingDefinitions.text(tables))
                .isEqualTo("; without the definition of 1 table: shop.a (no answer)");
    }

    @Test
    void limitsReasons() {
        for (int i = 1; i <= 6; i++) {
            add("shop.t" + i, "reason " + i);
        }
        assertThat(MissingDefinitions.text(tables))
                .isEqualTo("; without the definition of 6 tables: shop.t1 (reason 1), shop.t2 (reason 2), "
                        + "shop.t3 (reason 3), shop.t4 (reason 4) and 2 more");
    }

    private void add(String name, String missing) {
        tables.add(new RecordedTable(name, new LogPosition("binlog.000007", 4), Map.of(), missing));
    }
}
