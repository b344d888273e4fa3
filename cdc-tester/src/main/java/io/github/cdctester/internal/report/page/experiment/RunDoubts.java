// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.compose.run.DoubtsOfRuns;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What to distrust of the runs of an experiment, each reason once with the steps that it is about.
 *
 * @param runs those that have a result
 */
record RunDoubts(List<Ran> runs) {

    /** More are not named one by one. */
    private static final int MOST_NAMED = 6;

    /**
     * One of them.
     *
     * @param where its step, such as {@code threads 64}
     * @param folder where its own files are
     * @param result its result
     */
    record Ran(String where, String folder, RunResult result) {}

    RunDoubts {
        runs = List.copyOf(runs);
    }

    /** Streams that were found wrong, the worst kind first. */
    List<Warning> wrong(Predicate<Status> counts) {
        List<Warning> doubts = new ArrayList<>();
        runs.stream()
                .map(run -> run.result().verdict().status())
                .filter(status -> status.isBad() && counts.test(status))
                .distinct()
                .sorted(Comparator.reverseOrder())
                .forEach(status -> doubts.add(ofVerdict(
                        status,
                        "Rates and delays are those of what arrived. Look at the verdict in "
                                + first(status).folder())));
        return doubts;
    }

    private Warning ofVerdict(Status status, String remedy) {
        Verdict verdict = first(status).result().verdict();
        return new Warning(
                status + " at " + where(with(status)),
                verdict.method() + ": " + verdict.reason()
                        + (verdict.firstOffender() == null ? "" : "; first " + verdict.firstOffender()),
                remedy);
    }

    private List<Ran> with(Status status) {
        return runs.stream()
                .filter(run -> run.result().verdict().status() == status)
                .toList();
    }

    private Ran first(Status status) {
        return with(status).get(0);
    }

    /** What the runs themselves give reason to doubt, such as a busy tester or a clock that is not known well. */
    List<Warning> ofTheRuns() {
        Map<String, List<RunResult>> byStep = new LinkedHashMap<>();
        runs.forEach(run ->
                byStep.computeIfAbsent(run.where(), any -> new ArrayList<>()).add(run.result()));
        return DoubtsOfRuns.of(byStep);
    }

    private static String where(List<Ran> runs) {
        Set<String> names = new LinkedHashSet<>();
        runs.forEach(run -> names.add(run.where()));
        return where(names);
    }

    /** Names of steps, the first few of many. */
    static String where(Set<String> names) {
        String first = String.join(", ", names.stream().limit(MOST_NAMED).toList());
        return names.size() > MOST_NAMED ? first + " and " + (names.size() - MOST_NAMED) + " more" : first;
    }
}
