// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run took longer than somebody wanted to wait for it. It was stopped and closed; what it failed with meanwhile is the cause. */
public final class RunOverdueException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable RunResult partialResult;

    /**
     * Creates the failure.
     *
     * @param message how long it was waited, and what the run did last
     * @param partialResult what had been measured, or {@code null} where nothing was
     * @param cause what the run failed with when it was stopped, or {@code null}
     */
    public RunOverdueException(String message, @Nullable RunResult partialResult, @Nullable Throwable cause) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** {@return the result up to the stop; empty where nothing was measured yet} */
    public Optional<RunResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
