// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.closing;

import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs actions in order even after failures, including {@link Error}: the first failure counts, and suppresses the
 * others. Not thread-safe.
 */
public final class FirstFailure {

    @FunctionalInterface
    public interface Action {

        void run() throws Exception;
    }

    private @Nullable Throwable first;
    private boolean interrupted;

    /** Runs an action; returns true if it succeeded. */
    public boolean run(Action action) {
        try {
            action.run();
            return true;
        } catch (InterruptedException e) {
            interrupted = true;
            add(new RunFailedException("the run was interrupted", e));
        } catch (Throwable e) {
            add(e);
        }
        return false;
    }

    /** Runs an action that removes something; a failure of the tester's own type describes the remaining objects. */
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
        Throwable before = first;
        if (before == null) {
            first = failure;
        } else if (before != failure && !isKnown(before, failure)) { // the same exception may be thrown twice
            before.addSuppressed(failure);
        }
    }

    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    private static boolean isKnown(Throwable before, Throwable failure) {
        for (Throwable known : before.getSuppressed()) {
            if (known == failure) {
                return true;
            }
        }
        return false;
    }

    public @Nullable Throwable first() {
        return first;
    }

    /** Returns true if the thread was interrupted meanwhile. */
    public boolean wasInterrupted() {
        return interrupted;
    }

    /** Throws what failed first, as it is, unless nothing did. */
    public void rethrow() {
        rethrow(first, failure -> "closing: " + failure.getMessage());
    }

    /**
     * Throws what ended a thread, as it is, unless nothing did.
     *
     * @param words what failed, if it is a checked exception
     */
    public static void rethrow(@Nullable Throwable failure, Function<Throwable, String> words) {
        if (failure instanceof RuntimeException own) {
            throw own;
        }
        failBy(failure, words);
    }

    /** Returns the failure as a failure of the run, unless it is an {@link Error}. */
    public static void failBy(@Nullable Throwable failure, Function<Throwable, String> words) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new RunFailedException(words.apply(failure), failure);
        }
    }
}
