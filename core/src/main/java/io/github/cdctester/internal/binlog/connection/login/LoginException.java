// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import java.io.IOException;

/** This side cannot or will not log in the way the server asks; another attempt would end the same. */
public final class LoginException extends IOException {

    private static final long serialVersionUID = 1L;

    LoginException(String message) {
        super(message);
    }

    LoginException(String message, Throwable cause) {
        super(message, cause);
    }
}
