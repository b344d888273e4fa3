// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What to distrust of the runs of one experiment: each reason once, with the runs that it is about. */
public final class DoubtsOfRuns {

    private static final int MOST_NAMED = 6;

    private DoubtsOfRuns() {}

    /**
     * Looks at runs.
     *
     * @param runs by what they are called, such as {@code threads 16}
     */
    public static List<Warning> of(Map<String, List<RunResult>> runs) {
        Map<String, Warning> first = new LinkedHashMap<>();
        Map<String, List<String>> where = new LinkedHashMap<>();
        runs.forEach((name, results) -> results.forEach(result -> ResultWarnings.of(RunContent.of(result)).stream()
                .filter(warning -> warning.severity() != Severity.INFO)
                .forEach(warning -> {
                    String kind = warning.code().equals("OTHER") ? warning.what() : warning.code();
                    first.putIfAbsent(kind, warning);
                    List<String> names = where.computeIfAbsent(kind, any -> new ArrayList<>());
                    if (!names.contains(name)) {
                        names.add(name);
                    }
                })));
        return first.entrySet().stream()
                .map(kind -> warning(kind.getValue(), where.getOrDefault(kind.getKey(), List.of()), runs.size()))
                .toList();
    }

    private static Warning warning(Warning first, List<String> where, int runs) {
        int others = where.size() - MOST_NAMED;
        String names = String.join(", ", where.subList(0, Math.min(MOST_NAMED, where.size())))
                + (others > 0 ? " and " + others + " more" : "");
        return where.size() == runs
                ? first
                : new Warning(
                        first.code(),
                        first.severity(),
                        first.what() + " (at " + names + ")",
                        first.why(),
                        first.remedy());
    }
}
