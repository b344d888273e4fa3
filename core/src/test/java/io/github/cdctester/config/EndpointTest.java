// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.InvalidPlanException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

    private static final Password PASSWORD = Password.of("s3cret");

    private final Endpoint endpoint = Endpoint.of("db", 3306, "test", "root", PASSWORD);

    @Test
    void parsesUrl() {
        Endpoint fromUrl = Endpoint.of("jdbc:mysql://[::1]:3307/test?useCompression=true", "root", "s3cret");
        assertThat(fromUrl.host()).isEqualTo("::1");
        assertThat(fromUrl.address()).isEqualTo("[::1]:3307");
        assertThat(fromUrl.database()).isEqualTo("test");
        assertThat(fromUrl.password()).isEqualTo(PASSWORD);
        assertThat(fromUrl.sslMode()).isEqualTo(SslMode.PREFERRED);
        assertThat(fromUrl.client()).isEqualTo(Client.AUTO);
        assertThat(fromUrl.jdbcDriver()).isEqualTo(JdbcDriver.AUTO);
        assertThat(fromUrl.driverProperties()).isEqualTo(Map.of("useCompression", "true"));
    }

    /** Like in both drivers. */
    @Test
    void findsDriverPropertyInAnyCase() {
        Endpoint fromUrl = Endpoint.of("jdbc:mysql://db/test?useaffectedrows=false", "root", "s3cret")
                .withDriverProperty("b", "1");
        assertThat(fromUrl.driverProperties())
                .containsEntry("useAffectedRows", "false")
                .hasSize(2);
        assertThat(fromUrl.withDriverProperty("USEAFFECTEDROWS", "true").driverProperties())
                .containsEntry("useAffectedRows", "true")
                .hasSize(2);
        assertThat(Endpoint.of("jdbc:mysql://db/test?USEAFFECTEDROWS=false", "root", "s3cret")
                        .withDriverProperty("B", "1"))
                .isEqualTo(fromUrl)
                .hasSameHashCodeAs(fromUrl);
        assertThatThrownBy(() -> fromUrl.driverProperties().put("c", "1"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void rejectsDriverPropertyWithoutNameOrValue() {
        assertThatNullPointerException().isThrownBy(() -> endpoint.withDriverProperty("a", null));
        assertThatNullPointerException().isThrownBy(() -> endpoint.withDriverProperty(null, "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "[::1]"})
    void acceptsIpv6AddressWithAndWithoutBrackets(String host) {
        for (Endpoint ipv6 : List.of(
                Endpoint.of(host, 3307, "test", "root", PASSWORD),
                endpoint.withAddress(host, 3307),
                endpoint.withAddress(host, 3307).withDatabase("other"))) {
            assertThat(ipv6.host()).isEqualTo("::1");
            assertThat(ipv6.address()).isEqualTo("[::1]:3307");
        }
    }

    @Test
    void eachMethodChangesOneProperty() {
        Path ca = Path.of("ca.pem");
        Path key = Path.of("public_key.pem");
        Endpoint changedEndpoint = endpoint.withSsl(SslMode.VERIFY_CA, ca)
                .withServerPublicKey(key)
                .withClient(Client.JDBC)
                .withJdbcDriver(JdbcDriver.MARIADB)
                .withDriverProperty("a", "1")
                .withDriverProperty("b", "2");
        assertThat(changedEndpoint)
                .isEqualTo(new Endpoint(
                        "db",
                        3306,
                        "test",
                        "root",
                        PASSWORD,
                        SslMode.VERIFY_CA,
                        ca,
                        key,
                        Client.JDBC,
                        JdbcDriver.MARIADB,
                        Map.of("a", "1", "b", "2")));
        assertThat(endpoint.driverProperties()).isEmpty();
        assertThat(endpoint.address()).isEqualTo("db:3306");
    }

    @Test
    void rejectsDriverAndItsOptionsForNativeClient() {
        Endpoint nativeEndpoint = endpoint.withClient(Client.NATIVE);
        assertThat(nativeEndpoint.client()).isEqualTo(Client.NATIVE);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> nativeEndpoint.withJdbcDriver(JdbcDriver.MARIADB))
                .withMessage("client: native, must be auto or jdbc with jdbcDriver");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> Endpoint.of("jdbc:mysql://db/test?b=1&a=s3cret", "root", "s3cret")
                        .withClient(Client.NATIVE))
                .withMessage("client: native, must be auto or jdbc with options for the driver: a, b");
    }

    @Test
    void tlsModeOfUrlAppliesToStream() {
        Endpoint fromUrl = Endpoint.of("jdbc:mysql://db/test?sslMode=VERIFY_IDENTITY", "root", "s3cret");
        assertThat(fromUrl.sslMode()).isEqualTo(SslMode.VERIFY_IDENTITY);
        assertThat(fromUrl.driverProperties()).isEmpty();
    }

    @Test
    void rejectsTlsModeAsDriverProperty() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> endpoint.withDriverProperty("sslMode", "disable"))
                .withMessage("driverProperties: the option sslMode, must be left out;"
                        + " sslMode and sslCa apply to the writers and the stream");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_536, 99_999})
    void rejectsPortOutOfRange(int port) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> Endpoint.of("db", port, "", "root", PASSWORD))
                .withMessage("port: " + port + ", must be a whole number from 1 to 65535")
                .extracting(InvalidPlanException::property)
                .isEqualTo("port");
    }

    @Test
    void rejectsBlankHost() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> Endpoint.of(" ", 3306, "", "root", PASSWORD))
                .extracting(InvalidPlanException::property)
                .isEqualTo("host");
    }

    @Test
    void hidesPassword() {
        assertThat(endpoint.toString()).doesNotContain("s3cret").contains("db").contains("****");
        Plan plan = Plan.of(endpoint, Window.DEFAULT, List.of()).subscriber(SubscriberSpec.DEFAULT.at(endpoint));
        assertThat(plan.toString()).doesNotContain("s3cret");
    }

    @Test
    void hidesPasswordsInOptions() {
        String url = "jdbc:mysql://db/test?trustCertificateKeyStorePassword=s3cret&useCompression=true";
        assertThat(Endpoint.of(url, "root", "").toString())
                .doesNotContain("s3cret")
                .contains("useCompression");
    }

    @Test
    void storedOptionsExcludeSecrets() {
        String options = "keyPwd=s3cret&connectionAttributes=token:s3cret&sessionVariables=@token = 's3cret'"
                + "&rewriteBatchedStatements=true";
        assertThat(Endpoint.of("jdbc:mysql://db/test?" + options, "root", "")
                        .withoutPassword()
                        .driverProperties())
                .isEqualTo(Map.of("rewriteBatchedStatements", "true"));
        Map<String, String> harmlessOptions = Map.of(
                "defaultAuthenticationPlugin", "mysql_native_password",
                "serverRSAPublicKeyFile", "/run/secrets/key.pem");
        assertThat(EndpointCopy.of(Endpoint.of("jdbc:mysql://db/test", "root", ""))
                        .driverProperties(harmlessOptions)
                        .build()
                        .withoutPassword()
                        .driverProperties())
                .isEqualTo(harmlessOptions);
    }
}
