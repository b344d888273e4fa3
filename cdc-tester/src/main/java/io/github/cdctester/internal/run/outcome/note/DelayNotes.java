// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notes about clocks that distort delays. */
public final class DelayNotes {

    private DelayNotes() {}

    /** The clock of a stream's server. {@code address} is empty for a single server. */
    public record ServerClock(String address, ClockOffset offset) {}

    /** Notes about unknown clocks, and about the least certain of the known clocks. */
    public static List<Note> clocks(List<ServerClock> clocks, @Nullable Double medianMillis) {
        List<Note> notes = new ArrayList<>();
        List<String> unknownServers = clocks.stream()
                .filter(clock -> clock.offset().uncertaintyMicros() < 0)
                .map(ServerClock::address)
                .distinct()
                .toList();
        if (!unknownServers.isEmpty()) {
            notes.add(Note.of(Code.CLOCK_UNKNOWN, "server", String.join(", ", unknownServers)));
        }
        double uncertaintyMillis = clocks.stream()
                        .mapToLong(clock -> clock.offset().uncertaintyMicros())
                        .max()
                        .orElse(-1)
                / 1_000.0;
        if (medianMillis != null && uncertaintyMillis > medianMillis / 2) {
            notes.add(
                    Note.of(Code.CLOCK_UNCERTAIN, "uncertaintyMillis", uncertaintyMillis, "delayMillis", medianMillis));
        }
        return notes;
    }

    /** Notes about delays below zero, which count as 0. */
    public static List<Note> negatives(
            DurationSummary delay, Map<DelaySource, DurationSummary> delays, DurationSummary endToEnd) {
        List<Note> notes = new ArrayList<>();
        addNegatives(Code.DELAY_NEGATIVE, null, delay, notes);
        delays.forEach((source, delayBySource) -> {
            if (!source.name().equals(delay.source())) {
                addNegatives(Code.DELAY_NEGATIVE, source.name(), delayBySource, notes);
            }
        });
        addNegatives(Code.END_TO_END_NEGATIVE, null, endToEnd, notes);
        return notes;
    }

    private static void addNegatives(Code code, @Nullable String source, DurationSummary delay, List<Note> notes) {
        if (delay.negatives() > 0) {
            notes.add(Note.of(code)
                    .with("count", delay.negatives())
                    .with("lowestMillis", delay.lowestMillis())
                    .with("source", source));
        }
    }
}
