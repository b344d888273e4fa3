// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@RequiresDocker
final class MySqlVerdictIT extends VerdictContract {

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithEmptyLog();
    }

    @ParameterizedTest
    @CsvSource({"MARIADB, REQUIRED", "MARIADB, DISABLED", "CONNECTOR_J, REQUIRED", "CONNECTOR_J, DISABLED"})
    void isExactWithAndWithoutTls(JdbcDriver driver, SslMode sslMode) {
        Verdict verdict = RoundTripChecks.run(
                        plan().endpoint(server.endpoint().withSsl(sslMode, null).withJdbcDriver(driver))
                                .verify(Verification.EXACT))
                .verdict();

        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.method()).isEqualTo("exact");
    }

    @Test
    void isExactThroughCompressedProtocol() {
        Endpoint endpoint = server.endpoint();
        Verdict verdict = RoundTripChecks.run(plan().endpoint(Endpoint.of(
                                        "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database()
                                                + "?useCompression=true",
                                        endpoint.user(),
                                        endpoint.password().reveal())
                                .withJdbcDriver(JdbcDriver.MARIADB))
                        .verify(Verification.EXACT))
                .verdict();

        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void isLosslessWithFewPrivileges() {
        server.execute(
                "CREATE USER plain IDENTIFIED BY 'plain'",
                "GRANT ALL ON " + server.endpoint().database() + ".* TO plain",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO plain");
        Endpoint endpoint = server.endpoint();
        Verdict verdict = RoundTripChecks.run(plan().endpoint(Endpoint.of(
                                endpoint.host(), endpoint.port(), endpoint.database(), "plain", Password.of("plain")))
                        .verify(Verification.EXACT))
                .verdict();

        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void countsTransactionsWithoutGtids() {
        try (TestServer serverWithoutGtids = MySqlTestServer.sharedWithoutGtids()) {
            Verdict verdict = RoundTripChecks.run(plan().endpoint(serverWithoutGtids.endpoint()))
                    .verdict();

            assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
            assertThat(verdict.method()).isEqualTo("counts");
            assertThat(verdict.reason()).contains("has no GTIDs");
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan().endpoint(serverWithoutGtids.endpoint())
                            .verify(Verification.EXACT)
                            .run())
                    .withMessageContaining("verify exact is not possible")
                    .withMessageContaining("has no GTIDs");
            assertThat(serverWithoutGtids.queryRows("SHOW TABLES")).isEmpty();
        }
    }
}
