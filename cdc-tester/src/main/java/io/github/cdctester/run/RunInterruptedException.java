// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run broke while it was measuring. What had been measured is not lost: {@link #partialResult()} has it. Where something else
 * comes out of a run, such as an {@link Error} of a listener, it suppresses one of these.
 */
public final class RunInterruptedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    private final transient RunResult partialResult;

    /**
     * Creates the failure.
     *
     * @param cause what broke the run
     * @param partialResult what had been measured, marked as interrupted
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
     * Looks for the result in whatever came out of a run.
     *
     * @param failure what a run threw
     * @return the partial result of it, or of one that it suppresses; empty where there is none
     */
    public static Optional<RunResult> resultOf(Throwable failure) {
        return Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
                .filter(RunInterruptedException.class::isInstance)
                .map(one -> ((RunInterruptedException) one).partialResult())
                .findFirst();
    }
}
