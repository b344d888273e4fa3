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
 * Something that a reader of the numbers must know. docs/notes.md lists the codes.
 *
 * @param code what kind of note it is
 * @param arguments what its sentence is made of, in order: {@code Long}, {@code Double}, {@code String} or a list of strings; units are in
 *     the names
 */
public record Note(Code code, Map<String, Object> arguments) {

    /** How much a note takes away from the numbers. */
    public enum Severity {
        /** Some numbers are wrong, or misleading. */
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
        DELAY_NOT_MEASURED(2, "Choose another delay source, or run longer."),
        VERDICT_BAD(3, "See the verdict: rates and delays cover only the data that arrived."),
        OFFENDER_IS_STEP(3, "See what was sent for it: storm-steps.sql has it, where the run has a directory."),
        STEPS_SHRUNK(3, OFFENDER_IS_STEP.remedy),
        STREAM_CUT_OFF(4, "See what ended the run, and rerun: this says nothing about what the stream can carry."),
        STREAM_END_NOT_SEEN(4, "Raise the drain timeout, or lower the load."),
        BACKLOG_GREW(4, "Lower the rate: the stream carries less than is written."),
        CATCH_UP_LATE(4, BACKLOG_GREW.remedy),
        TRIAL_FAILED(5, "Fix the cause, and run it again."),
        LOAD_NOT_DELIVERED(5, "Use more threads, or a faster tester; lower the rate if the server is the limit."),
        LIMIT_BROKEN(5, "See the run's own result."),
        STATEMENTS_FOUND_NO_ROW(
                5, "Prepare the tables as the load asks for them; until then less is written than asked for."),
        TABLES_DIFFER(5, "Give the table size that the tables have, or prepare them again."),
        NODE_LOST(5, "What it did after its last report is in no total; find the cause, and rerun."),
        NODE_WORK_NOT_COUNTED(5, NODE_LOST.remedy),
        NODE_PART_LEFT(5, NODE_LOST.remedy),
        TESTER_CPU_BUSY(6, "Use a machine with more processors, or spread the load over several testers."),
        NODES_BUSY(6, "Spread the load over more nodes."),
        TRANSACTIONS_NOT_STARTED(6, "Read latencyWithWaiting; lower the rate, or add threads."),
        READER_BUSY(7, "Take BPS as a lower bound; turn off checksum checks and row counting."),
        FAULT_FAILED(7, "Read the run as one without that fault; see the table of faults."),
        PAUSES_IN_P99(8, "Give the tester more memory; compare p50 and p95."),
        SAMPLES_MISSED(8, "Give the tester its own machine or more processors; its delays are suspect until then."),
        LOAD_LATE(9, "Use a less loaded machine."),
        NODES_BEHIND(9, "Compare the worker nodes below; leave that node out, or give it fewer threads."),
        CLOCK_UNKNOWN(10, "Use heartbeats as the delay source, which need no clock of the server."),
        CLOCK_UNCERTAIN(10, "Run the tester closer to the server, or compare large differences only."),
        CONSUMER_SILENT(10, "Call its probe for each transaction or row; start it at the run's log position."),
        CONSUMER_LINES_UNREADABLE(10, "Give the format of its lines; see the first one."),
        CONSUMER_REPORTS_UNREADABLE(10, "Report GTIDs as the server writes them."),
        CONSUMER_IDENTITY_CHANGED(10, "Use one of the three forms of seen throughout."),
        CONSUMER_STRAY_REPORTS(10, "Find their origin: another run, another server, or a defect of the consumer."),
        CONSUMER_STRAY_POSITIONS(10, "Report the position behind a transaction's last event."),
        CONSUMER_OTHER_TABLES(10, "Filter these tables out if the consumer need not have them."),
        CONSUMER_TABLES_UNKNOWN(10, "Report the tables' own names, so that rows of other tables do not count."),
        CONSUMER_DUPLICATES_UNCERTAIN(10, "Stop the other writers, or report GTIDs."),
        CONSUMER_DELAY_NEGATIVE(10, "A clock moved, or the offset is wrong; distrust its shortest delays."),
        CONSUMER_DELAY_INCOMPLETE(10, "Its delay covers the other transactions only."),
        CONSUMER_SNAPSHOT_EARLY(10, "Start the consumer when the load has begun."),
        CONSUMER_SNAPSHOT_LATE(10, "Give a longer time, so that the load goes on until the snapshot has ended."),
        CONSUMER_SNAPSHOT_NOT_ONE_MOMENT(10, "Expect rows of different moments until the stream has caught up."),
        CONSUMER_SHOWS_NO_DELETIONS(10, "Have it report deleted rows, so that these can be compared, too."),
        NOT_AT_REST_BEFORE(10, "Give the stream more time to settle between runs."),
        NOT_AT_REST_AFTER(10, NOT_AT_REST_BEFORE.remedy),
        NOT_WARM(10, "Raise the longest warm-up."),
        DELAY_NEGATIVE(
                11, "A clock moved, or the offset is wrong: use heartbeats as the delay source, which need no offset."),
        DELAY_BY_EVENT_HEADER(12, "Use heartbeats where delays below a second matter."),
        NODE_ABSENT(13, "Start it; until it comes, the others do its part."),
        NODE_PART_MOVED(13, "Compare the seconds after that with those before; find out why the node was lost."),
        WRITES_REFUSED(13, "Read rates and latencies as including that time; find out why the server refused."),
        OUTCOME_UNKNOWN(13, "See the verdict's unknown outcomes."),
        READER_BUSY_AT_TIMES(13, "See the reader's chart; where it is near 100 %, take BPS as a lower bound."),
        DELAY_IS_AGE_OF_LOG(14, "Read BPS as the catch-up speed; measure DT while something writes."),
        INCIDENT_IN_LOG(15, "Copy the tables again: consumers cannot have these changes."),
        CONNECTOR_LEFT_OUT(15, "Expect the same of applications with this connector; read with the native reader."),
        STREAM_BROKE(15, "See the breaks below; compare DT of seconds in which the stream flowed."),
        PHASE_CUT_SHORT(15, "Run the plan to its end."),
        SIDE_INTERRUPTED(15, "Let it run to its end, and compare again."),
        SIDE_WITH_OTHERS(15, "Compare DT and the writes; stop the other writers to compare the totals."),
        SIDE_INCOMPLETE(15, "Rerun that matrix with the same directory, and compare again."),
        NOISE_UNKNOWN(16, "Repeat both sides, five times each."),
        DELAY_INCLUDES_PAUSE(16, "See the delay of the backlog's parts, or of each second."),
        SERVER_LIMITED(17, "Raise net_buffer_length; a faster reader would not help."),
        EVENT_KIND_UNKNOWN(18, "Use a version of the tester that knows this server's events."),
        COMMIT_TIME_MISSING(19, "Choose another delay source."),
        LOG_END_UNKNOWN(20, "Expect no bytes behind; the end of the stream is seen by GTIDs or heartbeats."),
        LOG_NOT_SENT_IN_FULL(20, "Do not compare BPS and EPS with a server that sends everything."),
        OTHERS_WROTE(21, "Stop the other writers, or read the totals of the stream as totals of all clients."),
        MORE_THAN_NODES_REPORTED(21, "Read the stream's totals as what was written."),
        LOGGED_AS_STATEMENTS(21, "Have all sessions write with binlog_format=ROW."),
        FEW_DELAYS_FOR_P99(22, "Run longer."),
        MEASURED_SHORT(23, "Measure for a minute or more before comparing."),
        STEPS_OF_ONE_SIDE(24, "Compare experiments over the same values."),
        TRANSACTION_WITHOUT_END(
                24, "Check whether the server was killed; otherwise it writes events that the tester does not know."),
        ROWS_NOT_COUNTED(25, "Do not rely on row counts; events and bytes are complete."),
        TABLES_COUNTED_TOGETHER(25, "Total rows are complete; read one schema less in a run if each table matters."),
        HEARTBEATS_BROKE(26, "Where heartbeats are the delay source, DT misses that time."),
        SAME_MACHINE(27, "Measure from another machine to see what a consumer there sees."),
        NO_INTERVAL_WITH_ZERO(27, "See the values of both sides."),
        NODES_JAVA_DIFFERS(27, "Run all nodes on the same version."),
        NODES_DRIVER_DIFFERS(27, NODES_JAVA_DIFFERS.remedy),
        BINLOG_FORMAT_NOT_ROW(28, "Compare only runs with the same setting."),
        NODES_SHARE_ROWS(28, "Use at least one warehouse for each worker."),
        COMMITS_NOT_DURABLE(29, "Set them to 1 for production-like numbers; compare only runs with the same settings."),
        BUFFER_POOL_SMALL(29, "Give the server as much memory as production has, or keep tables small."),
        DELAY_BY_HEARTBEAT(30, "Do not compare it with a DT by commit timestamps."),
        ROW_IMAGE_NOT_FULL(31, BINLOG_FORMAT_NOT_ROW.remedy),
        SERVER_KEY_NOT_VERIFIED(32, "Use TLS, or pin the server's key."),
        THROUGH_PROXY(33, "Compare only runs with the same faults."),
        NODES_WROTE(34, "Compare reads with writes over several seconds only."),
        NODE_READ_LINES(34, "Compare the nodes' lines: partitions may be divided unevenly."),
        NODES_READ(34, "Use commit timestamps where DT by heartbeat is not much longer than that."),
        PROBE_GAPS(35, "See samples.csv, or the probe's own file, for when."),
        PAUSES_IN_P999(36, PAUSES_IN_P99.remedy),
        FEW_DELAYS_FOR_P999(37, FEW_DELAYS_FOR_P99.remedy),
        NO_WARM_UP(38, "Add a warm-up; it is in no total."),
        READ_BY_CONNECTOR(38, "Compare only runs with the same reader."),
        STREAM_OFF(38, "Leave the setting out where the server writes a binlog."),
        NOT_ENCRYPTED(39, "Use TLS if production does."),
        FAULT_INJECTED(40, "See the table of faults."),
        RESULTS_OF_EARLIER_RUN(40, "Take what is below for this run, and those results for the earlier one."),
        PHASES_UNKNOWN(40, "Read it as one run without phases."),
        SAMPLES_UNREADABLE(40, "Read the run as ending with that second."),
        OTHER(40, "Keep it in mind when comparing runs."),
        BINLOG_CHECKSUM_OFF(41, BINLOG_FORMAT_NOT_ROW.remedy),
        HIGHEST_RATE_INTERVAL(50, "Ask for more precision to see smaller changes; repeat both sides."),
        INTERVALS_OF_ALL_ROWS(50, "Take a row that is marked better, worse or changed for a real change."),
        PUBLISHED_BESIDE(50, "See what differs, and read each ratio as a ratio."),
        STEPS_LEFT_OUT(50, "Use a server that has them, or an account that may, to test these."),
        SEVERAL_STREAMS(50, "See each stream below."),
        SECONDS_COUNT_PARTS(50, "Take TPS of the whole run for transactions per second."),
        NO_COMMIT_TIMESTAMPS(51, "Read DT by its main source."),
        NO_HEARTBEATS_IN_DRAIN(51, NO_COMMIT_TIMESTAMPS.remedy),
        EVENT_HEADER_INEXACT(51, NO_COMMIT_TIMESTAMPS.remedy),
        TRIAL_ENDED_EARLY(51, "Nothing: the rest of it would have changed nothing."),
        SAMPLES_DROPPED(52, "samples.jsonl has all seconds of a long run; the totals are complete."),
        HISTOGRAMS_DROPPED(
                53, "Percentiles over intervals before that second are not available; those of each second are."),
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
        Note note = new Note(code, Map.of());
        for (int i = 0; i < arguments.length; i += 2) {
            note = note.with(String.valueOf(arguments[i]), arguments[i + 1]);
        }
        return note;
    }

    /** {@return this note with another argument; the same where the value is {@code null} or empty} */
    public Note with(String name, @Nullable Object value) {
        if (value == null || value.equals("") || value.equals(List.of())) {
            return this;
        }
        Map<String, Object> more = new LinkedHashMap<>(arguments);
        more.put(name, value);
        return new Note(code, more);
    }

    /** {@return a note of {@link Code#OTHER} with the argument {@code text}, an external sentence} */
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

    /** {@return its meaning, in one sentence; empty if {@link #text()} contains it} */
    public String reason() {
        return NoteTexts.reason(code);
    }

    /** {@return what to do, in one sentence} */
    public String remedy() {
        return code.remedy;
    }

    /** {@return true if codes, and arguments that are no numbers, are the same} */
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
