// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Something that the tester had made could not be removed. It is thrown if nothing else went wrong, and suppressed by the failure
 * after which things were to be removed.
 */
public final class NotRemovedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param what the things left behind
     * @param cause the reason
     */
    public NotRemovedException(String what, Throwable cause) {
        super("not everything was removed: " + what + ": " + cause.getMessage(), cause);
    }

    /**
     * Creates a failure with the message of its cause.
     *
     * @param cause the things left behind, and the reason
     */
    public NotRemovedException(CdcTesterException cause) {
        super("not everything was removed: " + cause.getMessage(), cause);
    }

    /**
     * Returns one line with the failure and everything left behind.
     *
     * @param failure the failure
     * @return its message, and the messages of all suppressed failures of this type, also of its causes
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
