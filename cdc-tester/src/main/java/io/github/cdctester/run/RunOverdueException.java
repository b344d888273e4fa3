// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a run exceeds the time limit of its caller. The run was stopped and closed. If it failed while it was stopped, this
 * failure is the cause.
 */
public final class RunOverdueException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable RunResult partialResult;

    /**
     * Creates the failure.
     *
     * @param message the length of the wait, and the run's last activity
     * @param partialResult the measurements; {@code null} if nothing was measured
     * @param cause failure of the run while it was stopped; {@code null} if it did not fail
     */
    public RunOverdueException(String message, @Nullable RunResult partialResult, @Nullable Throwable cause) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** {@return the result up to the stop; empty if nothing was measured yet} */
    public Optional<RunResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
