// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import org.jspecify.annotations.Nullable;

/** Supertype of this library's exceptions for invalid plans and failed runs. The message is a single line for the user. */
public abstract sealed class CdcTesterException extends RuntimeException
        permits InvalidPlanException, ForeignTablesException, RunFailedException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param message one line: the problem, and the next step
     * @param cause the cause, or {@code null}
     */
    protected CdcTesterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
