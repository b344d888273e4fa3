// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.closing;

import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs actions in order, even after a failure or {@link Error}. Later failures are added to the first failure as suppressed
 * exceptions. Several threads may run actions, if they end before the failure is read.
 */
public final class FirstFailure {

    @FunctionalInterface
    public interface Action {

        void run() throws Exception;
    }

    private @Nullable Throwable first;
    private boolean wasInterrupted;

    public boolean run(Action action) {
        try {
            action.run();
            return true;
        } catch (InterruptedException e) {
            addInterrupt(e);
        } catch (Throwable e) {
            if (Thread.currentThread().isInterrupted() && isClosedByInterrupt(e)) {
                InterruptedException interrupt = new InterruptedException();
                interrupt.initCause(e);
                addInterrupt(interrupt);
            } else {
                add(e);
            }
        }
        return false;
    }

    private void addInterrupt(InterruptedException e) {
        wasInterrupted = true;
        add(new RunFailedException("the run was interrupted", e));
    }

    /**
     * A socket closed by an interrupt looks like a failure of the server. The caller checks its own interrupt flag, because the
     * interrupt may be another thread's.
     */
    private static boolean isClosedByInterrupt(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(ClosedByInterruptException.class::isInstance);
    }

    /** A {@link RunFailedException} of the action becomes a {@link NotRemovedException}. */
    public void runRemoval(Action action) {
        try {
            action.run();
        } catch (RunFailedException e) {
            add(new NotRemovedException(e));
        } catch (Throwable e) {
            add(e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    private synchronized void add(Throwable failure) {
        Throwable firstFailure = first;
        if (firstFailure == null) {
            first = failure;
        } else if (firstFailure != failure
                && !isKnown(firstFailure, failure)) { // the same exception may be thrown twice
            firstFailure.addSuppressed(failure);
        }
    }

    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    private static boolean isKnown(Throwable firstFailure, Throwable failure) {
        for (Throwable suppressed : firstFailure.getSuppressed()) {
            if (suppressed == failure) {
                return true;
            }
        }
        return false;
    }

    public @Nullable Throwable first() {
        return first;
    }

    public boolean wasInterrupted() {
        return wasInterrupted;
    }

    /** Wraps a checked exception. */
    public void rethrow() {
        rethrow(first, failure -> "closing: " + failure.getMessage());
    }

    /** Throws unchecked exceptions unchanged. {@code message} creates the message for a checked exception. */
    public static void rethrow(@Nullable Throwable failure, Function<Throwable, String> message) {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        throwAsRunFailure(failure, message);
    }

    /** Throws an {@link Error} unchanged. */
    public static void throwAsRunFailure(@Nullable Throwable failure, Function<Throwable, String> message) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new RunFailedException(message.apply(failure), failure);
        }
    }
}
