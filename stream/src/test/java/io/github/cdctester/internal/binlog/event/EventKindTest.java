// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class EventKindTest {

    @ParameterizedTest
    @CsvSource({
        "0, UNKNOWN",
        "2, QUERY",
        "4, ROTATE",
        "15, FORMAT_DESCRIPTION",
        "16, XID",
        "19, TABLE_MAP",
        "30, WRITE_ROWS",
        "33, GTID",
        "40, TRANSACTION_PAYLOAD",
        "42, GTID_TAGGED",
        "160, ANNOTATE_ROWS",
        "162, MARIADB_GTID",
        "171, DELETE_ROWS_COMPRESSED",
        "200, TYPE_200",
        "255, TYPE_255"
    })
    void hasNamesOfServerSource(int type, String name) {
        assertThat(EventKind.name(type)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"2, true", "43, true", "171, true", "0, false", "44, false", "159, false", "172, false", "255, false"})
    void distinguishesKnownFromUnknownKinds(int type, boolean isKnown) {
        assertThat(EventKind.isKnown(EventKind.name(type))).isEqualTo(isKnown);
    }

    @Test
    void eachCodeHasUniqueName() {
        Set<String> names = new HashSet<>();
        for (int type = 0; type < EventKind.TYPE_COUNT; type++) {
            names.add(EventKind.name(type));
        }
        assertThat(names).hasSize(EventKind.TYPE_COUNT);
    }
}
