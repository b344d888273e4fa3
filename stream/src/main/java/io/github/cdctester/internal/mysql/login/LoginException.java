// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import java.io.IOException;

/** The login method is not supported or not allowed, so a retry would fail in the same way. */
public final class LoginException extends IOException {

    private static final long serialVersionUID = 1L;

    LoginException(String message) {
        super(message);
    }

    LoginException(String message, Throwable cause) {
        super(message, cause);
    }
}
