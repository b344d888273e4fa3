// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTemplateTest {

    @Test
    void findsParameters() {
        SqlTemplate sql = SqlTemplate.parse(" update t set a=:a, b = b+:b_2 where id IN (:a,:c) ; ");
        assertThat(sql.firstWord()).isEqualTo("UPDATE");
        assertThat(sql.names()).containsExactly("a", "b_2", "a", "c");
        assertThat(sql.preparedText()).isEqualTo("update t set a=?, b = b+? where id IN (?,?) ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ':a', \":b\", `:c` FROM t",
                "SELECT 'it''s :a', 'it\\'s :b' FROM t",
                "SELECT 1 -- :a ?;\n FROM t # :b ;",
                "SELECT /* :a ? ; ' */ 1",
                "SELECT @x := 1, '10:30', 4--:",
                "SELECT JSON_EXTRACT(d, '$.a:b?') FROM t",
            })
    void ignoresQuotesAndComments(String text) {
        SqlTemplate sql = SqlTemplate.parse(text);
        assertThat(sql.names()).isEmpty();
        assertThat(sql.preparedText()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1; DELETE FROM t",
                "SELECT ?",
                "SELECT 'open",
                "SELECT /* open",
                "SELECT 1 /*! INTO OUTFILE '/x' */",
                "SELECT 1 /*M! x */",
                "SELECT 1 INTO OutFile '/x'",
                "SELECT LOAD_FILE('/etc/passwd')",
            })
    void rejectsInvalidTemplates(String text) {
        assertThatExceptionOfType(InvalidPlanException.class).isThrownBy(() -> SqlTemplate.parse(text));
    }

    /** A leading comment could hide the type of a statement. */
    @Test
    void hasNoFirstWordAfterComment() {
        assertThat(SqlTemplate.parse("/* x */ LOAD DATA LOCAL INFILE 'x' INTO TABLE t")
                        .firstWord())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO t (a, b) VALUES (:a, :b)          | (",
                "INSERT INTO t (a, b) VALUES (1, :b)           | (1,",
                "INSERT INTO t (a, b, c) VALUES (:a, NULL, 1)  | (",
                "INSERT INTO t (a) VALUES (:a) AS new          | ''",
                "INSERT INTO t (a) VALUES (:a) ON DUPLICATE KEY UPDATE a = VALUES(a) | ''",
                "INSERT INTO t (a) VALUES (1)                  | ''",
            })
    void findsStartOfRows(String sql, String rowStart) {
        assertThat(SqlTemplate.parse(sql).rowStart().strip()).isEqualTo(rowStart);
    }
}
