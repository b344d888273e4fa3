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
 * Runs actions in order, even after a failure or {@link Error}. The first failure is stored. Later failures are added to it as
 * suppressed exceptions. Not thread-safe.
 */
public final class FirstFailure {

    @FunctionalInterface
    public interface Action {

        void run() throws Exception;
    }

    private @Nullable Throwable first;
    private boolean wasInterrupted;

    /** Runs an action; returns true if it succeeded. */
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
     * Returns true if an interrupt has closed a socket, which looks like a failure of the server. The caller checks that its own
     * thread was interrupted, because the interrupt may be another thread's.
     */
    private static boolean isClosedByInterrupt(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(ClosedByInterruptException.class::isInstance);
    }

    /** Runs an action that removes something. A {@link RunFailedException} from it becomes a {@link NotRemovedException}. */
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
    private void add(Throwable failure) {
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

    /** Throws the first failure, if any; a checked exception is wrapped. */
    public void rethrow() {
        rethrow(first, failure -> "closing: " + failure.getMessage());
    }

    /**
     * Throws the failure that ended a thread, if any. Unchecked exceptions are thrown unchanged.
     *
     * @param message creates the message for a checked exception
     */
    public static void rethrow(@Nullable Throwable failure, Function<Throwable, String> message) {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        throwAsRunFailure(failure, message);
    }

    /** Throws a failure, if any, as {@link RunFailedException}; an {@link Error} is thrown unchanged. */
    public static void throwAsRunFailure(@Nullable Throwable failure, Function<Throwable, String> message) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new RunFailedException(message.apply(failure), failure);
        }
    }
}
