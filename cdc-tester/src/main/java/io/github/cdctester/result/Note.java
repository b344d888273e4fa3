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
 * Something that a reader of the numbers must know. docs/metrics.md lists the codes.
 *
 * @param code what kind of note it is
 * @param arguments what its sentence is made of, in order: {@code Long}, {@code Double}, {@code String} or a list of strings; units are in
 *     the names
 */
public record Note(Code code, Map<String, Object> arguments) {

    /** How much a note takes away from the numbers. */
    public enum Severity {
        /** Some numbers are wrong, or say something else than they seem to. */
        HIGH,
        /** Some numbers lack something, or need care. */
        MEDIUM,
        /** Compare with runs under the same conditions only. */
        LOW,
        /** Good to know. */
        INFO
    }

    /**
     * The kinds of notes, the worst first.
     *
     * @see Note#text() for their sentences
     */
    public enum Code {
        DELAY_NOT_MEASURED(2, "Take another source of delays, or run longer."),
        VERDICT_BAD(3, "Look at the verdict: rates and delays are those of what arrived."),
        STREAM_CUT_OFF(
                4, "Look at what ended it, and run it again: this says nothing about what the stream can carry."),
        STREAM_END_NOT_SEEN(4, "Wait longer for the end of the stream (drain timeout), or lower the load."),
        BACKLOG_GREW(4, "Lower the rate: the stream carries less than is written."),
        CATCH_UP_LATE(4, BACKLOG_GREW.remedy),
        TRIAL_FAILED(5, "Fix the cause, and run it again."),
        LOAD_NOT_DELIVERED(5, "Use more threads, or a faster tester; lower the rate if the server is the limit."),
        LIMIT_BROKEN(5, "Look at the run's own result."),
        STATEMENTS_FOUND_NO_ROW(
                5,
                "Read the write figures as those of less work than was asked for; prepare the tables as the load asks"
                        + " for them."),
        TABLES_DIFFER(5, "Give the table size that the tables have, or prepare them anew."),
        NODE_LOST(
                5, "Take the write figures from that second on for too low; find out why it was lost, and run again."),
        NODE_WORK_NOT_COUNTED(5, NODE_LOST.remedy),
        TESTER_CPU_BUSY(6, "Take a machine with more processors, or share the load between several testers."),
        NODES_BUSY(6, "Spread the load over more nodes, until each has processors left."),
        TRANSACTIONS_NOT_STARTED(
                6, "Read latency with what was waiting, not latency alone; lower the rate, or take more threads."),
        READER_BUSY(
                7,
                "Take BPS for the least that the server can do; do without checksum checks and row counting if they"
                        + " are on."),
        FAULT_FAILED(7, "Read the run as one without that fault; see the reason, and the table of faults."),
        PAUSES_IN_P99(8, "Give the tester more memory; compare p50 and p95."),
        SAMPLES_MISSED(
                8, "Give the tester a machine of its own, or more processors; its delays are suspect until then."),
        LOAD_LATE(9, "As for samples not taken in time: a less loaded machine."),
        NODES_BEHIND(
                9,
                "Compare the worker nodes below; leave that one out, or give it fewer threads and a machine of its"
                        + " own."),
        CLOCK_UNCERTAIN(10, "Move the tester nearer to the server, or compare large differences only."),
        CONSUMER_SILENT(
                10,
                "Call its probe for each transaction or row; begin at the position in the log that the run begins at."),
        CONSUMER_LINES_UNREADABLE(10, "Give the format of its lines; see the first of them."),
        CONSUMER_REPORTS_UNREADABLE(10, "Report GTIDs as the server writes them."),
        CONSUMER_IDENTITY_CHANGED(10, "Use one of the three forms of seen throughout."),
        CONSUMER_STRAY_REPORTS(
                10, "Find out where they come from: another run, another server, or a defect of the consumer."),
        CONSUMER_STRAY_POSITIONS(10, "Report the position behind a transaction's last event."),
        CONSUMER_DUPLICATES_UNCERTAIN(10, "Stop the others, or report GTIDs."),
        CONSUMER_DELAY_NEGATIVE(10, "Clocks moved, or the offset is wrong; read its shortest delays with care."),
        CONSUMER_DELAY_INCOMPLETE(10, "Read its delay as that of the others."),
        NOT_AT_REST_BEFORE(10, "Give the stream more time to settle between runs."),
        NOT_AT_REST_AFTER(10, NOT_AT_REST_BEFORE.remedy),
        NOT_WARM(10, "Raise the longest warm-up."),
        DELAY_NEGATIVE(
                11,
                "Clocks moved, or the offset is wrong: take heartbeats as the source of delays, which do not depend on"
                        + " it."),
        DELAY_BY_EVENT_HEADER(12, "Ask for heartbeats if delays below seconds matter."),
        OUTCOME_UNKNOWN(13, "Look at the verdict's unknown outcomes; each may be in the log or not."),
        READER_BUSY_AT_TIMES(
                13,
                "Look at the chart of the reader; where it is near 100 %, take BPS for the least that the server can"
                        + " do."),
        DELAY_IS_AGE_OF_LOG(14, "Read BPS as the speed of catching up; measure DT while something writes."),
        STREAM_BROKE(15, "Look at the breaks below; compare DT of the seconds in which the stream flowed."),
        PHASE_CUT_SHORT(15, "Run the plan to its end."),
        SIDE_INTERRUPTED(15, "Run it to its end, and compare again."),
        SIDE_INCOMPLETE(15, "Start that matrix again with the same directory, and compare again."),
        NOISE_OF_ONE_RUN(16, "Repeat both sides, five times each."),
        NOISE_UNKNOWN(16, NOISE_OF_ONE_RUN.remedy),
        DELAY_INCLUDES_PAUSE(16, "Look at the delay of the backlog's stretches, or of each second."),
        SERVER_LIMITED(17, "A larger net_buffer_length lifts it; a faster reader would not."),
        EVENT_KIND_UNKNOWN(18, "Take a version of the tester that knows this server's events."),
        COMMIT_TIME_MISSING(19, "Take another source of delays."),
        LOG_NOT_SENT_IN_FULL(20, "Do not compare BPS and EPS with those of a server that sends everything."),
        OTHERS_WROTE(21, "Stop the others, or take the stream's totals for what all of them wrote."),
        MORE_THAN_NODES_REPORTED(
                21,
                "Take the stream's totals for what was written: they have the work that the lost node did not tell."),
        FEW_DELAYS_FOR_P99(22, "Run longer."),
        MEASURED_SHORT(23, "Measure for a minute or more before you compare."),
        STEPS_OF_ONE_SIDE(24, "Compare experiments over the same values."),
        TRANSACTION_WITHOUT_END(
                24,
                "Find out whether the server was killed; otherwise it writes events that the tester does not know."),
        ROWS_NOT_COUNTED(25, "Do not rely on rows; events and bytes have them."),
        HEARTBEATS_BROKE(26, "Where heartbeats are the source, DT lacks that time: look at the seconds."),
        SAME_MACHINE(27, "Measure from another machine what a consumer there would see."),
        NO_INTERVAL_WITH_ZERO(27, "Look at the values of both sides."),
        NODES_JAVA_DIFFERS(27, "Run all of them on the same version."),
        NODES_DRIVER_DIFFERS(27, NODES_JAVA_DIFFERS.remedy),
        BINLOG_FORMAT_NOT_ROW(28, "Compare runs with the same setting only."),
        NODES_SHARE_ROWS(28, "Take at least one warehouse for each worker."),
        COMMITS_NOT_DURABLE(
                29, "Set them to 1 for numbers like production's; compare runs with the same settings only."),
        BUFFER_POOL_SMALL(29, "Give the server the memory that production has, or keep the tables small."),
        DELAY_BY_HEARTBEAT(30, "Do not compare it with a DT from commit timestamps."),
        ROW_IMAGE_NOT_FULL(31, BINLOG_FORMAT_NOT_ROW.remedy),
        SERVER_KEY_NOT_VERIFIED(32, "Use TLS, or pin the server's key."),
        THROUGH_PROXY(33, "Compare its delays and rates with those of runs with the same faults only."),
        NODES_WROTE(34, "Take rates over several seconds where reads and writes are compared."),
        NODES_READ(34, "Where DT by heartbeat is not much longer than that, measure by commit timestamp."),
        PROBE_GAP(35, "Look at the probe's own file for what was missing, and when."),
        PAUSES_IN_P999(36, PAUSES_IN_P99.remedy),
        FEW_DELAYS_FOR_P999(37, FEW_DELAYS_FOR_P99.remedy),
        NO_WARM_UP(38, "Add a warm-up, which no total contains."),
        NOT_ENCRYPTED(39, "Measure with TLS if production has it."),
        FAULT_INJECTED(40, "Look at the table of faults."),
        RESULTS_OF_EARLIER_RUN(40, "Take what is below for this run, and those results for the earlier one."),
        PHASES_UNKNOWN(40, "Read it as one run without phases."),
        SAMPLES_UNREADABLE(40, "Read it as ending with that second."),
        OTHER(40, "Keep it in mind when you compare this run with others."),
        BINLOG_CHECKSUM_OFF(41, BINLOG_FORMAT_NOT_ROW.remedy),
        HIGHEST_RATE_INTERVAL(50, "Ask for more precision to see smaller changes; repeat both sides."),
        INTERVALS_OF_ALL_ROWS(50, "Take a row that is marked better, worse or changed for a real change."),
        SEVERAL_STREAMS(50, "Look at each stream below."),
        NO_COMMIT_TIMESTAMPS(51, "Read DT by its main source."),
        NO_HEARTBEATS_IN_DRAIN(51, NO_COMMIT_TIMESTAMPS.remedy),
        EVENT_HEADER_INEXACT(51, NO_COMMIT_TIMESTAMPS.remedy),
        TRIAL_ENDED_EARLY(51, "Nothing: the rest of it would have changed nothing."),
        SAMPLES_DROPPED(52, "Take the seconds of a long run from samples.jsonl; the totals are whole."),
        HISTOGRAMS_DROPPED(
                53, "Percentiles over stretches before that second are not to be had; those of each second are."),
        CLOSED_LOOP(54, "Give a rate where it matters how long users wait.");

        private final int rank;
        private final String remedy;

        Code(int rank, String remedy) {
            this.rank = rank;
            this.remedy = remedy;
        }

        /** {@return the place in the order in which notes are shown: the lower, the worse} */
        public int rank() {
            return rank;
        }

        /** {@return how much it takes away from the numbers} */
        public Severity severity() {
            return rank < 10 ? Severity.HIGH : rank < 27 ? Severity.MEDIUM : rank < 50 ? Severity.LOW : Severity.INFO;
        }
    }

    /** Makes numbers {@code Long} or {@code Double}, and copies lists. */
    public Note {
        Map<String, Object> plain = new LinkedHashMap<>();
        arguments.forEach((name, value) -> plain.put(name, plain(value)));
        arguments = Collections.unmodifiableMap(plain);
    }

    private static Object plain(Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        if (value instanceof Number number) {
            boolean whole = number instanceof Long || number instanceof Integer;
            return whole ? (Object) number.longValue() : (Object) number.doubleValue();
        }
        return String.valueOf(value);
    }

    /**
     * Makes a note.
     *
     * @param arguments names and values in turn; a value that is {@code null} or empty is left out
     * @return the note
     */
    public static Note of(Code code, @Nullable Object... arguments) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            Object value = arguments[i + 1];
            if (value != null && !value.equals("") && !value.equals(List.of())) {
                named.put(String.valueOf(arguments[i]), value);
            }
        }
        return new Note(code, named);
    }

    /** {@return a note of {@link Code#OTHER} with the argument {@code text}, a sentence that somebody else wrote} */
    public static Note other(String text) {
        return of(Code.OTHER, "text", text);
    }

    /** {@return how much it takes away from the numbers} */
    public Severity severity() {
        return code.severity();
    }

    /** {@return one sentence, without a capital and a full stop} */
    public String text() {
        return NoteTexts.text(this);
    }

    /** {@return what it means, in one sentence; empty where {@link #text()} says so itself} */
    public String reason() {
        return NoteTexts.reason(code);
    }

    /** {@return what to do, in one sentence} */
    public String remedy() {
        return code.remedy;
    }

    /** {@return whether codes, and arguments that are no numbers, are the same} */
    public boolean isLike(Note other) {
        return code == other.code && words().equals(other.words());
    }

    private Map<String, Object> words() {
        Map<String, Object> words = new LinkedHashMap<>(arguments);
        words.values().removeIf(Number.class::isInstance);
        return words;
    }

    /** {@return each note once, the worst first} */
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
