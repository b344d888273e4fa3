// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import io.github.cdctester.failure.Setting;

/** {@code mysql_clear_password}, for accounts that the server checks elsewhere (LDAP, PAM). Never without TLS. */
record ClearPassword() implements LoginMethod {

    static final String PLUGIN = "mysql_clear_password";

    @Override
    public String plugin() {
        return PLUGIN;
    }

    @Override
    public byte[] answer(byte[] nonce, LoginSecrets secrets) throws LoginException {
        if (!secrets.tls()) {
            throw new LoginException(
                    "plugin " + PLUGIN + " asks for the password in clear, which is not sent without TLS; use "
                            + Setting.SSL_MODE + " VERIFY_IDENTITY");
        }
        return secrets.withZero();
    }
}
