// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import org.jspecify.annotations.Nullable;

/** The run failed although its plan is valid, for example because of the server, the network or the file system. */
public non-sealed class RunFailedException extends CdcTesterException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param message one line: what failed, where, and what to do next
     * @param cause the cause, or {@code null}
     */
    public RunFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Creates a failure without an underlying exception.
     *
     * @param message one line: what failed, where, and what to do next
     */
    public RunFailedException(String message) {
        this(message, null);
    }
}
