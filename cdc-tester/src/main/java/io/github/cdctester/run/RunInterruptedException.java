// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run failed while it was measuring. {@link #partialResult()} contains its measurements. Other exceptions of a run, such as an
 * {@link Error} of a listener, suppress one of these.
 */
public final class RunInterruptedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    private final transient RunResult partialResult;

    /**
     * Creates the failure.
     *
     * @param cause the cause
     * @param partialResult the measurements, marked as interrupted
     */
    public RunInterruptedException(RunFailedException cause, RunResult partialResult) {
        super(String.valueOf(cause.getMessage()), cause);
        this.partialResult = partialResult;
    }

    /** {@return the result up to the failure, marked as interrupted} */
    public RunResult partialResult() {
        return partialResult;
    }

    /**
     * Looks for the partial result in an exception of a run.
     *
     * @param failure a run's exception
     * @return its partial result, or a suppressed exception's; empty for none
     */
    public static Optional<RunResult> resultOf(Throwable failure) {
        return Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
                .filter(RunInterruptedException.class::isInstance)
                .map(one -> ((RunInterruptedException) one).partialResult())
                .findFirst();
    }
}
