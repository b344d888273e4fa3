// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.workload.SharedNumbers;
import org.junit.jupiter.api.Test;

class ScriptWorkloadTest {

    @Test
    void countsPreparedStatementsOfCopies() {
        String tables = "tables: {a: {columns: {id: INT}, copies: 2}, a10: {columns: {id: INT}},"
                + " b: {columns: {id: INT}, copies: 100}}\n";
        Scripted spec = Scripted.yaml(
                "w",
                tables + "transactions: {x: {values: {n: {uniform: 1..2}}, statements:"
                        + " [\"UPDATE a:n SET id = 1\", \"SELECT id FROM b:n\", SELECT 1]}}");
        assertThat(ScriptWorkload.of(spec, SharedNumbers.forSingleProcess(1)).preparedStatements())
                .isEqualTo(2 + 100 + 1);
    }

    private static ScriptWorkload workload(String statements) {
        String tables = "tables: {t: {columns: {id: INT}}}\n";
        Scripted spec = Scripted.yaml("w", tables + "transactions: {x: {statements: [" + statements + "]}}");
        return ScriptWorkload.of(spec, SharedNumbers.forSingleProcess(1));
    }

    @Test
    void countsOnlyPreparedStatements() {
        String rows = "{sql: 'INSERT INTO t (id) VALUES (:id)', rows: 3, values: {id: {uniform: 1..9}}}";
        assertThat(workload("UPDATE t SET id = 1, DELETE FROM t").preparedStatements())
                .isEqualTo(2);
        assertThat(workload("UPDATE t SET id = 1, " + rows).preparedStatements())
                .isEqualTo(1);
    }
}
