// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestCertificates;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Also tests the login plugin ed25519 if an installed MariaDB has it. */
final class EmbeddedLoginIT extends LoginContract {

    private static final Path INSTALLED_MARIADB = Path.of(System.getProperty("cdctester.mariadb.basedir", "/usr"));

    private @Nullable TestServer extraServer;

    @Override
    TestServer start(TestCertificates.Server certificate) {
        TestServer startedServer = EmbeddedTestServer.start(ssl(certificate, "TLSv1.2,TLSv1.3"));
        startedServer.execute("SET GLOBAL disconnect_on_expired_password = ON"); // like MySQL's default
        return startedServer;
    }

    @Override
    Endpoint endpointWithTlsSettings(TestCertificates.@Nullable Server certificate, String tlsVersion) {
        extraServer = certificate == null
                ? EmbeddedTestServer.start("--skip-ssl")
                : EmbeddedTestServer.start(ssl(certificate, tlsVersion));
        return extraServer.endpoint();
    }

    @Override
    LoginLoads loads() {
        return new LoginLoads(extraServer == null ? server : extraServer);
    }

    @Override
    void restore() {
        if (extraServer != null) {
            extraServer.close();
            extraServer = null;
        }
    }

    @Test
    void rejectsExpiredCertificate() {
        Endpoint endpoint = endpointWithTlsSettings(
                authority.sign("old", "ip:127.0.0.1", "-startdate", "-9d", "-validity", "3"), "TLSv1.2,TLSv1.3");

        assertThat(securityOfStream(endpoint.withSsl(SslMode.REQUIRED, null)).tls())
                .isTrue();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> securityOfStream(endpoint.withSsl(SslMode.VERIFY_CA, authority.certificateFile())))
                .withMessageContaining("has expired");
    }

    @Test
    void failsWithServerErrorIfPasswordExpired() {
        server.execute(
                "SET GLOBAL disconnect_on_expired_password = OFF",
                "CREATE USER 'a'@'%' IDENTIFIED BY 'x' PASSWORD EXPIRE");
        try {
            PlanBuilder plan = CdcTester.plan().endpoint(endpointWithPassword("x"));
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan.subscriber(SubscriberSpec.DEFAULT).run())
                    .withMessageContaining("error 1820: You must SET PASSWORD");
        } finally {
            server.execute("SET GLOBAL disconnect_on_expired_password = ON");
        }
    }

    @Test
    void resultContainsLoginPlugin() {
        assertThat(securityOfStream(server.endpoint()).loginPlugin()).isEqualTo("mysql_native_password");
    }

    @Test
    void ed25519WorksForStreamAndWriters() throws InterruptedException {
        assumeTrue(
                Files.exists(INSTALLED_MARIADB.resolve("lib/mysql/plugin/auth_ed25519.so")),
                "no MariaDB with auth_ed25519 in " + INSTALLED_MARIADB);
        try (TestServer installedServer =
                EmbeddedTestServer.startInstalled(INSTALLED_MARIADB, "--plugin-load-add=auth_ed25519")) {
            for (String password : new String[] {"secret", "pässwörd ключ 鍵 🔑", "0123456789".repeat(30)}) {
                installedServer.execute(
                        "CREATE OR REPLACE USER 'e'@'%' IDENTIFIED VIA ed25519 USING PASSWORD('" + password + "')");
                Endpoint endpoint = installedServer.endpoint();
                Endpoint account = Endpoint.of(endpoint.host(), endpoint.port(), "", "e", Password.of(password))
                        .withSsl(SslMode.DISABLED, null);
                installedServer.execute("GRANT ALL ON *.* TO 'e'@'%'");
                new LoginLoads(installedServer).assertLoadSucceeds(account.withDatabase(endpoint.database()));
                assertThat(securityOfStream(account).loginPlugin()).isEqualTo("client_ed25519");
                assertThat(queryWithJdbc(account, JdbcDriver.MARIADB, "SELECT 'is', CURRENT_USER()"))
                        .isEqualTo("e@%");
                assertThatExceptionOfType(RunFailedException.class)
                        .isThrownBy(() -> queryWithJdbc(account, JdbcDriver.CONNECTOR_J, "SELECT 1, 1"))
                        .withMessageContaining("--jdbc-driver mariadb");
                assertRefused(
                        Endpoint.of(endpoint.host(), endpoint.port(), "", "e", Password.of("wrong")), "error 1045");
            }
        }
    }

    private static String[] ssl(TestCertificates.Server certificate, String tlsVersion) {
        return new String[] {
            "--ssl",
            "--ssl-cert=" + certificate.certificate(),
            "--ssl-key=" + certificate.key(),
            "--tls-version=" + tlsVersion
        };
    }
}
