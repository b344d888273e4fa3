// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.report.RecordedSettings;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A search for the highest rate to be compared with another one: by its answer, which is known as closely as it was searched. */
final class SearchSide {

    private SearchSide() {}

    static ComparedSide of(String name, List<FindMaxResult> searches) {
        return new ComparedSide(
                name,
                "a search for the highest rate",
                null,
                Map.of(
                        "",
                        searches.stream().<ComparedRun>map(ComparedSearch::new).toList()),
                Map.of(),
                List.of(ComparedValue.HIGHEST_RATE.name()),
                searches.stream().map(RecordedSettings::of).toList(),
                searches.stream().mapToInt(search -> search.steps().size()).sum(),
                0);
    }

    /** A search; one without a confirmed answer has no number. */
    private record ComparedSearch(FindMaxResult search) implements ComparedRun {

        @Override
        public @Nullable Double value(ComparedValue value) {
            return speaksOf(value) && search.answer().confirmed()
                    ? search.answer().rate()
                    : null;
        }

        @Override
        public boolean speaksOf(ComparedValue value) {
            return value.equals(ComparedValue.HIGHEST_RATE);
        }

        @Override
        public double upTo() {
            if (!search.answer().confirmed()) {
                return 1;
            }
            Double rate = search.answer().rate();
            Double failed = search.answer().lowestFailed();
            return rate == null || failed == null ? Double.POSITIVE_INFINITY : failed / rate;
        }

        /** A stream that was behind is what too high a rate does. */
        @Override
        public Verdict.@Nullable Status verdict() {
            return search.steps().stream()
                    .map(Trial::result)
                    .filter(Objects::nonNull)
                    .map(RunResult::verdict)
                    .map(Verdict::status)
                    .filter(status -> status != Verdict.Status.BEHIND)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }

        @Override
        public boolean interrupted() {
            return search.interrupted();
        }
    }
}
