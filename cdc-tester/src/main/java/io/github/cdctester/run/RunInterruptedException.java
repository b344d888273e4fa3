// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Thrown if a run fails while it is measuring; {@link #partialResult()} contains the measurements. If a run throws a different
 * exception, such as an {@link Error} of a listener, this exception is suppressed in it. If only the clean-up failed, it is suppressed
 * in a {@link io.github.cdctester.failure.NotRemovedException}, and contains the complete result.
 */
public final class RunInterruptedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    private final transient RunResult partialResult;

    /**
     * Creates the failure.
     *
     * @param cause the cause
     * @param partialResult the measurements, marked as interrupted; the complete result if only the clean-up failed
     */
    public RunInterruptedException(RunFailedException cause, RunResult partialResult) {
        super(String.valueOf(cause.getMessage()), cause);
        this.partialResult = partialResult;
    }

    /** {@return the result up to the failure, marked as interrupted; the complete result if only the clean-up failed} */
    public RunResult partialResult() {
        return partialResult;
    }

    /**
     * Returns the partial result that an exception of a run contains.
     *
     * @param failure an exception of a run
     * @return partial result of the exception or of a suppressed exception; empty if there is none
     */
    public static Optional<RunResult> resultOf(Throwable failure) {
        return Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
                .filter(RunInterruptedException.class::isInstance)
                .map(throwable -> ((RunInterruptedException) throwable).partialResult())
                .findFirst();
    }
}
