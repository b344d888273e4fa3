// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptReaderTest {

    static Script read(String yaml) {
        return ScriptReader.read(Scripted.yaml("w", yaml));
    }

    /** The transaction has one value. */
    static String yamlWithValue(String value) {
        return "transactions: {t: {values: {v: " + value + "}, statements: [\"SELECT :v\"]}}";
    }

    /** For tables with equal columns, {@code learn} writes such INSERTs into copies. */
    @Test
    void readsInsertOfSeveralRowsIntoCopies() {
        Script script = read("tables: {t: {columns: {a: INT, b: INT}, rows: 4, copies: 2, values: {a: {digit: row}}}}\n"
                + "transactions: {k: {values: {c: {uniform: 1..2}}, statements: [{sql: \"INSERT INTO t:c (`a`, `b`)"
                + " VALUES (:r, :v)\", rows: 3, values: {r: {next: t.a}, v: {uniform: 1..9}}}]}}");
        Script.Sql sql =
                (Script.Sql) script.transactions().get(0).body().steps().get(0);
        assertThat(sql.forCopy(2).sql().preparedText()).startsWith("INSERT INTO t2 (");
        assertThat(sql.forCopy(2).sql().rowStart()).isEqualTo("(");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ENUM('a)', 'b;--', 'it''s') NOT NULL COMMENT 'SELECT'",
                "DECIMAL(12,2) GENERATED ALWAYS AS (1 + (2)) STORED",
                "VARCHAR(9) DEFAULT \"x\" CHECK (`id` <> '#')"
            })
    void acceptsTypesWithParenthesesAndTexts(String type) {
        String quotedText = "'" + type.replace("'", "''") + "'";
        assertThat(read("tables: {a: {columns: {id: " + quotedText + "}}}\n" + yamlWithValue("1"))
                        .tables()
                        .get(0)
                        .create())
                .contains(type);
    }

    @Test
    void derivesKeyColumnsFromRowNumber() {
        Script script = read("tables: {t: {columns: {a: INT, b: INT, c: CHAR(4)}, rows: 4, copies: 2, values: {"
                + "a: {digit: row, divide: 2}, b: {digit: row, modulo: 2}, c: {digit: row, width: 4}}}}\n"
                + "transactions: {x: {values: {n: {uniform: 1..2}, r: {sequence: 3}, k: {digit: r, divide: 2}}, statements: ["
                + "\"INSERT INTO t:n (a) VALUES (:k)\"]}}");

        assertThat(script.tables()).extracting(Script.Table::name).containsExactly("t1", "t2");
        Counters.RowCounters rowCounters = new Counters.RowCounters();
        ValueRandoms draws = new ValueRandoms(new SplittableRandom(7), RandomNumbers.DEFAULT, rowCounters);
        List<Value> newValues = script.tables().get(0).values().values().stream()
                .map(source -> source.value(draws, new Scope(null)))
                .toList();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            rowCounters.setRow(i);
            for (Value value : newValues) {
                value.draw();
                value.append(text.append(' '));
            }
        }
        assertThat(text.toString()).isEqualTo(" 1 1 '0001' 1 2 '0002' 2 1 '0003' 2 2 '0004'");
        Script.Sql insert =
                (Script.Sql) script.transactions().get(0).body().steps().get(0);
        assertThat(insert.copyParameter()).isEqualTo("n");
        assertThat(insert.forCopy(2).sql().preparedText()).isEqualTo("INSERT INTO t2 (a) VALUES (?)");
    }

    @Test
    void quotesTableAndColumnNames() {
        Script.Table table = read("tables: {order: {columns: {key: INT PRIMARY KEY, to: INT}, keys: [KEY (`to`)],"
                        + " table-options: ENGINE=InnoDB}}\n" + yamlWithValue("1"))
                .tables()
                .get(0);
        assertThat(table.create())
                .isEqualTo("CREATE TABLE `order` (`key` INT PRIMARY KEY, `to` INT, KEY (`to`)) ENGINE=InnoDB");
    }

    /** A server's default engine may have no transactions. */
    @ParameterizedTest
    @CsvSource({
        "'', ENGINE=InnoDB",
        "', table-options: ROW_FORMAT=COMPRESSED', ENGINE=InnoDB ROW_FORMAT=COMPRESSED",
        "', table-options: \"COMMENT=''engine''\"', ENGINE=InnoDB COMMENT='engine'",
        "', table-options: ROW_FORMAT=FIXED engine = MyISAM', ROW_FORMAT=FIXED engine = MyISAM"
    })
    void tablesUseInnoDbUnlessOptionsNameEngine(String options, String expectedEnd) {
        Script.Table table = read("tables: {t: {columns: {id: INT}" + options + "}}\n" + yamlWithValue("1"))
                .tables()
                .get(0);
        assertThat(table.create()).isEqualTo("CREATE TABLE `t` (`id` INT) " + expectedEnd);
    }

    @Test
    void optionsReplaceValuesOfFile() {
        Scripted spec = Scripted.yaml(
                "w",
                "options: {rows: 5}\ntables: {a: {columns: {id: INT}, rows: $rows, values: {id: 1}}}\n"
                        + yamlWithValue("1"));
        assertThat(ScriptReader.read(spec).tables().get(0).rows()).isEqualTo(5);
        assertThat(ScriptReader.read(spec.option("rows", "9")).tables().get(0).rows())
                .isEqualTo(9);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> ScriptReader.read(spec.option("row", "9")))
                .withMessage("workloadOption: row=9, must be one of the options of w: rows");
    }

    @Test
    void checksBecomeConditions() {
        assertThat(ScriptWorkload.of(Scripted.yaml("w", yamlWithValue("1")), SharedNumbers.forSingleProcess(1)))
                .isNotInstanceOf(ConsistentWorkload.class);
        assertThat(ScriptWorkload.of(
                        Scripted.yaml("w", "checks: {c: SELECT 1 FROM t}\n" + yamlWithValue("1")),
                        SharedNumbers.forSingleProcess(1)))
                .isInstanceOf(ConsistentWorkload.class);
    }
}
