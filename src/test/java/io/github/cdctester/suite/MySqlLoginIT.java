// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestCertificates;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The certificates of MySQL can be changed while it runs. */
@RequiresDocker
final class MySqlLoginIT extends LoginContract {

    private static final String DATA_DIRECTORY = "/var/lib/mysql/";

    private MySqlTestServer mysql;
    private TestCertificates.Server initialCertificate;
    private boolean isTlsChanged;

    @Override
    TestServer start(TestCertificates.Server certificate) {
        initialCertificate = certificate;
        mysql = MySqlTestServer.start();
        installCertificate(certificate, "TLSv1.2,TLSv1.3");
        return mysql;
    }

    @Override
    Endpoint endpointWithTlsSettings(TestCertificates.@Nullable Server certificate, String tlsVersion) {
        isTlsChanged = true;
        installCertificate(certificate == null ? initialCertificate : certificate, tlsVersion);
        return mysql.endpoint();
    }

    @Override
    LoginLoads loads() {
        return new LoginLoads(mysql);
    }

    @Override
    void restore() {
        if (isTlsChanged) {
            installCertificate(initialCertificate, "TLSv1.2,TLSv1.3");
            isTlsChanged = false;
        }
    }

    @Test
    void generatedAuthorityFailsVerifyIdentity() {
        isTlsChanged = true;
        reloadTls("ca.pem", "server-cert.pem", "server-key.pem", "TLSv1.2,TLSv1.3");
        Path ca = mysql.copyOut(DATA_DIRECTORY + "ca.pem", directory.resolve("mysql-ca.pem"));
        Endpoint endpoint = mysql.endpoint();

        assertOpensWithTls(endpoint.withSsl(SslMode.VERIFY_CA, ca));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> securityOfStream(endpoint.withSsl(SslMode.VERIFY_IDENTITY, ca)))
                .withMessageContaining("not valid for 127.0.0.1")
                .withMessageContaining("--ssl-mode VERIFY_CA");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> securityOfStream(endpoint.withSsl(SslMode.VERIFY_CA, authority.certificateFile())))
                .withMessageContaining("not signed by a trusted authority");
    }

    @Test
    void fetchesKeyForFullLoginOnly() {
        createAccount("caching_sha2_password");
        Endpoint account = endpointWithPassword("s3cret").withSsl(SslMode.DISABLED, null);

        assertThat(securityOfStream(account).rsaKeyFetched()).as("full login").isTrue();
        assertThat(securityOfStream(account).rsaKeyFetched())
                .as("login from the server's cache")
                .isFalse();
        assertOpens(account);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caching_sha2_password", "sha256_password"})
    void usesPinnedKeyForStreamAndWriters(String plugin) {
        createAccount(plugin);
        Endpoint account = endpointWithPassword("s3cret").withSsl(SslMode.DISABLED, null);
        Path key = mysql.copyOut(DATA_DIRECTORY + "public_key.pem", directory.resolve("public_key.pem"));

        assertThat(securityOfStream(account.withServerPublicKey(key)).rsaKeyFetched())
                .isFalse();
        for (JdbcDriver driver : driversWith(plugin)) {
            clearLoginCache();
            assertThat(queryWithJdbc(account.withServerPublicKey(key), false, driver, "SELECT 'is', CURRENT_USER()"))
                    .isEqualTo("a@%");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"caching_sha2_password", "sha256_password"})
    void rejectsKeyOfOtherServer(String plugin) throws IOException {
        createAccount(plugin);
        Path key = mysql.copyOut(DATA_DIRECTORY + "public_key.pem", directory.resolve("public_key.pem"));
        Path otherKey = Files.writeString(directory.resolve("other.pem"), TestCertificates.newPublicKey());
        Endpoint account = endpointWithPassword("s3cret").withSsl(SslMode.DISABLED, null);

        assertRefused(
                account.withServerPublicKey(otherKey), "error 1045", "is --server-public-key-path this server's key?");
        assertRefused(
                account.withServerPublicKey(directory.resolve("none.pem")),
                "--server-public-key-path",
                "does not exist");
        securityOfStream(account.withServerPublicKey(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"caching_sha2_password", "sha256_password"})
    void eachPluginWorksForStreamAndWriters(String plugin) throws InterruptedException {
        createAccount(plugin);
        for (SslMode mode : new SslMode[] {SslMode.DISABLED, SslMode.REQUIRED}) {
            clearLoginCache();
            assertThat(securityOfStream(endpointWithPassword("s3cret").withSsl(mode, null))
                            .loginPlugin())
                    .isEqualTo(plugin);
            assertOpens(endpointWithPassword("s3cret").withSsl(mode, null), driversWith(plugin));
            clearLoginCache();
            loads().assertLoadSucceeds(writer("s3cret").withSsl(mode, null));
        }
        assertRefused(endpointWithPassword("wrong"), "error 1045");
    }

    @Test
    void longPasswordRequiresTls() {
        String password = "0123456789".repeat(25);
        mysql.execute("CREATE USER 'a'@'%' IDENTIFIED BY '" + password + "'");
        assertRefused(endpointWithPassword(password).withSsl(SslMode.DISABLED, null), "has 250 bytes", "use TLS");
    }

    @Test
    void rejectsAccountThatRequiresTls() {
        mysql.execute("CREATE USER 'a'@'%' IDENTIFIED BY 's3cret' REQUIRE SSL");
        assertRefused(endpointWithPassword("s3cret").withSsl(SslMode.DISABLED, null), "error 1045", "requires TLS");
        assertOpens(endpointWithPassword("s3cret"));
    }

    @Test
    void reportsServerThatRequiresTls() {
        try {
            mysql.execute("SET GLOBAL require_secure_transport = ON");
            assertRefused(mysql.endpoint().withSsl(SslMode.DISABLED, null), "error 3159", "use another --ssl-mode");
        } finally {
            mysql.executeWithTls("SET GLOBAL require_secure_transport = OFF");
        }
    }

    @Test
    void resultContainsTlsVersion() {
        Endpoint endpoint = mysql.endpoint().withSsl(SslMode.VERIFY_IDENTITY, authority.certificateFile());
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(endpoint.withJdbcDriver(JdbcDriver.CONNECTOR_J))
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(LoadSpec.closedLoop(2))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(30), 20, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter());

        assertThat(result.server().tls()).isTrue();
        assertThat(result.server().tlsVersion()).isEqualTo("TLSv1.3");
        assertThat(result.server().tlsCipher()).startsWith("TLS_");
        assertThat(result.server().loginPlugin()).isEqualTo("caching_sha2_password");
        assertThat(result.summary().cdc().transactions()).isGreaterThanOrEqualTo(20);
    }

    @Test
    void recommendsOtherDriverForUnsupportedLogin() {
        createAccount("sha256_password");
        Endpoint account = endpointWithPassword("s3cret");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> queryWithJdbc(account, JdbcDriver.MARIADB, "SELECT 1, 1"))
                .withMessageContaining("--jdbc-driver connector-j");
    }

    /** The MariaDB driver does not support sha256_password. */
    private static JdbcDriver[] driversWith(String plugin) {
        return plugin.equals("sha256_password") ? new JdbcDriver[] {JdbcDriver.CONNECTOR_J} : drivers();
    }

    private void createAccount(String plugin) {
        mysql.execute("CREATE USER 'a'@'%' IDENTIFIED WITH " + plugin + " BY 's3cret'", "GRANT ALL ON *.* TO 'a'@'%'");
        clearLoginCache();
    }

    /** The next login then needs the full exchange. */
    private void clearLoginCache() {
        mysql.execute("FLUSH PRIVILEGES");
    }

    private static void assertOpensWithTls(Endpoint endpoint) {
        assertThat(securityOfStream(endpoint).tls()).isTrue();
        for (JdbcDriver driver : drivers()) {
            assertThat(queryWithJdbc(endpoint, driver, "SHOW SESSION STATUS LIKE 'Ssl_version'"))
                    .as(driver.name())
                    .isNotEmpty();
        }
    }

    private void installCertificate(TestCertificates.Server certificate, String tlsVersion) {
        reloadTls(
                mysql.copyIn(authority.certificateFile()),
                mysql.copyIn(certificate.certificate()),
                mysql.copyIn(certificate.key()),
                tlsVersion);
    }

    /** An empty {@code tlsVersion} turns TLS off. */
    private void reloadTls(String ca, String certificate, String key, String tlsVersion) {
        mysql.execute(
                "SET GLOBAL ssl_ca = '" + ca + "'",
                "SET GLOBAL ssl_cert = '" + certificate + "'",
                "SET GLOBAL ssl_key = '" + key + "'",
                "SET GLOBAL tls_version = '" + tlsVersion + "'",
                "ALTER INSTANCE RELOAD TLS" + (tlsVersion.isEmpty() ? " NO ROLLBACK ON ERROR" : ""));
    }
}
