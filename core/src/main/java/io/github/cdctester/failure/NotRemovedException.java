// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Something that the tester had made could not be removed. It is thrown if nothing else went wrong, and suppressed by the
 * failure after which things were to be removed.
 */
public final class NotRemovedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param what what is left
     * @param cause why
     */
    public NotRemovedException(String what, Throwable cause) {
        super("not everything was removed: " + what + ": " + cause.getMessage(), cause);
    }

    /**
     * Creates a failure whose cause tells what is left.
     *
     * @param cause what is left, and why
     */
    public NotRemovedException(CdcTesterException cause) {
        super("not everything was removed: " + cause.getMessage(), cause);
    }

    /**
     * Tells in one line what went wrong, and what was left behind after it.
     *
     * @param failure what went wrong
     * @return its message, and those of all failures of this kind that it or one of its causes suppressed
     */
    public static String messageOf(Throwable failure) {
        Set<String> messages = new LinkedHashSet<>();
        messages.add(String.valueOf(failure.getMessage()));
        for (Throwable at = failure; at != null; at = at.getCause()) {
            for (Throwable suppressed : at.getSuppressed()) {
                if (suppressed instanceof NotRemovedException) {
                    messages.add(suppressed.getMessage());
                }
            }
        }
        return String.join("; ", messages);
    }
}
