// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Notes about delays of different sources, and probes of different units. */
final class IncomparableValues {

    private IncomparableValues() {}

    static Stream<Note> notes(Collection<List<ValuePair>> pairs) {
        List<ValuePair> incomparable = pairs.stream()
                .flatMap(List::stream)
                .filter(ValuePair::hasDifferentSources)
                .toList();
        List<ValuePair> delays =
                incomparable.stream().filter(pair -> !pair.hasDifferentUnits()).toList();
        List<String> probes = incomparable.stream()
                .filter(ValuePair::hasDifferentUnits)
                .map(IncomparableValues::units)
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
        return notes.stream();
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
