// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.RunScope;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * JUnit extension for tests of change streams, registered by {@link CdcTest}. A test method, a lifecycle method or a constructor may
 * request these parameters:
 *
 * <ul>
 * <li>an {@link Endpoint}: the server of {@link CdcServer}, or else an {@link EmbeddedMariaDb} shared by all tests of a class and its
 *     nested classes;
 * <li>a new {@link PlanBuilder} with this endpoint for each parameter;
 * <li>the {@link EmbeddedMariaDb}, if the server is embedded;
 * <li>the {@link RunScope} of all runs of these plans;
 * <li>a {@link ConsumerProbe} for a consumer under test. The test and its lifecycle methods share one probe, which is already part of
 *     all these plans. The test fails if no run received a report from it.
 * </ul>
 *
 * <p>No run outlives its test. After the test, active runs are stopped and closed. If a run failed and the test did not receive the
 * failure, the test fails. Tables that {@link PlanBuilder#prepareFirst()} has created are dropped. Tables of runs in {@code @BeforeAll}
 * are dropped after the class. Then a server that the extension started is closed.
 *
 * <p>Each run with a result, even a partial result, is published when it ends: as a report entry, and as a directory among JUnit's
 * files of the test. The directory contains {@code result.json}, {@code samples.csv}, {@code histograms.hlog}, {@code summary.md} and
 * {@code report.html}. The configuration parameter {@value TestReports#DIRECTORY_PARAMETER} sets another parent directory; files are
 * then in {@code CLASS/METHOD/run-1}. The failure of a test contains the path of the report. The test itself must write results of
 * sweeps and searches.
 */
public final class CdcTesterExtension
        implements BeforeEachCallback,
                ParameterResolver,
                AfterEachCallback,
                AfterAllCallback,
                TestExecutionExceptionHandler,
                LifecycleMethodExecutionExceptionHandler {

    private static final Set<Class<?>> PARAMETER_TYPES =
            Set.of(Endpoint.class, PlanBuilder.class, EmbeddedMariaDb.class, RunScope.class, ConsumerProbe.class);

    /** Creates the extension. Called by JUnit. */
    public CdcTesterExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        JUnitVersion.require(); // also checks tests without parameters
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        JUnitVersion.require();
        return PARAMETER_TYPES.contains(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == Endpoint.class) {
            return TestServer.of(context).endpoint();
        } else if (type == EmbeddedMariaDb.class) {
            return TestServer.of(context).embedded();
        } else if (type == PlanBuilder.class) {
            return TestRuns.of(context).plan(TestServer.of(context).endpoint());
        } else if (type == ConsumerProbe.class) {
            return TestRuns.of(context).probe();
        }
        return TestRuns.of(context).scope();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        endRuns(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        endRuns(context);
    }

    private static void endRuns(ExtensionContext context) {
        TestRuns.endRuns(context);
        if (context.getExecutionException().isEmpty()) {
            TestRuns.failIfProbeIsSilent(context);
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw TestRuns.withReports(context, failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw TestRuns.withReports(context, failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw TestRuns.withReports(context, failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw TestRuns.withReports(context, failure);
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw TestRuns.withReports(context, failure);
    }
}
