// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import java.util.Objects;

/** A password that is never printed: {@link #toString()} returns asterisks, and no result file contains the password. */
public final class Password {

    /** The empty password. */
    public static final Password NONE = new Password("");

    private final String value;

    private Password(String value) {
        this.value = Objects.requireNonNull(value, "password");
    }

    /** Wraps a password. */
    public static Password of(String value) {
        return value.isEmpty() ? NONE : new Password(value);
    }

    /** Returns the password in clear text. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Password password && value.equals(password.value);
    }

    @Override
    public int hashCode() {
        return 31;
    }

    @Override
    public String toString() {
        return value.isEmpty() ? "(none)" : "****";
    }
}
