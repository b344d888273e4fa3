// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.result.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Limits of several runs, each once, those that were broken first. */
final class Limits {

    private Limits() {}

    /** The checks of a run. */
    record Checked(String where, List<Check> checks) {}

    /** What was checked once, and what was checked of each run. */
    static List<CheckedLimit> of(List<Check> once, List<Checked> each) {
        List<CheckedLimit> held = new ArrayList<>(once.stream().map(Limits::of).toList());
        Map<String, List<Checked>> byExpression = new LinkedHashMap<>();
        each.forEach(run -> run.checks()
                .forEach(check -> byExpression
                        .computeIfAbsent(check.expression(), any -> new ArrayList<>())
                        .add(new Checked(run.where(), List.of(check)))));
        byExpression.forEach((expression, runs) -> held.add(of(expression, runs)));
        return brokenFirst(held);
    }

    static CheckedLimit of(Check check) {
        return new CheckedLimit(check.expression(), actual(check), check.held());
    }

    static List<CheckedLimit> brokenFirst(List<CheckedLimit> held) {
        return Stream.concat(
                        held.stream().filter(one -> !Boolean.TRUE.equals(one.held())),
                        held.stream().filter(one -> Boolean.TRUE.equals(one.held())))
                .toList();
    }

    private static CheckedLimit of(String expression, List<Checked> runs) {
        List<Checked> broken =
                runs.stream().filter(run -> !run.checks().get(0).held()).toList();
        if (broken.isEmpty()) {
            return new CheckedLimit(expression, "held in " + Numbers.count(runs.size(), "run", "all runs"), true);
        }
        Checked first = broken.get(0);
        return new CheckedLimit(
                expression,
                "broken in " + broken.size() + " of " + Numbers.count(runs.size(), "run", "runs") + ", first at "
                        + first.where() + ": " + actual(first.checks().get(0)),
                false);
    }

    private static String actual(Check check) {
        if (check.offender() != null) {
            return check.offender();
        }
        Double rows = check.actual(); // only a consistency condition has a number and no words
        return rows == null
                ? check.held() ? "nothing breaks it" : "something breaks it"
                : Numbers.count(Math.round(rows), "row breaks it", "rows break it");
    }
}
