// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.RunScope;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.opentest4j.AssertionFailedError;

/** The runs of one test, or of a class's {@code @BeforeAll} and {@code @AfterAll} methods. */
final class TestRuns implements AutoCloseable {

    private static final Namespace NAMESPACE = Namespace.create(TestRuns.class);

    /** Name of the consumer in results. */
    private static final String PROBE_NAME = "consumer";

    private final TestReports reports;
    private final RunScope scope = new RunScope(this::report);
    private final FirstFailure reportFailures = new FirstFailure();
    private final List<PlanBuilder> plans = new ArrayList<>();
    private @Nullable ConsumerProbe probe;
    private boolean isClosed;

    private TestRuns(ExtensionContext context) {
        reports = new TestReports(context);
    }

    /** Runs of a class are not visible to its test methods. The runs are closed with the context at the latest. */
    static TestRuns of(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(context.getUniqueId(), key -> new TestRuns(context), TestRuns.class);
    }

    static void endRuns(ExtensionContext context) {
        TestRuns runs = existingRuns(context);
        if (runs != null) {
            runs.close();
        }
    }

    static Throwable withReports(ExtensionContext context, Throwable failure) {
        TestRuns runs = existingRuns(context);
        return runs == null ? failure : ReportedFailure.of(failure, runs.reports.writtenDirectories());
    }

    private static @Nullable TestRuns existingRuns(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(context.getUniqueId(), TestRuns.class);
    }

    /** @throws AssertionFailedError if a test requested a probe, and no run received a report from it */
    static void failIfProbeIsSilent(ExtensionContext context) {
        TestRuns runs = existingRuns(context);
        ConsumerProbe requested = runs == null ? null : runs.requestedProbe();
        if (runs == null || requested == null) {
            return;
        }
        List<ConsumerResult> probeResults = runs.scope.results().stream()
                .flatMap(result -> result.consumers().stream())
                .filter(consumer -> consumer.name().equals(requested.name()))
                .toList();
        if (probeResults.stream().noneMatch(TestRuns::hasReports)) {
            AssertionFailedError failure = new AssertionFailedError("the ConsumerProbe of this test "
                    + (probeResults.isEmpty()
                            ? "was in no run with a result: run the plan that the test receives as a PlanBuilder, or leave"
                                    + " the parameter out"
                            : "received no report during a run: " + silenceCause(probeResults)));
            throw withReports(context, failure) instanceof AssertionError reported ? reported : failure;
        }
    }

    /** Advises the user if the consumer reported no failure. */
    private static String silenceCause(List<ConsumerResult> results) {
        return results.stream()
                .flatMap(consumer -> Stream.ofNullable(consumer.failure()))
                .findFirst()
                .map(failure -> "the consumer failed: " + failure)
                .orElse("have the consumer call recordTransaction(…), or leave the parameter out");
    }

    private static boolean hasReports(ConsumerResult consumer) {
        return consumer.identity() != null
                || consumer.unreadable() > 0
                || consumer.bytes() != null
                || consumer.events() != null;
    }

    RunScope scope() {
        return scope;
    }

    /** If the test requests a probe, before or after this call, the plan contains it. */
    synchronized PlanBuilder plan(Endpoint endpoint) {
        PlanBuilder plan = scope.plan().endpoint(endpoint);
        plans.add(plan);
        if (probe != null) {
            plan.consumer(probe);
        }
        return plan;
    }

    private synchronized @Nullable ConsumerProbe requestedProbe() {
        return probe;
    }

    /** The first call creates the probe, and adds it to all plans. */
    synchronized ConsumerProbe probe() {
        ConsumerProbe testProbe = probe;
        if (testProbe == null) {
            testProbe = ConsumerProbe.named(PROBE_NAME);
            probe = testProbe;
            for (PlanBuilder plan : plans) {
                plan.consumer(testProbe);
            }
        }
        return testProbe;
    }

    /** {@link #close} throws a failure later, so that it does not affect the run's result. */
    private void report(RunResult result) {
        synchronized (reportFailures) {
            reportFailures.run(() -> reports.add(result));
        }
    }

    /** The next test creates its own tables. Does not fail if the server cannot be reached, for example because the test has stopped it. */
    private void dropTables() {
        try (DeferredInterrupt ignored = DeferredInterrupt.begin()) {
            scope.dropTables();
        } catch (CdcTesterException e) {
            if (!isConnectionFailure(e)) {
                throw e;
            }
            reports.add("tables", "not dropped after the test: " + e.getMessage());
        }
    }

    /** Includes the suppressed failures, which concern the tables of other runs. */
    static boolean isConnectionFailure(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(IOException.class::isInstance)
                && Stream.of(failure.getSuppressed()).allMatch(TestRuns::isConnectionFailure);
    }

    /** Throws the first failure at the end, including failures of reports. */
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        FirstFailure failures = new FirstFailure();
        failures.run(scope::close);
        failures.run(this::dropTables);
        failures.run(reportFailures::rethrow);
        failures.rethrow();
    }
}
