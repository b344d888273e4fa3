// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SqlSection;
import io.github.cdctester.internal.workload.TableMark;
import java.util.List;

/**
 * One of the nine tables (TPC-C 1.3), defined in the resource {@code tables.sql}.
 *
 * @param privilegeCheck a statement that changes no row, but needs the privileges of a run
 */
record TpccTable(String name, String privilegeCheck, String definition) {

    /** In the order of their creation. */
    static final List<TpccTable> ALL = SqlSection.read(TpccTable.class, "tables.sql").stream()
            .map(TpccTable::of)
            .toList();

    private static TpccTable of(SqlSection section) {
        String[] body = section.body().split("\n\n", 2);
        return new TpccTable(section.head(), body[0], body[1]);
    }

    static List<String> names() {
        return ALL.stream().map(TpccTable::name).toList();
    }

    boolean isWritten() {
        return !name.equals("item");
    }

    /** A written table also has the columns of the stamp. */
    String createStatement(RowStamp stamp) {
        return "CREATE TABLE " + name + " (\n" + definition + (isWritten() ? stamp.columnDefinitions() : "")
                + "\n) ENGINE = InnoDB" + TableMark.OPTION;
    }
}
