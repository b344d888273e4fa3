// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import io.github.cdctester.failure.CdcTesterException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Texts of failures for messages and results. */
public final class FailureText {

    /** Causes may form a cycle. */
    private static final int MAX_CAUSES = 50;

    private FailureText() {}

    /** Omits the class name of failures whose message is written for users. Other messages are unclear without it. */
    public static String of(Throwable failure) {
        String message = failure.getMessage();
        boolean isWrittenForUsers = failure instanceof CdcTesterException
                || failure instanceof SQLException
                || failure instanceof IOException && !(failure instanceof UnknownHostException);
        return message != null && isWrittenForUsers ? message : failure.toString();
    }

    /** Keeps the class name, and adds the message of the innermost cause unless the text contains it. */
    public static String withRootCause(Throwable failure) {
        Throwable rootCause = failure;
        for (int i = 0; i < MAX_CAUSES; i++) {
            @Nullable Throwable cause = rootCause.getCause();
            if (cause == null) {
                break;
            }
            rootCause = cause;
        }
        String text = failure.toString();
        String rootText = rootCause.getMessage() == null ? rootCause.toString() : rootCause.getMessage();
        return text.contains(rootText) ? text : text + "; root cause: " + rootText;
    }
}
