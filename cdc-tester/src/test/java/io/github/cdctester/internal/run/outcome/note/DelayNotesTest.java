// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.run.outcome.note.DelayNotes.ServerClock;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DelayNotesTest {

    private static final ServerClock PRECISE = new ServerClock("a:1", new ClockOffset(0, 400));
    private static final ServerClock COARSE = new ServerClock("b:2", new ClockOffset(0, 900));
    private static final ServerClock UNKNOWN = new ServerClock("c:3", ClockOffset.UNKNOWN);

    private static DurationSummary delay(DelaySource source, long negatives, double lowestMillis) {
        return new DurationSummary(source.name(), 10, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, negatives, lowestMillis);
    }

    @Test
    void eachKindOfDelayHasNoteIfItWasNegative() {
        DurationSummary exact = delay(DelaySource.COMMIT_TIMESTAMP, 0, 0);
        DurationSummary negative = delay(DelaySource.COMMIT_TIMESTAMP, 2, -3.5);
        DurationSummary negativeByHeader = delay(DelaySource.EVENT_HEADER, 7, -49_000);
        assertThat(DelayNotes.negatives(exact, Map.of(), exact)).isEmpty();
        assertThat(DelayNotes.negatives(negative, Map.of(DelaySource.COMMIT_TIMESTAMP, negative), exact))
                .containsExactly(Note.of(Code.DELAY_NEGATIVE, "count", 2, "lowestMillis", -3.5));
        assertThat(DelayNotes.negatives(
                        exact,
                        Map.of(DelaySource.COMMIT_TIMESTAMP, exact, DelaySource.EVENT_HEADER, negativeByHeader),
                        exact))
                .containsExactly(
                        Note.of(Code.DELAY_NEGATIVE, "count", 7, "lowestMillis", -49_000.0, "source", "EVENT_HEADER"));
        assertThat(DelayNotes.negatives(exact, Map.of(), delay(DelaySource.COMMIT_TIMESTAMP, 1, -4_975)))
                .containsExactly(Note.of(Code.END_TO_END_NEGATIVE, "count", 1, "lowestMillis", -4_975.0));
    }

    @Test
    void knownClockDoesNotHideUnknownClock() {
        assertThat(DelayNotes.clocks(List.of(PRECISE, COARSE), 10.0)).isEmpty();
        assertThat(DelayNotes.clocks(List.of(PRECISE, UNKNOWN, COARSE, UNKNOWN), 1.0))
                .containsExactly(
                        Note.of(Code.CLOCK_UNKNOWN, "server", "c:3"),
                        Note.of(Code.CLOCK_UNCERTAIN, "uncertaintyMillis", 0.9, "delayMillis", 1.0));
        assertThat(DelayNotes.clocks(List.of(new ServerClock("", ClockOffset.UNKNOWN)), 1.0))
                .containsExactly(Note.of(Code.CLOCK_UNKNOWN));
        assertThat(DelayNotes.clocks(List.of(PRECISE), null)).isEmpty();
    }
}
