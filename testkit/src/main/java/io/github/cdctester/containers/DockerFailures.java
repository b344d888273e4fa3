// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/**
 * Creates exceptions for failures of Testcontainers and of Docker's client. These throw any {@link RuntimeException} after an
 * interrupt, and may clear the interrupt flag.
 *
 * @param name name of the container
 */
record DockerFailures(String name) {

    RuntimeException ofStart(RuntimeException cause) {
        if (isInterrupt(cause)) {
            return ofInterrupt("starting " + name, cause);
        }
        return cause instanceof CdcTesterException
                ? cause
                : new RunFailedException(
                        name + " cannot be started: " + rootCause(cause).getMessage(), cause);
    }

    /** {@code verb} is the command, such as {@code kill}. */
    RunFailedException ofCommand(String verb, RuntimeException cause) {
        return isInterrupt(cause)
                ? ofInterrupt("waiting for Docker to " + verb + " " + name, cause)
                : new RunFailedException("Docker did not " + verb + " " + name + ": " + cause.getMessage(), cause);
    }

    private static RunFailedException ofInterrupt(String action, RuntimeException cause) {
        Thread.currentThread().interrupt();
        return new RunFailedException("interrupted while " + action, cause);
    }

    private static boolean isInterrupt(RuntimeException failure) {
        return Thread.currentThread().isInterrupted()
                || Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                        .anyMatch(cause -> cause instanceof InterruptedException
                                || cause instanceof ClosedByInterruptException
                                || cause instanceof CancellationException);
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
