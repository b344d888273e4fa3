// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenTableTest {

    private static final List<Script.Table> TABLES = List.of(
            new Script.Table("item", "CREATE TABLE item (id INT PRIMARY KEY)", 0, Map.of()),
            new Script.Table("into", "CREATE TABLE `into` (id INT PRIMARY KEY)", 0, Map.of()),
            new Script.Table("old", "CREATE TABLE old (id INT) WITH SYSTEM VERSIONING", 0, Map.of()));

    private static String writtenTable(String sql) {
        return WrittenTable.of(SqlTemplate.parse(sql), TABLES)
                .map(writtenTable -> writtenTable.change() + " " + writtenTable.table())
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO item VALUES (1)                         | INSERT item",
                "insert ignore `item` (id) VALUES (:id)              | INSERT item",
                "INSERT INTO item(id) SELECT id FROM other           | INSERT item",
                "INSERT INTO `into` VALUES (1)                       | INSERT into",
                "UPDATE item SET n = n + 1                           | UPDATE item",
                "UPDATE IGNORE `item`  SET n = 1 WHERE id = :id      | UPDATE item",
                "DELETE FROM item                                    | DELETE item",
                "delete quick from item where id = 3                 | DELETE item",
                "DELETE FROM item LIMIT 3                            | DELETE item",
            })
    void findsTableInText(String sql, String expected) {
        assertThat(writtenTable(sql)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO shop.item VALUES (1)",
                "INSERT INTO `shop` . item VALUES (1)",
                "INSERT INTO other VALUES (1)",
                "INSERT INTO Item VALUES (1)",
                "INSERT INTO item VALUES (1) ON DUPLICATE KEY UPDATE id = 2",
                "INSERT INTO item VALUES (1) RETURNING id",
                "REPLACE INTO item VALUES (1)",
                "UPDATE item, other SET item.n = 1",
                "UPDATE item AS i SET n = 1",
                "UPDATE item JOIN other USING (id) SET n = 1",
                "UPDATE shop.item SET n = 1",
                "UPDATE item FOR PORTION OF p FROM 1 TO 2 SET n = 1",
                "DELETE item FROM item JOIN other USING (id)",
                "DELETE FROM item USING item JOIN other USING (id)",
                "DELETE FROM item PARTITION (p0)",
                "DELETE FROM old WHERE id = 1",
                "UPDATE old SET id = 1",
                "WITH x AS (SELECT 1) UPDATE item SET n = 1",
            })
    void findsNoTableInAmbiguousStatements(String sql) {
        assertThat(writtenTable(sql)).isEmpty();
    }

    @Test
    void reportsLocationOfAmbiguousStatement() {
        assertThat(workload("UPDATE item SET n = 1").whyRowsAreNotReported()).isEmpty();
        assertThat(workload("UPDATE item SET n = 1", "SELECT 1 FROM other FOR UPDATE")
                        .whyRowsAreNotReported())
                .isEmpty();
        assertThat(workload("UPDATE item SET n = 1", "UPDATE other SET n = 1").whyRowsAreNotReported())
                .hasValueSatisfying(reason -> assertThat(reason).contains("w:5"));
    }

    private static ScriptWorkload workload(String... statements) {
        return ScriptWorkload.of(
                Scripted.yaml("w", """
                tables: {item: {columns: {id: INT PRIMARY KEY, n: INT}}}
                transactions:
                  t: {statements: [
                """ + String.join(",\n", statements) + "]}\n"), SharedNumbers.forSingleProcess(1));
    }
}
