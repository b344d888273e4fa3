// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.experiment.probe.source.NoReading;
import io.github.cdctester.result.Note;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What was missing of a probe's readings, and why. For several threads. */
final class ProbeGaps {

    /** Of a source that thinks of something new each time. */
    private static final int MOST_KINDS = 10;

    private static final String OTHERS = "others";

    /** Failures that mean the same. */
    private record Kind(String message, long readings) {}

    private final String probe;
    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private long readings;
    private long missing;

    ProbeGaps(String probe) {
        this.probe = probe;
    }

    synchronized void read() {
        readings++;
    }

    /** What to warn of: the first of each kind. */
    synchronized Optional<Note> missed(NoReading why) {
        readings++;
        missing++;
        boolean known = kinds.containsKey(why.kind());
        String kind = known || kinds.size() < MOST_KINDS ? why.kind() : OTHERS;
        String message = String.valueOf(why.getMessage());
        kinds.merge(kind, new Kind(message, 1), (before, one) -> new Kind(before.message(), before.readings() + 1));
        return known || kind.equals(OTHERS)
                ? Optional.empty()
                : Optional.of(Note.of(Note.Code.PROBE_GAP, "probe", probe, "reason", message));
    }

    /** One sentence where something was missing. */
    synchronized Optional<String> summary() {
        if (missing == 0) {
            return Optional.empty();
        }
        Collection<Kind> why = kinds.values();
        StringBuilder text =
                new StringBuilder("probe " + probe + ": " + missing + " of " + readings + " readings are missing; ");
        why.forEach(kind -> text.append(kind.readings())
                .append(" x ")
                .append(kind.message())
                .append("; "));
        return Optional.of(text.substring(0, text.length() - 2));
    }
}
