// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.RunScope;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.result.RunResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** The runs of one test, or of what a class does before and behind its tests, and their reports. */
final class TestRuns implements AutoCloseable {

    private static final Namespace NAMESPACE = Namespace.create(TestRuns.class);

    private final TestReports reports;
    private final RunScope scope = new RunScope(this::report);
    private final FirstFailure notReported = new FirstFailure();
    private boolean closed;

    private TestRuns(ExtensionContext context) {
        reports = new TestReports(context);
    }

    /** Those of just this test or class: a class's are not its tests'. Closed with it at the latest. */
    static TestRuns of(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(context.getUniqueId(), key -> new TestRuns(context), TestRuns.class);
    }

    /** Ends those of this test or class, if there are any. */
    static void endIn(ExtensionContext context) {
        TestRuns runs = existing(context);
        if (runs != null) {
            runs.close();
        }
    }

    /** The same failure, saying where the reports are, if there are any. */
    static Throwable withReports(ExtensionContext context, Throwable failure) {
        TestRuns runs = existing(context);
        return runs == null ? failure : ReportedFailure.of(failure, runs.reports.written());
    }

    private static @Nullable TestRuns existing(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(context.getUniqueId(), TestRuns.class);
    }

    RunScope scope() {
        return scope;
    }

    /** In the run's thread: what goes wrong with a report must not spoil the run's result. */
    private void report(RunResult result) {
        synchronized (notReported) {
            notReported.doing(() -> reports.add(result));
        }
    }

    /** Ends what still goes on, then says what could not be reported. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        FirstFailure failures = new FirstFailure();
        failures.doing(scope::close);
        failures.doing(notReported::rethrow);
        failures.rethrow();
    }
}
