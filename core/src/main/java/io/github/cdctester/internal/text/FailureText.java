// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

import io.github.cdctester.failure.CdcTesterException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Texts of failures for messages and results. */
public final class FailureText {

    /** Causes may form a cycle. */
    private static final int MAX_CAUSES = 50;

    private FailureText() {}

    /** Omits the class name of failures whose message is written for users. Other messages are unclear without it. */
    public static String of(Throwable failure) {
        boolean isWrittenForUsers = failure instanceof CdcTesterException
                || failure instanceof SQLException
                || failure instanceof IOException && !(failure instanceof UnknownHostException);
        return safely(failure, () -> isWrittenForUsers ? failure.getMessage() : null);
    }

    /** Keeps the class name, and adds the message of the innermost cause unless the text contains it. */
    public static String withRootCause(Throwable failure) {
        return safely(failure, () -> {
            Throwable rootCause = rootCause(failure);
            String text = failure.toString();
            String rootText = rootCause.getMessage() == null ? rootCause.toString() : rootCause.getMessage();
            return text.contains(rootText) ? text : text + "; root cause: " + rootText;
        });
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable rootCause = failure;
        for (int i = 0; i < MAX_CAUSES; i++) {
            @Nullable Throwable cause = rootCause.getCause();
            if (cause == null) {
                break;
            }
            rootCause = cause;
        }
        return rootCause;
    }

    /** Uses the class name if a user's exception has no usable text, because a result must not be lost for that. */
    private static String safely(Throwable failure, Supplier<@Nullable String> reader) {
        String className = failure.getClass().getName();
        try {
            String text = reader.get();
            return text != null ? text : Objects.requireNonNullElse(failure.toString(), className);
        } catch (RuntimeException | Error e) {
            return className;
        }
    }
}
