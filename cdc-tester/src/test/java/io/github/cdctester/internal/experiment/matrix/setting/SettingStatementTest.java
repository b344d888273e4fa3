// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.matrix.setting.SettingStatement.Scope;
import io.github.cdctester.internal.experiment.matrix.setting.SettingStatement.Variable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Some statements need explicit undo statements. */
final class SettingStatementTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET GLOBAL x = 1 | x GLOBAL",
                "set global `X`=1; | x GLOBAL",
                "SET @@GLOBAL.x = 1 | x GLOBAL",
                "SET @@global.`x` := ON | x GLOBAL",
                "SET PERSIST x = 1 | x PERSIST",
                "SET @@PERSIST_ONLY.x = 1 | x PERSIST_ONLY",
                "SET GLOBAL a = 1, b = CONCAT('x,y', (SELECT 1, 2)), PERSIST c = 3, d = 4 | a GLOBAL, b GLOBAL, c"
                        + " PERSIST, d PERSIST",
                "SET @mine = 5, GLOBAL x = @mine | x GLOBAL",
                "SET GLOBAL validate_password.policy = 'LOW' | validate_password.policy GLOBAL",
                "/* why; not */ SET GLOBAL x = 'it''s; a \\' = b' -- done | x GLOBAL",
                "SET GLOBAL x = 1 # , GLOBAL y = 2 | x GLOBAL"
            })
    void recognizesServerVariables(String sql, String expected) {
        assertThat(SettingStatement.of(sql))
                .isInstanceOfSatisfying(
                        SettingStatement.Variables.class,
                        set -> assertThat(String.join(
                                        ", ",
                                        set.variables().stream()
                                                .map(variable -> variable.name() + " " + variable.scope())
                                                .toList()))
                                .isEqualTo(expected));
    }

    @Test
    void scopeAppliesToFollowingVariables() {
        assertThat(SettingStatement.of("SET GLOBAL a = 1, b = 2"))
                .isEqualTo(new SettingStatement.Variables(
                        List.of(new Variable("a", Scope.GLOBAL), new Variable("b", Scope.GLOBAL))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET x = 1",
                "SET SESSION x = 1",
                "SET @@x = 1",
                "SET @mine = 1",
                "SET NAMES utf8mb4",
                "SET GLOBAL TRANSACTION ISOLATION LEVEL READ COMMITTED",
                "SET PASSWORD FOR 'u' = 'x'",
                "SET GLOBAL x = 1, SESSION y = 2",
                "/*!80000 SET GLOBAL x = 1 */",
                "SET GLOBAL x = 1 /*! , y = 2 */",
                "UPDATE setup_consumers SET enabled = 'NO'",
                "UPDATE performance_schema.threads SET instrumented = 'NO'",
                "UPDATE performance_schema.setup_consumers a JOIN performance_schema.setup_instruments b SET a.enabled"
                        + " = 'NO'",
                "UPDATE performance_schema.setup_consumers, t SET enabled = 'NO'",
                "TRUNCATE performance_schema.setup_actors",
                "CREATE INDEX i ON t (a)",
                "CALL tune()"
            })
    void unsupportedStatementsNeedExplicitUndo(String sql) {
        assertThat(SettingStatement.of(sql)).isEqualTo(new SettingStatement.Other());
        assertThatThrownBy(() -> MatrixSetting.of("mine", sql))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("undo: missing; say how to undo ")
                .hasMessageContaining(sql);
        assertThat(new MatrixSetting(
                                "mine",
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(sql),
                                List.of("DO 1"))
                        .applySteps())
                .containsExactly(sql);
    }

    @ParameterizedTest
    @CsvSource({
        "UPDATE performance_schema.setup_consumers SET enabled = 'NO', SETUP_CONSUMERS",
        "update `performance_schema`.`setup_instruments` set enabled = 'NO', SETUP_INSTRUMENTS",
        "UPDATE LOW_PRIORITY performance_schema.setup_objects SET timed = 'NO', SETUP_OBJECTS"
    })
    void recognizesUpdatesOfSetupTables(String sql, SetupTable table) {
        assertThat(SettingStatement.of(sql)).isEqualTo(new SettingStatement.SetupRows(table));
    }

    @Test
    void recognizesPublishedSettings() {
        MatrixSetting setting = MatrixSetting.of(
                "pfson_conon_ins_sqlon",
                "UPDATE performance_schema.setup_consumers SET enabled = IF(name IN ('global_instrumentation',"
                        + "'thread_instrumentation','events_statements_current','events_statements_history',"
                        + "'statements_digest'), 'YES', 'NO')",
                "UPDATE performance_schema.setup_instruments SET enabled = IF(name LIKE 'statement/%', 'YES', 'NO'),"
                        + " timed = enabled");
        assertThat(setting.before())
                .extracting(SettingStatement::of)
                .containsExactly(
                        new SettingStatement.SetupRows(SetupTable.SETUP_CONSUMERS),
                        new SettingStatement.SetupRows(SetupTable.SETUP_INSTRUMENTS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", ";", "/* nothing */", "SET GLOBAL x = 1; SET GLOBAL y = 2"})
    void requiresExactlyOneStatement(String sql) {
        assertThatThrownBy(() -> SettingStatement.of(sql)).isInstanceOf(InvalidPlanException.class);
    }

    @Test
    void parsesLongTexts() {
        String text = "x''".repeat(100_000);
        assertThat(SettingStatement.of("SET GLOBAL init_connect = '" + text + "'"))
                .isEqualTo(new SettingStatement.Variables(List.of(new Variable("init_connect", Scope.GLOBAL))));
    }
}
