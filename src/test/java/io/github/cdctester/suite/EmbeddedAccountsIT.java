// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

final class EmbeddedAccountsIT extends AccountsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start("--max-user-connections=4");
    }

    @Test
    void refusesServerLimitThatIsTooLow() {
        createAccount("");
        CliCall run = run();
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.err()).contains("allows 4 connections of ");
    }

    /** MariaDB exempts the account from the server's limit, but not from its own. */
    @Test
    void ignoresServerLimitForExemptAccount() {
        createAccount("", "CONNECTION ADMIN ON *.*");
        CliCall run = run();
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    @Test
    void refusesOwnLimitOfExemptAccount() {
        createAccount("WITH MAX_USER_CONNECTIONS 3", "CONNECTION ADMIN ON *.*");
        CliCall run = run();
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.err()).contains("allows 3 connections of ");
    }
}
