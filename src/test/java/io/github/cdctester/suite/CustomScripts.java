// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

final class CustomScripts {

    /** Some updates change nothing, some transactions only read, and two kinds roll back. */
    static final String MIX = """
            tables:
              item:
                columns: {id: INT PRIMARY KEY, n: INT NOT NULL, note: VARCHAR(100)}
                rows: 100
                values: {id: {sequence: 1}, n: 0, note: "it's"}
            transactions:
              change:
                values: {id: {random: 1..100}}
                statements: [UPDATE item SET n = n + 1 WHERE id = :id]
              nothing:
                values: {id: {random: 1..100}}
                statements:
                  - UPDATE item SET note = 'it''s' WHERE id = :id
                  - INSERT INTO item (id, n) VALUES (:id, 5) ON DUPLICATE KEY UPDATE id = id
                  - DELETE FROM item WHERE id = 0
              look:
                values: {id: {random: 1..100}}
                statements: [SELECT n FROM item WHERE id = :id FOR UPDATE]
              regret:
                end: rollback
                statements: [DELETE FROM item]
              absent:
                statements:
                  - UPDATE item SET n = n + 1 WHERE id = 1
                  - {sql: SELECT n FROM item WHERE id = 0, read: n}
                  - UPDATE item SET n = :n
              single:
                autocommit: true
                values: {id: {random: 1..100}}
                statements:
                  - UPDATE item SET n = n + 1 WHERE id = :id
                  - SELECT 1
                  - UPDATE item SET n = n + 1 WHERE id = :id
                  - UPDATE item SET n = n + 1 WHERE id = 0
            """;

    private CustomScripts() {}

    /** Selects values of all types, and inserts them into another table. */
    static String copy() {
        String columns = "a, b, c, d, e, f, g, h, i, j, k, l, m";
        String parameters = ":" + columns.replace(", ", ", :");
        return """
                tables:
                  source:
                    columns: &
                    rows: 20
                    values:
                      id: {sequence: 1}
                      a: {uniform: -128..127}
                      b: {uniform: -900000000000..900000000000}
                      c: {uniform: -99.99..99.99}
                      d: {choice: [0.5, -1.25]}
                      e: {string: 0..30}
                      f: {bytes: 0..20}
                      g: {timestamp: 2020-01-01..2026-01-01}
                      h: {date: 1990-01-01..1990-12-31}
                      i: {choice: [null, "tab\\there", 'quo''te', "back\\\\slash", "grün €", ""]}
                      j: {uuid: random}
                      k: {choice: [0, 1, 5]}
                      l: '{"a": [1, "x"]}'
                      m: null
                  target:
                    columns: &
                transactions:
                  copy:
                    values: {id: {sequence: 1}}
                    statements:
                      - {sql: 'SELECT %s FROM source WHERE id = :id', read: [%s]}
                      - INSERT INTO target (id, %s) VALUES (:id, %s)
                """.formatted(columns, columns, columns, parameters).replace(
                "columns: &",
                "columns: {id: INT PRIMARY KEY,"
                        + " a: TINYINT, b: BIGINT, c: 'DECIMAL(6,2)', d: DOUBLE, e: VARCHAR(40), f: VARBINARY(40),"
                        + " g: DATETIME, h: DATE, i: VARCHAR(40) CHARACTER SET utf8mb4, j: CHAR(36), k: TINYINT(1),"
                        + " l: JSON, m: INT}");
    }
}
