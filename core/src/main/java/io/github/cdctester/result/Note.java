// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A remark that affects the interpretation of the values. docs/notes.md lists the codes.
 *
 * @param code kind of the note
 * @param arguments values in the note's sentence, in order: {@code Long}, {@code Double}, {@code String} or a list of
 *     strings. The names contain the units.
 */
public record Note(Code code, Map<String, Object> arguments) {

    /** The argument that {@link #atPlace(String)} adds. */
    public static final String PLACE = "runsWithNote";

    /** Effect of a note on the values. */
    public enum Severity {
        /** Some values are wrong or misleading. */
        HIGH,
        /** Some values are incomplete or need care. */
        MEDIUM,
        /** Compare only with runs under the same conditions. */
        LOW,
        /** Information only. */
        INFO
    }

    /**
     * The kinds of notes, most severe first; {@link Note#text()} contains the sentence.
     *
     * @see Note#text()
     */
    public enum Code {
        DELAY_NOT_MEASURED(2),
        VERDICT_BAD(3),
        WRONG_TRANSACTION_IN_STEP(3),
        FAILING_STEPS_FOUND(3),
        STREAM_CUT_OFF(4),
        STREAM_END_NOT_SEEN(4),
        BACKLOG_GREW(4),
        CONSUMER_BACKLOG_GREW(4),
        CATCH_UP_LATE(4),
        TRIAL_FAILED(5),
        LOAD_NOT_DELIVERED(5),
        COMMITTED_NOTHING(5),
        LIMIT_BROKEN(5),
        STATEMENTS_FOUND_NO_ROW(5),
        TABLES_DIFFER_FROM_OPTIONS(5),
        NODE_LOST(5),
        NODE_WORK_NOT_COUNTED(5),
        NODE_PART_NOT_TAKEN_OVER(5),
        TESTER_CPU_BUSY(6),
        NODES_BUSY(6),
        TRANSACTIONS_NOT_STARTED(6),
        READER_BUSY(7),
        FAULT_FAILED(7),
        ACTIONS_NOT_STARTED(7),
        PAUSES_IN_P99(8),
        SAMPLES_MISSED(8),
        LOAD_LATE(9),
        NODES_BEHIND(9),
        MATRIX_SERVER_CHANGED(9),
        CLOCK_UNKNOWN(10),
        CLOCK_UNCERTAIN(10),
        CONSUMER_SILENT(10),
        CONSUMER_LINES_UNREADABLE(10),
        CONSUMER_REPORTS_UNREADABLE(10),
        CONSUMER_IDENTITY_CHANGED(10),
        CONSUMER_STRAY_REPORTS(10),
        CONSUMER_STRAY_POSITIONS(10),
        CONSUMER_OTHER_TABLES(10),
        CONSUMER_TABLES_UNKNOWN(10),
        CONSUMER_DUPLICATES_UNCERTAIN(10),
        CONSUMER_DELAY_NEGATIVE(10),
        CONSUMER_DELAY_INCOMPLETE(10),
        CONSUMER_SNAPSHOT_EARLY(10),
        CONSUMER_SNAPSHOT_LATE(10),
        CONSUMER_SNAPSHOT_NOT_ONE_MOMENT(10),
        CONSUMER_SHOWS_NO_DELETIONS(10),
        NOT_IDLE_BEFORE(10),
        NOT_IDLE_AFTER(10),
        NOT_WARMED_UP(10),
        DELAY_NEGATIVE(11),
        END_TO_END_NEGATIVE(11),
        DELAY_BY_EVENT_HEADER(12),
        NODE_ABSENT(13),
        NODE_PART_TAKEN_OVER(13),
        WRITES_REFUSED(13),
        OUTCOME_UNKNOWN(13),
        READER_BUSY_AT_TIMES(13),
        DELAY_IS_AGE_OF_LOG(14),
        INCIDENT_IN_LOG(15),
        CONNECTOR_SKIPPED_EVENTS(15),
        STREAM_BROKE(15),
        PHASE_CUT_SHORT(15),
        SIDES_ARE_EQUAL(15),
        RESULTS_ON_BOTH_SIDES(15),
        DELAY_SOURCES_DIFFER(15),
        PROBE_UNITS_DIFFER(15),
        SIDE_INTERRUPTED(15),
        SIDE_HAS_OTHER_WRITERS(15),
        SIDE_INCOMPLETE(15),
        NOISE_UNKNOWN(16),
        DELAY_INCLUDES_PAUSE(16),
        SERVER_LIMITED(17),
        EVENT_KIND_UNKNOWN(18),
        COMMIT_TIME_MISSING(19),
        LOG_END_UNKNOWN(20),
        LOG_NOT_SENT_IN_FULL(20),
        OTHERS_WROTE(21),
        NODES_REPORTED_TOO_FEW(21),
        LOGGED_AS_STATEMENTS(21),
        FEW_DELAYS_FOR_P99(22),
        FEW_VALUES_FOR_PERCENTILES(22),
        MEASURED_PART_SHORT(23),
        STEPS_ON_ONE_SIDE_ONLY(24),
        TRANSACTION_WITHOUT_END(24),
        ROWS_NOT_COUNTED(25),
        TABLES_COUNTED_TOGETHER(25),
        HEARTBEATS_BROKE(26),
        SAME_MACHINE(27),
        ZERO_HAS_NO_INTERVAL(27),
        NODES_JAVA_DIFFERS(27),
        NODES_DRIVER_DIFFERS(27),
        BINLOG_FORMAT_NOT_ROW(28),
        NODES_SHARE_ROWS(28),
        COMMITS_NOT_DURABLE(29),
        BUFFER_POOL_SMALL(29),
        DELAY_BY_HEARTBEAT(30),
        ROW_IMAGE_NOT_FULL(31),
        SERVER_KEY_NOT_VERIFIED(32),
        THROUGH_PROXY(33),
        NODES_WROTE(34),
        NODE_READ_LINES(34),
        NODES_READ(34),
        PROBE_GAPS(35),
        PAUSES_IN_P999(36),
        FEW_DELAYS_FOR_P999(37),
        NO_WARM_UP(38),
        READ_BY_CONNECTOR(38),
        STREAM_OFF(38),
        NOT_ENCRYPTED(39),
        FAULT_INJECTED(40),
        RESULTS_OF_EARLIER_RUN(40),
        PHASES_UNKNOWN(40),
        SAMPLES_UNREADABLE(40),
        OTHER(40),
        BINLOG_CHECKSUM_OFF(41),
        HIGHEST_RATE_INTERVAL(50),
        SIMULTANEOUS_INTERVALS(50),
        PUBLISHED_VALUES_NOT_JUDGED(50),
        STEPS_NOT_POSSIBLE(50),
        SEVERAL_STREAMS(50),
        TPS_COUNTS_PARTS(50),
        NO_COMMIT_TIMESTAMPS(51),
        NO_HEARTBEATS_IN_DRAIN(51),
        EVENT_HEADER_INEXACT(51),
        TRIAL_ENDED_EARLY(51),
        SAMPLES_DROPPED(52),
        HISTOGRAMS_DROPPED(53),
        CLOSED_LOOP(54);

        private final int rank;

        Code(int rank) {
            this.rank = rank;
        }

        /** {@return the rank in the list of notes; lower is more severe} */
        public int rank() {
            return rank;
        }

        /** {@return the effect on the values} */
        public Severity severity() {
            return rank < 10 ? Severity.HIGH : rank < 27 ? Severity.MEDIUM : rank < 50 ? Severity.LOW : Severity.INFO;
        }
    }

    public Note {
        Map<String, Object> plainArguments = new LinkedHashMap<>();
        arguments.forEach((name, value) -> plainArguments.put(name, toPlainValue(value)));
        arguments = Collections.unmodifiableMap(plainArguments);
    }

    private static Object toPlainValue(Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        if (value instanceof Number number) {
            boolean isInteger = number instanceof Long || number instanceof Integer;
            return isInteger ? (Object) number.longValue() : (Object) number.doubleValue();
        }
        return String.valueOf(value);
    }

    /**
     * Creates a note.
     *
     * @param arguments alternating names and values; a {@code null} or empty value is omitted
     * @return the note
     */
    public static Note of(Code code, @Nullable Object... arguments) {
        Note note = new Note(code, Map.of());
        for (int i = 0; i < arguments.length; i += 2) {
            note = note.with(String.valueOf(arguments[i]), arguments[i + 1]);
        }
        return note;
    }

    /** {@return a copy with an additional argument; this note if the value is {@code null} or empty} */
    public Note with(String name, @Nullable Object value) {
        if (value == null || value.equals("") || value.equals(List.of())) {
            return this;
        }
        Map<String, Object> extendedArguments = new LinkedHashMap<>(arguments);
        extendedArguments.put(name, value);
        return new Note(code, extendedArguments);
    }

    /**
     * Returns a copy for the result of several runs.
     *
     * @param place the runs that have the note, as text; empty if all runs have it
     * @return the copy
     */
    public Note atPlace(String place) {
        return with(PLACE, place);
    }

    /** {@return a note with code {@link Code#OTHER} whose sentence is {@code text}} */
    public static Note other(String text) {
        return of(Code.OTHER, "text", text);
    }

    /** {@return the effect on the values} */
    public Severity severity() {
        return code.severity();
    }

    /** {@return the sentence, without capital letter and full stop; after the runs that have the note, if only some have it} */
    public String text() {
        Object place = arguments.get(PLACE);
        return (place == null ? "" : place + ": ") + Sentences.text(code, arguments);
    }

    /** {@return the reason why the note matters, in one sentence; empty if {@link #text()} contains it} */
    public String reason() {
        return Sentences.additionalText(code, "reason");
    }

    /** {@return the remedy in one sentence} */
    public String remedy() {
        return Sentences.additionalText(code, "remedy");
    }

    /** {@return true if the codes and all arguments other than numbers are equal} */
    public boolean isLike(Note other) {
        return code == other.code && nonNumericArguments().equals(other.nonNumericArguments());
    }

    private Map<String, Object> nonNumericArguments() {
        Map<String, Object> nonNumeric = new LinkedHashMap<>(arguments);
        nonNumeric.values().removeIf(Number.class::isInstance);
        return nonNumeric;
    }

    /** {@return the notes without duplicates, most severe first} */
    public static List<Note> worstFirst(Collection<Note> notes) {
        return notes.stream()
                .distinct()
                .sorted(Comparator.comparingInt(note -> note.code.rank))
                .toList();
    }

    @Override
    public String toString() {
        return code + ": " + text();
    }
}
