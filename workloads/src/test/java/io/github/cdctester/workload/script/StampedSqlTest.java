// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StampedSqlTest {

    private static final String TABLES =
            "tables: {t: {columns: {a: INT, b: TEXT}}, c: {columns: {a: INT, b: INT}, copies: 2}}\n";

    private static String transactions(String statement) {
        return "transactions: {k: {values: {x: {uniform: 1..2}, no: {uniform: 1..2}}, statements: [\""
                + statement.replace("\"", "\\\"") + "\"]}}";
    }

    private static Script.Sql read(Scripted spec) {
        return (Script.Sql)
                ScriptReader.read(spec).transactions().get(0).body().steps().get(0);
    }

    private static Scripted stampedWorkload(String statement) {
        return Scripted.yaml("w", "stamp: true\n" + TABLES + transactions(statement));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "INSERT INTO t (a, b) VALUES (:x, 'b)')"
                        + "| INSERT INTO t (cdc_seq, cdc_at, a, b) VALUES (?, ?, ?, 'b)')",
                "insert ignore `t`(a)  values(ABS(:x));| insert ignore `t`(cdc_seq, cdc_at, a)  values(?, ?, ABS(?))",
                "INSERT INTO c:no (a) VALUE (1)| INSERT INTO c2 (cdc_seq, cdc_at, a) VALUE (?, ?, 1)",
                "UPDATE t SET a = :x WHERE a = ' SET '| UPDATE t SET cdc_seq = ?, cdc_at = ?, a = ? WHERE a = ' SET '",
                "UPDATE c:no SET b = b + 1| UPDATE c2 SET cdc_seq = ?, cdc_at = ?, b = b + 1",
                "DELETE FROM t WHERE a = :x| DELETE FROM t WHERE a = ?",
                "SELECT cdc_seq FROM t WHERE a = :x FOR UPDATE| SELECT cdc_seq FROM t WHERE a = ? FOR UPDATE",
            })
    void addsColumnsToChanges(String statement, String expectedSql) {
        assertThat(read(stampedWorkload(statement)).forCopy(2).sql().preparedText())
                .isEqualTo(expectedSql);
    }

    @Test
    void stampsEachRowOfInsert() {
        Script.Sql insert = read(Scripted.yaml(
                "w",
                "stamp: true\n" + TABLES + "transactions: {k: {statements: [{sql: \"INSERT INTO t (a) VALUES (:r)\","
                        + " rows: 3, values: {r: {uniform: 1..9}}}]}}"));
        assertThat(insert.sql().names()).containsExactly("cdc_seq", "cdc_at", "r");
        assertThat(insert.sql().rowStart()).isEqualTo("(");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1, 'b')",
                "INSERT INTO t SET a = 1",
                "INSERT INTO t (a) SELECT a FROM t",
                "INSERT INTO t (a) VALUES (1), (2)",
                "INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 2",
                "INSERT INTO other (a) VALUES (1)",
                "INSERT INTO t (a, cdc_at) VALUES (1, 2)",
                "UPDATE t SET a = 1, cdc_seq = 5",
                "UPDATE t JOIN c1 ON t.a = c1.a SET t.a = 1",
                "WITH w AS (SELECT 1) DELETE FROM t",
            })
    void rejectsChangesThatCannotBeStamped(String statement) {
        Scripted spec = stampedWorkload(statement);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> ScriptReader.read(spec))
                .withMessageStartingWith("w:3: transactions.k.statements[1]: ")
                .withMessageContaining(statement)
                .withMessageContaining("because rows are stamped");
        assertThat(read(Scripted.yaml("w", TABLES + transactions(statement)))
                        .forCopy(1)
                        .sql()
                        .names())
                .doesNotContain("cdc_seq");
    }

    @Test
    void addsColumnsToTables() {
        assertThat(ScriptReader.read(stampedWorkload("SELECT 1")).tables())
                .extracting(Script.Table::create)
                .hasSize(3)
                .allMatch(create -> create.contains(", cdc_seq BIGINT DEFAULT '0' NOT NULL, cdc_at BIGINT"));
        String yaml = "stamp: true\ntables: {t: {create: CREATE TABLE t (a INT)}}\n" + transactions("SELECT 1");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> ScriptReader.read(Scripted.yaml("w", yaml)))
                .withMessageContaining("tables.t.create")
                .withMessageContaining("a statement with the columns cdc_seq BIGINT");
    }

    @Test
    void stampsRowsByOptionAlone() {
        Scripted unstampedWorkload = Scripted.yaml("w", TABLES + transactions("UPDATE t SET a = 1"));
        assertThat(unstampedWorkload.stamped()).isFalse();
        assertThat(unstampedWorkload.displayed().options()).doesNotContainKey("stamp");
        Scripted stamped = unstampedWorkload.stamp(true);
        assertThat(stamped.stamped()).isTrue();
        assertThat(stamped.randSeed(7).option("x", "1").stamp()).isTrue();
        assertThat(stamped.displayed().options()).containsEntry("stamp", true);
        assertThat(read(stamped).sql().names()).containsExactly("cdc_seq", "cdc_at");
        assertThat(stampedWorkload("SELECT 1").stamped()).isTrue();
    }

    @Test
    void rejectsValueNamedLikeStamp() {
        String yaml = "stamp: true\n" + TABLES
                + "transactions: {k: {values: {cdc_seq: 1}, statements: [\"SELECT :cdc_seq\"]}}";
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> ScriptReader.read(Scripted.yaml("w", yaml)))
                .withMessageContaining("the name 'cdc_seq' is taken");
    }
}
