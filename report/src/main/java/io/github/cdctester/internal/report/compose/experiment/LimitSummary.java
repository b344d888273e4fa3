// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Summarizes the limits of several runs. Limits that did not pass come first. */
public final class LimitSummary {

    private final List<CheckedLimit> limits = new ArrayList<>();
    private final Map<String, List<RunCheck>> checksByExpression = new LinkedHashMap<>();

    private record RunCheck(String runName, Check check) {}

    public LimitSummary add(List<Check> checks) {
        checks.forEach(check -> limits.add(new CheckedLimit(
                check.expression(), actual(check), check.undecided() == null ? Boolean.valueOf(check.held()) : null)));
        return this;
    }

    public LimitSummary add(CheckedLimit limit) {
        limits.add(limit);
        return this;
    }

    public void add(String runName, List<Check> checks) {
        checks.forEach(check -> checksByExpression
                .computeIfAbsent(check.expression(), key -> new ArrayList<>())
                .add(new RunCheck(runName, check)));
    }

    public List<CheckedLimit> build() {
        List<CheckedLimit> checkedLimits = new ArrayList<>(limits);
        checksByExpression.forEach((expression, runChecks) -> checkedLimits.add(of(expression, runChecks)));
        return Stream.concat(
                        checkedLimits.stream().filter(limit -> !Boolean.TRUE.equals(limit.held())),
                        checkedLimits.stream().filter(limit -> Boolean.TRUE.equals(limit.held())))
                .toList();
    }

    private static CheckedLimit of(String expression, List<RunCheck> runChecks) {
        List<RunCheck> failedChecks =
                runChecks.stream().filter(run -> !run.check().held()).toList();
        return failedChecks.isEmpty()
                ? new CheckedLimit(expression, "in " + PlainText.withNoun(runChecks.size(), "run"), true)
                : new CheckedLimit(
                        expression,
                        "broken in " + failedChecks.size() + " of " + PlainText.withNoun(runChecks.size(), "run")
                                + ", first at " + failedChecks.get(0).runName() + ": "
                                + actual(failedChecks.get(0).check()),
                        false);
    }

    private static String actual(Check check) {
        if (check.offender() != null) {
            return check.offender();
        }
        Double rows = check.actual(); // only a consistency condition has a number but no text
        return rows == null
                ? check.held() ? "no row breaks it" : "rows break it"
                : ShortNumber.count(Math.round(rows), "row breaks it", "rows break it");
    }
}
