// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import java.io.IOException;

/** The client cannot perform the requested login, for example with an unsupported plugin. A retry does not help. */
public final class LoginException extends IOException {

    private static final long serialVersionUID = 1L;

    LoginException(String message) {
        super(message);
    }

    LoginException(String message, Throwable cause) {
        super(message, cause);
    }
}
