// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import io.github.cdctester.internal.mysql.MySqlConnection;
import io.github.cdctester.internal.mysql.NonBlockingConnection;
import io.github.cdctester.internal.mysql.TlsBuffers;
import io.github.cdctester.internal.mysql.login.LoginOptions;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestCertificates;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks TLS and logins of the stream and of both JDBC drivers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
abstract class LoginContract {

    private static final String ACCOUNT = "'a'@'%'";

    @TempDir
    static Path directory;

    TestCertificates authority;
    TestServer server;
    private Set<Path> storesBefore = Set.of();

    /** The certificate must be valid for 127.0.0.1 and localhost. */
    abstract TestServer start(TestCertificates.Server certificate);

    /** Uses no TLS if {@code certificate} is null. {@link #restore} reverts the change. */
    abstract Endpoint endpointWithTlsSettings(TestCertificates.@Nullable Server certificate, String tlsVersion);

    abstract void restore();

    @BeforeAll
    void startServer() {
        authority = TestCertificates.newAuthority(directory, "suite");
        server = start(authority.signRsa("here", "ip:127.0.0.1,dns:localhost"));
        storesBefore = temporaryStores();
    }

    @AfterAll
    void stopServer() {
        server.close();
        // suites that run at the same time have temporary stores for a moment
        Eventually.assertThat(Duration.ofSeconds(30), LoginContract::temporaryStores, storesBefore::containsAll);
    }

    @AfterEach
    void dropAccount() {
        restore();
        server.execute("DROP USER IF EXISTS " + ACCOUNT);
    }

    @ParameterizedTest
    @EnumSource(SslMode.class)
    void eachSslModeEncryptsAsDocumented(SslMode mode) {
        Endpoint endpoint =
                server.endpoint().withSsl(mode, mode.name().startsWith("VERIFY") ? authority.certificateFile() : null);
        boolean isEncrypted = mode != SslMode.DISABLED;

        ConnectionSecurity security = securityOfStream(endpoint);
        assertThat(security.tls()).isEqualTo(isEncrypted);
        assertThat(security.tlsVersion()).isEqualTo(isEncrypted ? "TLSv1.3" : "");
        assertThat(security.tlsCipher()).matches(isEncrypted ? "TLS_\\w+" : "");
        for (JdbcDriver driver : drivers()) {
            assertThat(queryWithJdbc(endpoint, driver, "SHOW SESSION STATUS LIKE 'Ssl_version'"))
                    .as(driver.name())
                    .isEqualTo(security.tlsVersion());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void connectsWithOneTlsVersion(String version) throws InterruptedException {
        Endpoint endpoint = endpointWithTlsSettings(authority.sign(version, "ip:127.0.0.1"), version)
                .withSsl(SslMode.VERIFY_IDENTITY, authority.certificateFile());

        assertThat(securityOfStream(endpoint).tlsVersion()).isEqualTo(version);
        for (JdbcDriver driver : drivers()) {
            assertThat(queryWithJdbc(endpoint, driver, "SHOW SESSION STATUS LIKE 'Ssl_version'"))
                    .isEqualTo(version);
        }
        loads().assertLoadSucceeds(endpoint);
    }

    @Test
    void nativeLoadUsesTls() {
        assertLoadUsesTls(Client.NATIVE);
    }

    @Test
    @Nightly
    void jdbcLoadUsesTls() {
        assertLoadUsesTls(Client.JDBC);
    }

    /**
     * The account cannot write without TLS. Some of its statements do not fit into one TLS record, or into the client's buffer.
     */
    private void assertLoadUsesTls(Client client) {
        server.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY 'x' REQUIRE SSL", "GRANT ALL ON *.* TO " + ACCOUNT);
        Endpoint account = writer("x").withSsl(SslMode.REQUIRED, null).withClient(client);
        LoginLoads.assertRuns(account, Sysbench.oltpWriteOnly().tableSize(100).reconnect(25), 400);
        LoginLoads.assertRuns(
                account, LargeTransactions.insert().trxBytes(5_000_000).transactions(2), 2);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    @Nightly // the workers try to reconnect for 30 s
    void wrongPasswordEndsLoad(Client client) throws InterruptedException {
        server.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY 'right'", "GRANT ALL ON *.* TO " + ACCOUNT);
        loads().assertEndsAfterChangeOfPassword(
                        writer("right").withClient(client), "ALTER USER " + ACCOUNT + " IDENTIFIED BY 'changed'");
    }

    abstract LoginLoads loads();

    Endpoint writer(String password) {
        return endpointWithPassword(password).withDatabase(server.endpoint().database());
    }

    @Test
    void rejectsUnknownAuthority() {
        Path unknownAuthority =
                TestCertificates.newAuthority(directory, "foreign").certificateFile();
        Endpoint endpoint = server.endpoint().withSsl(SslMode.VERIFY_CA, unknownAuthority);

        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> securityOfStream(endpoint))
                .withMessageContaining("not signed by a trusted authority")
                .withMessageContaining("--ssl-ca");
        for (JdbcDriver driver : drivers()) {
            assertThatExceptionOfType(RunFailedException.class)
                    .as(driver.name())
                    .isThrownBy(() -> queryWithJdbc(endpoint, true, driver, "SELECT 1, 1"));
        }
    }

    @Test
    void verifyIdentityRejectsOtherHostName() {
        Endpoint otherHost =
                endpointWithTlsSettings(authority.sign("elsewhere", "dns:elsewhere.example"), "TLSv1.2,TLSv1.3");

        assertThat(securityOfStream(otherHost.withSsl(SslMode.VERIFY_CA, authority.certificateFile()))
                        .tls())
                .isTrue();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(
                        () -> securityOfStream(otherHost.withSsl(SslMode.VERIFY_IDENTITY, authority.certificateFile())))
                .withMessageContaining("not valid for 127.0.0.1")
                .withMessageContaining("VERIFY_CA");
    }

    @Test
    void preferredAcceptsServerWithoutTls() {
        Endpoint endpointWithoutTls = endpointWithTlsSettings(null, "");

        assertThat(securityOfStream(endpointWithoutTls.withSsl(SslMode.PREFERRED, null))
                        .tls())
                .isFalse();
        for (JdbcDriver driver : drivers()) {
            assertThat(queryWithJdbc(
                            endpointWithoutTls.withSsl(SslMode.PREFERRED, null),
                            driver,
                            "SHOW SESSION STATUS LIKE 'Ssl_version'"))
                    .isEmpty();
        }
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> securityOfStream(endpointWithoutTls.withSsl(SslMode.REQUIRED, null)))
                .withMessageContaining("offers no TLS, but --ssl-mode is REQUIRED");
    }

    @Test
    void reportsFileWithoutCertificate() throws IOException {
        Path emptyFile = Files.writeString(directory.resolve("empty.pem"), "");
        Path garbageFile = Files.writeString(
                directory.resolve("garbage.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        for (Path file : new Path[] {emptyFile, garbageFile, directory.resolve("missing.pem")}) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> securityOfStream(server.endpoint().withSsl(SslMode.VERIFY_CA, file)))
                    .withMessageContaining("--ssl-ca " + file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a password of more than twenty characters", "pässwörd ключ 鍵 🔑"})
    void acceptsUnusualPasswords(String password) {
        server.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + password + "'");
        for (SslMode mode : new SslMode[] {SslMode.DISABLED, SslMode.REQUIRED}) {
            assertOpens(endpointWithPassword(password).withSsl(mode, null));
        }
    }

    @Test
    void acceptsLongPassword() {
        String password = "0123456789".repeat(25); // MySQL accepts at most 256 bytes
        server.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + password + "'");
        assertOpens(endpointWithPassword(password).withSsl(SslMode.REQUIRED, null));
    }

    @Test
    void doesNotPrintRejectedPassword() {
        server.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY 'right'");
        Endpoint endpointWithWrongPassword = endpointWithPassword("surely-wrong");
        assertRefused(endpointWithWrongPassword, "error 1045", "check --user and --password");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> LoginLoads.workerFactory(
                        endpointWithWrongPassword.withClient(Client.NATIVE), Sysbench.oltpInsert()))
                .withMessageContaining("error 1045")
                .withMessageNotContaining("surely-wrong");
    }

    @Test
    void reportsMissingSchemaWithOption() {
        Endpoint endpoint = server.endpoint();
        Endpoint schemalessEndpoint =
                Endpoint.of(endpoint.host(), endpoint.port(), "nowhere", endpoint.user(), endpoint.password());
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() ->
                        LoginLoads.workerFactory(schemalessEndpoint.withClient(Client.NATIVE), Sysbench.oltpInsert()))
                .withMessageContaining("nowhere")
                .withMessageEndingWith("; create it, or give another --database (default: sbtest)");
        for (JdbcDriver driver : drivers()) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> queryWithJdbc(schemalessEndpoint, driver, "SELECT 1, 1"))
                    .withMessageContaining("nowhere")
                    .withMessageEndingWith("; create it, or give another --database (default: sbtest)");
        }
    }

    @Test
    void rejectsAccountOfOtherHost() {
        server.execute("CREATE USER 'far'@'192.0.2.1' IDENTIFIED BY 'x'");
        try {
            Endpoint endpoint = server.endpoint();
            assertRefused(
                    Endpoint.of(endpoint.host(), endpoint.port(), "", "far", Password.of("x")),
                    "error 1045",
                    "'far'@'");
        } finally {
            server.execute("DROP USER 'far'@'192.0.2.1'");
        }
    }

    @Test
    void reportsLockedAccount() {
        server.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY 'x' ACCOUNT LOCK");
        assertRefused(endpointWithPassword("x"), "locked", "ALTER USER … ACCOUNT UNLOCK");
    }

    @Test
    void reportsExpiredPassword() {
        server.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY 'x'", "ALTER USER " + ACCOUNT + " PASSWORD EXPIRE");
        assertRefused(endpointWithPassword("x"), "error 1862", "password has expired: ALTER USER");
    }

    Endpoint endpointWithPassword(String password) {
        Endpoint endpoint = server.endpoint();
        return Endpoint.of(endpoint.host(), endpoint.port(), "", "a", Password.of(password));
    }

    void assertOpens(Endpoint endpoint) {
        assertOpens(endpoint, drivers());
    }

    void assertOpens(Endpoint endpoint, JdbcDriver... drivers) {
        securityOfStream(endpoint);
        for (JdbcDriver driver : drivers) {
            assertThat(queryWithJdbc(endpoint, driver, "SELECT 'is', CURRENT_USER()"))
                    .as(driver + " " + endpoint.sslMode())
                    .isEqualTo(endpoint.user() + "@%");
        }
    }

    static void assertRefused(Endpoint endpoint, String... texts) {
        String password = endpoint.password().reveal();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> securityOfStream(endpoint))
                .withMessageContainingAll(texts)
                .satisfies(e -> {
                    for (Throwable cause = e; cause != null && password.length() > 1; cause = cause.getCause()) {
                        assertThat(cause.toString()).doesNotContain(password);
                    }
                });
    }

    /** The connection is blocking during the login, and non-blocking afterwards. */
    static ConnectionSecurity securityOfStream(Endpoint endpoint) {
        try (MySqlConnection connection =
                MySqlConnection.open(endpoint, StreamRoute.DIRECT.to(endpoint), LoginOptions.NONE)) {
            assertThat(connection.query("SELECT 1").get(0).get(0)).isEqualTo("1");
            assertPingAnswered(connection.toNonBlocking(new TlsBuffers()));
            return connection.security();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertPingAnswered(NonBlockingConnection connection) throws IOException {
        try (Selector selector = Selector.open()) {
            connection.channel().register(selector, SelectionKey.OP_READ);
            connection.write(ByteBuffer.wrap(new byte[] {1, 0, 0, 0, 0x0e}));
            ByteBuffer answer = ByteBuffer.allocate(1 << 15);
            while (answer.position() < 5) {
                assertThat(selector.select(10_000)).isEqualTo(1);
                selector.selectedKeys().clear();
                assertThat(connection.read(answer)).isNotNegative();
            }
            assertThat(answer.get(4)).as("first byte of OK").isZero();
        }
    }

    /** Returns the second column of the first row. */
    static String queryWithJdbc(Endpoint endpoint, JdbcDriver driver, String sql) {
        return queryWithJdbc(endpoint, securityOfStream(endpoint).tls(), driver, sql);
    }

    static String queryWithJdbc(Endpoint endpoint, boolean usesTls, JdbcDriver driver, String sql) {
        try (ConnectionPool pool = ConnectionPool.open(endpoint.withJdbcDriver(driver), usesTls, 1);
                Connection connection = pool.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(2);
        } catch (SQLException e) {
            throw new AssertionError(driver + ": " + sql, e);
        }
    }

    static JdbcDriver[] drivers() {
        return new JdbcDriver[] {JdbcDriver.MARIADB, JdbcDriver.CONNECTOR_J};
    }

    private static Set<Path> temporaryStores() {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("cdc-tester-authorities"))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
