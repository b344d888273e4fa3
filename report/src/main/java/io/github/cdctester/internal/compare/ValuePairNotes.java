// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Notes about delays of different sources, probes of different units, and percentiles of too few measurements. */
final class ValuePairNotes {

    private ValuePairNotes() {}

    static Stream<Note> notes(Collection<List<ValuePair>> pairs) {
        List<ValuePair> incomparable = pairs.stream()
                .flatMap(List::stream)
                .filter(ValuePair::hasDifferentSources)
                .toList();
        List<ValuePair> delays =
                incomparable.stream().filter(pair -> !pair.hasDifferentUnits()).toList();
        List<String> probes = incomparable.stream()
                .filter(ValuePair::hasDifferentUnits)
                .map(ValuePairNotes::units)
                .distinct()
                .toList();
        List<Note> notes = new ArrayList<>();
        if (!delays.isEmpty()) {
            notes.add(Note.of(
                    Code.DELAY_SOURCES_DIFFER,
                    "before",
                    distinct(delays, ValuePair::sourcesBefore),
                    "after",
                    distinct(delays, ValuePair::sourcesAfter)));
        }
        if (!probes.isEmpty()) {
            notes.add(Note.of(Code.PROBE_UNITS_DIFFER, "probes", probes));
        }
        List<String> percentiles = percentilesOfFewMeasurements(pairs);
        if (!percentiles.isEmpty()) {
            notes.add(Note.of(Code.FEW_VALUES_FOR_PERCENTILES, "percentiles", percentiles));
        }
        return notes.stream();
    }

    /** Each percentile is listed once, with the fewest measurements of any run. */
    private static List<String> percentilesOfFewMeasurements(Collection<List<ValuePair>> pairs) {
        Map<String, Long> fewest = new LinkedHashMap<>();
        pairs.stream()
                .flatMap(List::stream)
                .forEach(pair -> pair.fewestMeasurements()
                        .ifPresent(count -> fewest.merge(ValueName.of(pair.name()), count, Math::min)));
        return fewest.entrySet().stream()
                .map(percentile -> percentile.getKey() + " (of " + percentile.getValue() + " in some run)")
                .toList();
    }

    private static String units(ValuePair pair) {
        return pair.name().substring(ComparedValue.PROBES.length()) + " (" + String.join(", ", pair.sourcesBefore())
                + " in A and " + String.join(", ", pair.sourcesAfter()) + " in B)";
    }

    private static List<String> distinct(List<ValuePair> pairs, Function<ValuePair, Set<String>> sources) {
        return pairs.stream()
                .map(sources)
                .flatMap(Set::stream)
                .distinct()
                .sorted()
                .toList();
    }
}
