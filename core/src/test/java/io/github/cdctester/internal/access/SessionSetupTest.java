// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.cdctester.internal.access.SessionSetup.Use;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionSetupTest {

    /** Answers queries for variables like a server: rejects the whole query if it does not have one of them. */
    private static final class Server implements SessionSetup.Session<IllegalStateException> {

        private static final Pattern VARIABLE = Pattern.compile("@@(?:session\\.)?(\\w+)");

        final Map<String, String> variables = new HashMap<>();
        final List<String> queries = new ArrayList<>();
        final List<String> executed = new ArrayList<>();

        Server(String version, String timeLimit, String noLimit) {
            variables.put("version", version);
            variables.put("completion_type", "NO_CHAIN");
            variables.put("sql_select_limit", "18446744073709551615");
            variables.put("sql_big_selects", "1");
            variables.put(timeLimit, noLimit);
        }

        static Server mySql() {
            return new Server("9.7.4", "max_execution_time", "0");
        }

        static Server mariaDb() {
            return new Server("11.4.5-MariaDB-log", "max_statement_time", "0.000000");
        }

        Server with(String variable, @Nullable String value) {
            variables.put(variable, value);
            return this;
        }

        @Override
        public @Nullable List<@Nullable String> firstRow(String sql) {
            if (sql.startsWith("SET ")) {
                executed.add(sql);
                return null;
            }
            queries.add(sql);
            List<String> row = new ArrayList<>();
            Matcher names = VARIABLE.matcher(sql);
            while (names.find()) {
                if (!variables.containsKey(names.group(1))) {
                    return null;
                }
                row.add(variables.get(names.group(1)));
            }
            return row;
        }
    }

    private static List<String> statementsFor(Server server, Use use) {
        new SessionSetup(use).apply(server);
        return server.executed;
    }

    @Test
    void setsNothingOnServersWithDefaults() {
        for (Use use : Use.values()) {
            assertThat(statementsFor(Server.mySql(), use)).isEmpty();
            assertThat(statementsFor(Server.mariaDb(), use)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "completion_type, CHAIN, SET completion_type = 0",
        "completion_type, RELEASE, SET completion_type = 0",
        "sql_select_limit, 1000, SET sql_select_limit = 18446744073709551615",
        "sql_big_selects, 0, SET sql_big_selects = 1"
    })
    void setsOnlyWhatDiffers(String variable, String value, String statement) {
        for (Use use : Use.values()) {
            assertThat(statementsFor(Server.mySql().with(variable, value), use)).containsExactly(statement);
            assertThat(statementsFor(Server.mariaDb().with(variable, value), use))
                    .containsExactly(statement);
        }
    }

    @Test
    void setsSeveralVariablesWithOneStatement() {
        Server server = Server.mySql().with("completion_type", "CHAIN").with("sql_select_limit", "3");
        assertThat(statementsFor(server, Use.LOAD))
                .containsExactly("SET completion_type = 0, sql_select_limit = 18446744073709551615");
    }

    @Test
    void timeLimitStaysForTheLoadOnly() {
        Server mySql = Server.mySql().with("max_execution_time", "100");
        Server mariaDb = Server.mariaDb().with("max_statement_time", "0.100000");
        assertThat(statementsFor(mySql, Use.LOAD)).isEmpty();
        assertThat(statementsFor(mariaDb, Use.LOAD)).isEmpty();
        assertThat(statementsFor(mySql, Use.OWN_QUERIES)).containsExactly("SET max_execution_time = 0");
        assertThat(statementsFor(mariaDb, Use.OWN_QUERIES)).containsExactly("SET max_statement_time = 0");
    }

    @Test
    void setsNothingIfServerLacksVariable() {
        Server server = Server.mySql().with("completion_type", "CHAIN");
        server.variables.remove("sql_big_selects");
        assertThat(statementsFor(server, Use.OWN_QUERIES)).isEmpty();
    }

    @Test
    void serverWithoutTimeLimitKeepsTheOtherValues() {
        Server server = Server.mySql().with("sql_select_limit", "3");
        server.variables.remove("max_execution_time");
        assertThat(statementsFor(server, Use.OWN_QUERIES))
                .containsExactly("SET sql_select_limit = 18446744073709551615");
    }

    @Test
    void nullIsNotSet() {
        assertThat(statementsFor(Server.mySql().with("sql_select_limit", null), Use.LOAD))
                .isEmpty();
    }

    @Test
    void connectionsWithinOneSecondSendOneQuery() {
        AtomicLong nanos = new AtomicLong();
        SessionSetup setup = new SessionSetup(Use.LOAD, nanos::get);
        Server first = Server.mySql().with("completion_type", "CHAIN");
        Server second = Server.mySql();
        Server afterFailover = Server.mySql().with("completion_type", "RELEASE").with("sql_big_selects", "0");
        setup.apply(first);
        setup.apply(second);
        nanos.set(1_000_000_001);
        setup.apply(afterFailover);
        assertThat(first.queries).hasSize(1);
        assertThat(second.queries).isEmpty();
        assertThat(Arrays.asList(first.executed, second.executed))
                .allSatisfy(statements -> assertThat(statements).containsExactly("SET completion_type = 0"));
        assertThat(afterFailover.executed).containsExactly("SET completion_type = 0, sql_big_selects = 1");
    }

    @Test
    void queriesAgainAfterLostConnection() {
        SessionSetup setup = new SessionSetup(Use.LOAD);
        assertThatIllegalStateException()
                .isThrownBy(() -> setup.apply(sql -> {
                    throw new IllegalStateException("lost");
                }));
        Server server = Server.mySql().with("completion_type", "CHAIN");
        setup.apply(server);
        assertThat(server.executed).containsExactly("SET completion_type = 0");
    }
}
