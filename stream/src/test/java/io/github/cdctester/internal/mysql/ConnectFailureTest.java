// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.EOFException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectFailureTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db", "cdc", "s3cret");

    @ParameterizedTest
    @CsvSource({
        "1045, check user and password",
        "1129, FLUSH HOSTS",
        "1130, CREATE USER",
        "1862, the password has expired",
        "3118, ACCOUNT UNLOCK",
        "3159, another sslMode",
        "3955, failed logins",
        "4151, ACCOUNT UNLOCK"
    })
    void explainsRejectedLogin(int code, String advice) {
        ServerErrorException refusal = new ServerErrorException(code, "no");
        assertThat(ConnectFailure.isRefusedLogin(refusal)).isTrue();
        assertThat(ConnectFailure.toException(ENDPOINT, true, refusal))
                .hasMessageStartingWith("login refused by db:3306 for user 'cdc': error " + code + ": no; ")
                .hasMessageContaining(advice)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void mentionsTlsAndPinnedKeyOnlyIfRelevant() {
        ServerErrorException denied = new ServerErrorException(1045, "no");
        assertThat(ConnectFailure.toException(ENDPOINT, true, denied))
                .hasMessageNotContaining("TLS")
                .hasMessageNotContaining("key");
        assertThat(ConnectFailure.toException(ENDPOINT.withServerPublicKey(Path.of("key.pem")), false, denied))
                .hasMessageContaining("is serverPublicKey this server's key?")
                .hasMessageContaining("requires TLS");
    }

    @Test
    void temporaryErrorIsNoRejectedLogin() {
        assertThat(ConnectFailure.isRefusedLogin(new ServerErrorException(1040, "Too many connections")))
                .isFalse();
        assertThat(ConnectFailure.isRefusedLogin(new EOFException())).isFalse();
        assertThat(ConnectFailure.toException(ENDPOINT, true, new ServerErrorException(1040, "Too many connections")))
                .hasMessage("db:3306 refused the connection: error 1040: Too many connections");
    }
}
