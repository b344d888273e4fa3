// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.report.page.run.Doubts.Ranked;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What to distrust of the runs of one experiment: each reason once, with the runs that it is about. */
public final class DoubtsOfRuns {

    /** What is less than that stands on the pages of the runs. */
    private static final int LAST_RANK = 40;

    /** More are not named one by one. */
    private static final int MOST_NAMED = 6;

    private static final Comparator<Kind> WORST_FIRST =
            Comparator.comparingInt(Kind::rank).thenComparing(Kind::what);

    /** Doubts of one rank are one reason, though their numbers differ; those that nobody knows are what they say. */
    private record Kind(int rank, String what) {}

    private record Found(Warning first, List<String> where) {}

    private DoubtsOfRuns() {}

    /**
     * Looks at runs.
     *
     * @param runs by what they are called, such as {@code threads 16}
     */
    public static List<Warning> of(Map<String, List<RunResult>> runs) {
        Map<Kind, Found> kinds = new TreeMap<>(WORST_FIRST);
        runs.forEach((name, results) -> results.forEach(result -> Doubts.ranked(result).stream()
                .filter(ranked -> ranked.rank() <= LAST_RANK)
                .forEach(ranked -> {
                    List<String> where = kinds.computeIfAbsent(
                                    kind(ranked), any -> new Found(ranked.doubt(), new ArrayList<>()))
                            .where();
                    if (!where.contains(name)) {
                        where.add(name);
                    }
                })));
        return kinds.values().stream().map(found -> doubt(found, runs.size())).toList();
    }

    private static Kind kind(Ranked ranked) {
        return new Kind(
                ranked.rank(), ranked.rank() == LAST_RANK ? ranked.doubt().what() : "");
    }

    private static Warning doubt(Found found, int runs) {
        Warning first = found.first();
        int others = found.where().size() - MOST_NAMED;
        String where = String.join(
                        ", ",
                        found.where()
                                .subList(0, Math.min(MOST_NAMED, found.where().size())))
                + (others > 0 ? " and " + others + " more" : "");
        return found.where().size() == runs
                ? first
                : new Warning(first.what() + " (at " + where + ")", first.why(), first.remedy());
    }
}
