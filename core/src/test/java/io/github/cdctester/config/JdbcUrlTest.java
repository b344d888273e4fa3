// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db.example:3307/sbtest, db.example, 3307, sbtest",
        "jdbc:mariadb://db.example:3307/sbtest, db.example, 3307, sbtest",
        "jdbc:mysql://10.0.0.7/sbtest, 10.0.0.7, 3306, sbtest",
        "jdbc:mysql://db.example:3307, db.example, 3307, ''",
        "jdbc:mysql://db.example:3307/, db.example, 3307, ''",
        "jdbc:mysql://[::1]:3307/sbtest, ::1, 3307, sbtest",
        "jdbc:mysql://[fe80::1:2]/sbtest, fe80::1:2, 3306, sbtest",
        "jdbc:mysql://[::ffff:10.0.0.7], ::ffff:10.0.0.7, 3306, ''"
    })
    void readsHostPortAndDatabase(String url, String host, int port, String database) {
        assertThat(JdbcUrl.parse(url)).isEqualTo(new JdbcUrl(host, port, database, null, Map.of()));
    }

    @Test
    void readsOptions() {
        JdbcUrl url = JdbcUrl.parse("jdbc:mysql://db/test?useCompression=true&sessionVariables=a=1&empty=&&=x&flag");
        assertThat(url.options()).isEqualTo(Map.of("useCompression", "true", "sessionVariables", "a=1", "empty", ""));
        assertThat(JdbcUrl.parse("jdbc:mysql://db?a=b").options()).isEqualTo(Map.of("a", "b"));
        assertThat(JdbcUrl.parse("jdbc:mysql://db/test?").options()).isEmpty();
        assertThat(JdbcUrl.parse("jdbc:mysql://db/test?flag&sessionVariables=a=@@b")
                        .options())
                .isEqualTo(Map.of("sessionVariables", "a=@@b"));
    }

    @ParameterizedTest
    @CsvSource({
        "sslMode=DISABLED, DISABLED",
        "sslMode=disable, DISABLED",
        "useSSL=false, DISABLED",
        "useSSL=False&sslMode=required, REQUIRED",
        "sslmode=PREFERRED, PREFERRED",
        "sslMode=trust, REQUIRED",
        "sslMode=verify-ca, VERIFY_CA",
        "sslMode=VERIFY_CA&useSSL=false, VERIFY_CA",
        "sslMode=verify-full, VERIFY_IDENTITY",
        "sslMode=VERIFY_IDENTITY, VERIFY_IDENTITY",
        "a=b, "
    })
    void readsTlsModeOfEachDriver(String options, SslMode expected) {
        JdbcUrl url = JdbcUrl.parse("jdbc:mysql://db/test?x=y&" + options);
        assertThat(url.sslMode()).isEqualTo(expected);
        assertThat(url.options()).containsEntry("x", "y").hasSize(expected == null ? 2 : 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sslMode=s3cret",
                "sslMode=",
                "useSSL=true",
                "requireSSL=true",
                "verifyServerCertificate=false",
                "trustServerCertificate=true",
                "DisableSslHostnameVerification=true"
            })
    void rejectsInvalidAndUnsupportedTlsOptions(String option) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> JdbcUrl.parse("jdbc:mariadb://db/test?" + option))
                .withMessageStartingWith("url: the option ")
                .withMessageContaining(option.substring(0, option.indexOf('=')))
                .withMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "db:3306",
                "mysql://db:3306/test",
                "jdbc:postgresql://db/test",
                "jdbc:mysql:/db/test",
                "jdbc:mysql://",
                "jdbc:mysql://:3306/test",
                "jdbc:mysql://db:port/test",
                "jdbc:mysql://db:123456/test",
                "jdbc:mysql://one,two/test",
                "jdbc:mysql://::1/test",
                "jdbc:mysql://user@db/test"
            })
    void rejectsInvalidUrls(String url) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> JdbcUrl.parse(url))
                .withMessageEndingWith("must be of the form jdbc:mysql://host:port/database");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://root:s3cret@db/test",
                "jdbc:mysql://root:s3cret@db,db2/test?password=s3cret",
                "jdbc:mysql://a@root:s3cret@db/test",
                "jdbc:mysql://root:/s3cret@db/test",
                "jdbc:mysql://root:@s3cret@db/test",
                "jdbc:mysql://root:?s3cret@db/test",
                "mysql://root:s3cret@db/test",
                "jdbc:mysql:db?user=root&password=s3cret",
                "jdbc:mysql://(host=db,user=root,password=s3cret)/test",
                "jdbc:mysql://address=(host=db)(password=s3cret)/test",
                "jdbc:mysql://root:s3cret?x@db/test",
                "jdbc:mysql://root:12?s3cret@db/test",
                "jdbc:mysql://root:12/s3cret@db/test",
                "jdbc:mysql://root:12/3?s3cret@db/test",
                "jdbc:mysql:root/s3cret@db",
                "root:s3cret@db/test",
                "jdbc:mysql://db,db2/test?password=a@s3cret",
                "jdbc:mysql://db/test&password=s3cret",
                "jdbc:mysql://db/test#password=s3cret",
                "jdbc:mysql://db;password=s3cret"
            })
    void hidesPasswordOfRejectedUrl(String url) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> JdbcUrl.parse(url))
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("s3cret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user=root", "a=b&password=s3cret", "Password=s3cret", "password1=s3cret"})
    void rejectsAccountInOptionsAndHidesIt(String options) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> JdbcUrl.parse("jdbc:mysql://db/test?" + options))
                .withMessageContaining("user and password separately")
                .withMessageNotContaining("s3cret");
    }
}
