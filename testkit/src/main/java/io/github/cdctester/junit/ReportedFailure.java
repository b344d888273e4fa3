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
 * Adds the locations of the runs' reports to a test's failure. Assertion errors and {@link RunInterruptedException} are copied with a
 * longer message. Other exceptions get a suppressed exception of this class, except aborted tests.
 */
final class ReportedFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private ReportedFailure(String locations) {
        super(locations, null, false, false);
    }

    static Throwable of(Throwable failure, List<Path> reports) {
        if (reports.isEmpty() || failure instanceof TestAbortedException) {
            return failure;
        }
        String locations = (reports.size() == 1 ? "report of the run: " : "reports of the runs: ")
                + reports.stream()
                        .map(directory -> directory.resolve("report.html").toString())
                        .collect(Collectors.joining(", "));
        if (failure instanceof RunInterruptedException interruption) {
            return copyTraceTo(
                    failure,
                    new RunInterruptedException(
                            new RunFailedException(failure.getMessage() + "; " + locations, failure),
                            interruption.partialResult()));
        } else if (failure instanceof AssertionError error) {
            return copyTraceTo(
                    failure,
                    withMessage(error, (failure.getMessage() == null ? "" : failure.getMessage() + "\n") + locations));
        }
        failure.addSuppressed(new ReportedFailure(locations));
        return failure;
    }

    private static AssertionError withMessage(AssertionError failure, String message) {
        if (failure instanceof AssertionFailedError comparison && failure.getClass() == AssertionFailedError.class) {
            return comparison.isExpectedDefined()
                    ? new AssertionFailedError(
                            message, comparison.getExpected(), comparison.getActual(), comparison.getCause())
                    : new AssertionFailedError(message, comparison.getCause());
        }
        // a failure of another type, such as a multiple failure, becomes the cause
        return new AssertionError(message, failure.getClass() == AssertionError.class ? failure.getCause() : failure);
    }

    private static Throwable copyTraceTo(Throwable failure, Throwable copy) {
        copy.setStackTrace(failure.getStackTrace());
        for (Throwable suppressed : failure.getSuppressed()) {
            copy.addSuppressed(suppressed);
        }
        return copy;
    }
}
