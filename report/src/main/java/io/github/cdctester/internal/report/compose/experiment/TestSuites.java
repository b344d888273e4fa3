// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts results to test suites for JUnit reports. Each run is a suite, with test cases for the run, its verdict, each
 * consumer and each limit. An incomplete run is an error; a bad verdict or a failed limit is a failure.
 */
public final class TestSuites {

    private static final String PACKAGE_PREFIX = "cdc-tester.";

    private TestSuites() {}

    /** Returns text such as {@code cdc-tester.sweep.step-01}. */
    public static String packageName(String kind, String folder) {
        return PACKAGE_PREFIX + kind + (folder.isEmpty() ? "" : "." + folder.replace('/', '.'));
    }

    /**
     * @param incompleteReason the reason why the run is incomplete; {@code null} if it is complete
     * @param isVerdictFailure true if the run fails because of the verdict on its stream
     */
    public static TestSuite runSuite(
            String name,
            String packageName,
            RunResult run,
            @Nullable String incompleteReason,
            boolean isVerdictFailure) {
        return new TestSuite(
                name,
                packageName,
                run.startedAt(),
                run.summary().seconds(),
                cases(run, incompleteReason, isVerdictFailure));
    }

    /** Returns the test cases of {@link #runSuite}. */
    static List<TestCase> cases(RunResult run, @Nullable String incompleteReason, boolean isVerdictFailure) {
        List<TestCase> cases = new ArrayList<>();
        cases.add(completionCase("run", incompleteReason)
                .withSeconds(run.summary().seconds()));
        cases.add(verdict(run.verdict(), isVerdictFailure));
        run.consumers().forEach(consumer -> cases.add(consumer(consumer, !consumer.isHeld())));
        run.checks().forEach(check -> cases.add(limit(check, WorstSecond.of(check, run))));
        return cases;
    }

    /**
     * Returns the test case of a consumer: failed if {@code isFailure} is true, otherwise skipped if nothing was checked. The first
     * line of the message contains the first offender, because CI systems show only this line.
     */
    public static TestCase consumer(ConsumerResult consumer, boolean isFailure) {
        Verdict verdict = consumer.verdict();
        String name = "consumer " + consumer.name();
        boolean isUnchecked = verdict.status() == Verdict.Status.NOT_CHECKED;
        if (!isFailure && !isUnchecked) {
            return TestCase.passed(name, "verdict");
        }
        String message = headline(verdict) + (isUnchecked ? "; " + verdict.reason() : "");
        return new TestCase(
                name,
                0,
                isFailure ? Outcome.FAILURE : Outcome.SKIPPED,
                "verdict",
                message,
                message + "\n" + verdict.method() + ": " + verdict.reason());
    }

    public static TestSuite suiteWithoutResult(
            String name, String packageName, Instant startedAt, boolean isSkipped, @Nullable String reason) {
        Outcome outcome = isSkipped ? Outcome.SKIPPED : Outcome.ERROR;
        return new TestSuite(
                name,
                packageName,
                startedAt,
                0,
                List.of(TestCase.of(outcome, "run", "failed", reason == null ? "-" : reason)));
    }

    /** Adds the failure of the command, unless a suite already contains it as an error. */
    public static List<TestSuite> withFailure(List<TestSuite> suites, String command, Instant at, String reason) {
        boolean isContained = suites.stream()
                .flatMap(suite -> suite.cases().stream())
                .anyMatch(test -> test.outcome() == Outcome.ERROR
                        && PlainText.line(test.message()).contains(reason));
        if (isContained) {
            return suites;
        }
        List<TestSuite> allSuites = new ArrayList<>(suites);
        allSuites.add(new TestSuite(
                command,
                packageName(command, ""),
                at,
                0,
                List.of(TestCase.of(Outcome.ERROR, "command", "failed", reason))));
        return allSuites;
    }

    /** Returns one test case for the completion of the experiment, and one per check. */
    static List<TestCase> experimentCases(ExperimentResult result) {
        String failure = result.failure();
        List<TestCase> cases = new ArrayList<>(List.of(
                completionCase(result.kind(), failure == null && result.interrupted() ? "interrupted" : failure)));
        result.checks().forEach(check -> cases.add(limit(check)));
        return cases;
    }

    public static TestCase completionCase(String name, @Nullable String incompleteReason) {
        return incompleteReason == null
                ? TestCase.passed(name, "run")
                : TestCase.of(Outcome.ERROR, name, "failed", incompleteReason);
    }

    /** The test case is skipped if nothing was checked, otherwise failed if {@code isFailure} is true. */
    public static TestCase verdict(Verdict verdict, boolean isFailure) {
        String headline = headline(verdict);
        if (verdict.status() == Verdict.Status.NOT_CHECKED) {
            return TestCase.of(Outcome.SKIPPED, "verdict", "verdict", headline + "; " + verdict.reason());
        }
        return isFailure
                ? new TestCase(
                        "verdict",
                        0,
                        Outcome.FAILURE,
                        "verdict",
                        headline,
                        headline + "\n" + verdict.method() + ": " + verdict.reason())
                : TestCase.passed("verdict", "verdict");
    }

    public static TestCase limit(Check check) {
        return limit(check, "");
    }

    private static TestCase limit(Check check, String worstSecond) {
        if (check.held()) {
            return TestCase.passed(check.expression(), "limit");
        }
        String finding = findingText(check);
        Double actual = check.actual();
        return new TestCase(
                check.expression(),
                0,
                Outcome.FAILURE,
                "limit",
                finding,
                "limit: " + check.expression() + "\nfound: " + finding
                        + (actual == null ? "" : "\nactual: " + actual)
                        + (worstSecond.isEmpty() ? "" : "\nworst second: " + worstSecond));
    }

    public static String findingText(Check check) {
        String offender = check.offender();
        return offender == null ? ShortNumber.compact(check.actual()) : offender;
    }

    public static String headline(Verdict verdict) {
        StringBuilder text = new StringBuilder(PlainText.withThousandsSeparators(verdict.headline()));
        if (verdict.committed() != null) {
            text.append(", committed ").append(PlainText.withThousandsSeparators(verdict.committed()));
        }
        Long observed = verdict.observed();
        if (observed != null
                && (observed > 0
                        || verdict.committed() != null
                        || !verdict.method().equals("none"))) {
            text.append(", observed ").append(PlainText.withThousandsSeparators(observed));
        }
        appendCount(text, "others", verdict.others());
        appendCount(text, "unknown outcome", verdict.unknownOutcome());
        if (verdict.firstOffender() != null) {
            text.append(", first ").append(verdict.firstOffender());
        }
        return text.toString();
    }

    private static void appendCount(StringBuilder text, String name, @Nullable Long count) {
        if (count != null && count > 0) {
            text.append(", ").append(name).append(' ').append(PlainText.withThousandsSeparators(count));
        }
    }
}
