// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands with an account that has limits, and only the documented privileges. */
@Timeout(120)
abstract class AccountsContract extends ServerContract {

    /** Account names may contain quotes and further {@code @}. */
    private static final String USER = "o'neil@home";

    private static final String ACCOUNT = "'o''neil@home'@'%'";

    private static final String SUFFICIENT_LIMIT = "WITH MAX_USER_CONNECTIONS 100";

    /** Creates the account of {@code docs/endpoints.md}. */
    final void createAccount(String options, String... grants) {
        server.execute(
                "CREATE USER " + ACCOUNT + " IDENTIFIED BY 'pw' " + options,
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + ACCOUNT,
                "GRANT CREATE, DROP, INDEX, SELECT, INSERT, UPDATE, DELETE ON "
                        + server.endpoint().database() + ".* TO " + ACCOUNT);
        for (String grant : grants) {
            server.execute("GRANT " + grant + " TO " + ACCOUNT);
        }
    }

    @AfterEach
    void dropAccount() {
        server.execute("DROP USER IF EXISTS " + ACCOUNT);
    }

    final CliCall run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "--prepare", "--cleanup", "--tables=1"));
        arguments.addAll(List.of("--table-size=10", "--threads=1", "--events=20", "--time=0"));
        arguments.addAll(List.of(options));
        return call(arguments);
    }

    private CliCall call(List<String> arguments) {
        arguments.addAll(List.of(
                "--host=" + server.endpoint().host(),
                "--port=" + server.endpoint().port(),
                "--database=" + server.endpoint().database(),
                "--user=" + USER,
                "--password=pw"));
        return CliCall.of(arguments.toArray(String[]::new));
    }

    @Test
    void refusesConnectionLimitThatIsTooLow() {
        createAccount("WITH MAX_USER_CONNECTIONS 2");
        CliCall run = run();
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.err())
                .contains(
                        "allows 2 connections of " + USER + ", but 1 thread needs ",
                        "ALTER USER … WITH MAX_USER_CONNECTIONS ");
    }

    @Test
    void acceptsSufficientConnectionLimit() {
        createAccount(SUFFICIENT_LIMIT);
        CliCall run = run();
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("LOSSLESS");
    }

    private CliCall storm() {
        List<String> arguments = new ArrayList<>(List.of("run", "--prepare", "--cleanup", "--workload=storm"));
        arguments.addAll(List.of("--storm-steps=100", "--time=0"));
        arguments.add("--storm-kinds=add-column,drop-column,index,drop-partition,view,truncate,foreign-key");
        return call(arguments);
    }

    /** The table of latencies has one row per kind of the executed steps. */
    @Test
    void stormLeavesOutStepsWithoutPrivileges() {
        createAccount(SUFFICIENT_LIMIT);
        CliCall storm = storm();
        assertThat(storm.exitCode()).as(storm.out() + storm.err()).isZero();
        assertThat(storm.out())
                .contains("LOSSLESS")
                .containsPattern("not for this account:\\s+add-column, drop-column")
                .containsPattern("(?m)^truncate ")
                .doesNotContainPattern("(?m)^(add-column|drop-column|index|drop-partition|view) ");
    }

    @Test
    void stormMakesStepsWithPrivileges() {
        createAccount(
                SUFFICIENT_LIMIT,
                "ALTER, CREATE VIEW, REFERENCES, TRIGGER ON "
                        + server.endpoint().database() + ".*");
        CliCall storm = storm();
        assertThat(storm.exitCode()).as(storm.out() + storm.err()).isZero();
        assertThat(storm.out()).contains("LOSSLESS");
        for (String kind : List.of("add-column", "index", "drop-partition", "view", "foreign-key")) {
            assertThat(storm.out()).containsPattern("(?m)^" + kind + " ");
        }
    }
}
