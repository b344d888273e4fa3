// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.run.RunInterruptedException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * A test's failure with the directories of its runs' reports. An assertion keeps its stack trace and compared values; its message
 * becomes longer. Other exceptions are not changed, and get one of these as a suppressed exception.
 */
final class ReportedFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private ReportedFailure(String where) {
        super(where, null, false, false);
    }

    /** Adds the places, if there are any. */
    static Throwable of(Throwable failure, List<Path> reports) {
        if (reports.isEmpty() || failure instanceof TestAbortedException) {
            return failure;
        }
        String where = (reports.size() == 1 ? "report of the run: " : "reports of the runs: ")
                + reports.stream()
                        .map(directory -> directory.resolve("report.html").toString())
                        .collect(Collectors.joining(", "));
        if (failure instanceof RunInterruptedException broken) {
            return like(
                    failure,
                    new RunInterruptedException(
                            new RunFailedException(failure.getMessage() + "; " + where, failure),
                            broken.partialResult()));
        } else if (failure instanceof AssertionError error) {
            return like(
                    failure, longer(error, (failure.getMessage() == null ? "" : failure.getMessage() + "\n") + where));
        }
        failure.addSuppressed(new ReportedFailure(where));
        return failure;
    }

    private static AssertionError longer(AssertionError failure, String message) {
        if (failure instanceof AssertionFailedError compared && failure.getClass() == AssertionFailedError.class) {
            return compared.isExpectedDefined()
                    ? new AssertionFailedError(
                            message, compared.getExpected(), compared.getActual(), compared.getCause())
                    : new AssertionFailedError(message, compared.getCause());
        }
        // a custom type, such as several failures in one, is kept as the cause
        return new AssertionError(message, failure.getClass() == AssertionError.class ? failure.getCause() : failure);
    }

    private static Throwable like(Throwable failure, Throwable longer) {
        longer.setStackTrace(failure.getStackTrace());
        for (Throwable suppressed : failure.getSuppressed()) {
            longer.addSuppressed(suppressed);
        }
        return longer;
    }
}
