// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * An object that the tester created could not be removed. Thrown if nothing else failed; otherwise added to the first failure as
 * a suppressed exception.
 */
public final class NotRemovedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param objects the remaining objects
     * @param cause the reason
     */
    public NotRemovedException(String objects, Throwable cause) {
        super("not everything was removed: " + objects + ": " + cause.getMessage(), cause);
    }

    /**
     * Creates an exception with the message of its cause.
     *
     * @param cause the failure, whose message contains the remaining objects and the reason
     */
    public NotRemovedException(CdcTesterException cause) {
        super("not everything was removed: " + cause.getMessage(), cause);
    }

    /**
     * Returns one line with a failure and all remaining objects.
     *
     * @param failure the failure
     * @return the failure's message, and the messages of all exceptions of this type that the failure or one of its causes has
     *     suppressed. An exception of this type is followed by all failures that it has suppressed
     */
    public static String messageOf(Throwable failure) {
        Set<String> messages = new LinkedHashSet<>();
        messages.add(String.valueOf(failure.getMessage()));
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            for (Throwable suppressed : cause.getSuppressed()) {
                if (suppressed instanceof NotRemovedException || cause instanceof NotRemovedException) {
                    messages.add(
                            suppressed instanceof CdcTesterException
                                    ? String.valueOf(suppressed.getMessage())
                                    : suppressed.toString());
                }
            }
        }
        return String.join("; ", messages);
    }
}
