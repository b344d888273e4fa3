// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import io.github.cdctester.internal.mysql.login.Login;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * @param tlsVersion for example {@code TLSv1.3}; empty without TLS
 * @param tlsCipher standard name of the cipher suite; empty without TLS
 * @param rsaKeyFetched whether the password was encrypted with an RSA key that the server sent and that was not verified
 */
public record ConnectionSecurity(
        boolean tls, String tlsVersion, String tlsCipher, String loginPlugin, boolean rsaKeyFetched) {

    static ConnectionSecurity of(@Nullable SSLSession session, Login.Outcome login) {
        return new ConnectionSecurity(
                session != null,
                session == null ? "" : session.getProtocol(),
                session == null ? "" : session.getCipherSuite(),
                login.plugin(),
                login.keyFetched());
    }
}
