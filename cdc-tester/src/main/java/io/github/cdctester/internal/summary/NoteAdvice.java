// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What to do about a note of a result. A note says what is wrong in its own words, which are taken over; here is how bad that is, and
 * what docs/metrics.md advises. The rules by which notes are made are the run's, and nowhere else.
 *
 * @param note how the note begins, or what is in it
 * @param rank how much it takes away from the numbers: the lower, the worse
 * @param why what it means, for a note that does not say so itself
 * @param remedy what to do
 */
public record NoteAdvice(Pattern note, int rank, String why, String remedy) {

    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
    private static final int UNKNOWN_RANK = 40;

    private static final String AGE_OF_LOG = "^DT is how old the log was";

    private static final NoteAdvice UNKNOWN = advice(
            "",
            UNKNOWN_RANK,
            "It was noted while the run went on.",
            "Keep it in mind when you compare this run with others.");

    private static final List<NoteAdvice> ALL = List.of(
            advice("^DT was not measured", 2, "", "Take another source of delays, or run longer."),
            advice(
                    "(statement|statements) found no row",
                    5,
                    "",
                    "Read the write figures as those of less work than was asked for; prepare the tables as the load asks for them."),
            advice(
                    "but .* was made with|the highest id in .* is",
                    5,
                    "",
                    "Give the table size that the tables have, or prepare them anew."),
            advice(
                    "^the tester was near the limit of its processors",
                    6,
                    "",
                    "Take a machine with more processors, or share the load between several testers."),
            advice(
                    "^the tester's reader may be the limit in some seconds",
                    13,
                    "",
                    "Look at the chart of the reader; where it is near 100 %, take BPS for the least that the server can do."),
            advice(
                    "^the tester's reader may be the limit",
                    7,
                    "",
                    "Take BPS for the least that the server can do; do without checksum checks and row counting if they are on."),
            advice("^pauses of the tester are in p99\\.9", 36, "", "Give the tester more memory; compare p50 and p95."),
            advice("^pauses of the tester are in p99", 8, "", "Give the tester more memory; compare p50 and p95."),
            advice("^DT is made of few values: .* p99 and p99.9 are", 22, "", "Run longer."),
            advice("^DT is made of few values", 37, "", "Run longer."),
            advice("^the measured part is short", 23, "", "Measure for a minute or more before you compare."),
            advice("^there was no warm-up", 38, "", "Add a warm-up, which no total contains."),
            advice("^latency is that of a closed loop", 54, "", "Give a rate where it matters how long users wait."),
            advice(
                    "^tester and server share a machine",
                    27,
                    "",
                    "Measure from another machine what a consumer there would see."),
            advice("^the stream was not encrypted", 39, "", "Measure with TLS if production has it."),
            advice("^binlog_format is", 28, "", "Compare runs with the same setting only."),
            advice("^binlog_checksum is", 41, "", "Compare runs with the same setting only."),
            advice(
                    "^the end of .+ was not seen, as the run was ended",
                    4,
                    "",
                    "Look at what ended it, and run it again: this says nothing about what the stream can carry."),
            advice(
                    "^the end of .+ was not seen",
                    4,
                    "",
                    "Wait longer for the end of the stream (drain timeout), or lower the load."),
            advice(
                    "of the schedule .* had not been started",
                    6,
                    "",
                    "Read latency with what was waiting, not latency alone; lower the rate, or take more threads."),
            advice(
                    "not taken in time",
                    8,
                    "",
                    "Give the tester a machine of its own, or more processors; its delays are suspect until then."),
            advice(
                    "^the load .* began .* after its time",
                    9,
                    "",
                    "As for samples not taken in time: a less loaded machine."),
            advice(
                    "^the server's clock is known within",
                    10,
                    "All delays can be wrong by that much, in the same direction.",
                    "Move the tester nearer to the server, or compare large differences only."),
            advice(
                    "below zero",
                    11,
                    "",
                    "Clocks moved, or the offset is wrong: take heartbeats as the source of delays, which do not depend on it."),
            advice("^DT comes from event headers", 12, "", "Ask for heartbeats if delays below seconds matter."),
            advice(
                    "lost (its|their) connection at the commit",
                    13,
                    "",
                    "Look at the verdict's unknown outcomes; each may be in the log or not."),
            advice(AGE_OF_LOG, 14, "", "Read BPS as the speed of catching up; measure DT while something writes."),
            advice(
                    "^the stream broke",
                    15,
                    "",
                    "Look at the breaks below; compare DT of the seconds in which the stream flowed."),
            advice(
                    "^DT has the .* of a planned pause",
                    16,
                    "",
                    "Look at the delay of the backlog's stretches, or of each second."),
            advice(
                    "^the fault '",
                    7,
                    "",
                    "Read the run as one without that fault; see the reason, and the table of faults."),
            advice(
                    "^the stream went through a proxy on this machine",
                    33,
                    "",
                    "Compare its delays and rates with those of runs with the same faults only."),
            advice("^server-limited", 17, "", "A larger net_buffer_length lifts it; a faster reader would not."),
            advice("of the unknown kind", 18, "", "Take a version of the tester that knows this server's events."),
            advice("without a commit time", 19, "DT is that of the others only.", "Take another source of delays."),
            advice(
                    "^the server kept .* bytes",
                    20,
                    "",
                    "Do not compare BPS and EPS with those of a server that sends everything."),
            advice(
                    "more than this run committed",
                    21,
                    "",
                    "Stop the others, or take the stream's totals for what all of them wrote."),
            advice(
                    "^worker .*(was lost|has not answered|has not told)",
                    5,
                    "",
                    "Take the write figures from that second on for too low; find out why it was lost, and run again."),
            advice(
                    "more than worker nodes told of",
                    21,
                    "",
                    "Take the stream's totals for what was written: they have the work that the lost node did not tell."),
            advice(
                    "worker nodes? used .* of (its|their) processors or more",
                    6,
                    "",
                    "Spread the load over more nodes, until each has processors left."),
            advice(
                    "worker nodes write to .*: workers of several nodes wait",
                    28,
                    "",
                    "Take at least one warehouse for each worker."),
            advice(
                    "worker nodes fell behind their schedule",
                    9,
                    "",
                    "Compare the worker nodes below; leave that one out, or give it fewer threads and a machine of its own."),
            advice(
                    "^worker nodes (run on different Java versions|write by different drivers)",
                    27,
                    "",
                    "Run all of them on the same version."),
            advice(
                    "worker nodes? wrote, which began within",
                    34,
                    "",
                    "Take rates over several seconds where reads and writes are compared."),
            advice(
                    "worker nodes? followed the streams, each by its own clock",
                    34,
                    "",
                    "Where DT by heartbeat is not much longer than that, measure by commit timestamp."),
            advice(
                    "ha(s|ve) no end",
                    24,
                    "",
                    "Find out whether the server was killed; otherwise it writes events that the tester does not know."),
            advice("had rows that could not be counted", 25, "", "Do not rely on rows; events and bytes have them."),
            advice(
                    "heartbeats' connection broke",
                    26,
                    "",
                    "Where heartbeats are the source, DT lacks that time: look at the seconds."),
            advice(
                    "^DT is that of the tester's heartbeat rows",
                    30,
                    "They are a sample of the traffic, not all of it.",
                    "Do not compare it with a DT from commit timestamps."),
            advice("^binlog_row_image is", 31, "", "Compare runs with the same setting only."),
            advice(
                    "^sync_binlog is|^innodb_flush_log_at_trx_commit is",
                    29,
                    "",
                    "Set them to 1 for numbers like production's; compare runs with the same settings only."),
            advice(
                    "^innodb_buffer_pool_size is",
                    29,
                    "",
                    "Give the server the memory that production has, or keep the tables small."),
            advice(
                    "^without TLS the server's RSA key",
                    32,
                    "Who sits between could have read the password.",
                    "Use TLS, or pin the server's key."),
            advice(
                    "^BPS, EPS and TPS are sums over",
                    50,
                    "One slow stream is hidden in the sum.",
                    "Look at each stream below."),
            advice(
                    "^there are no delays by|^.*EVENT_HEADER is 0 to 1 s too long",
                    51,
                    "",
                    "Read DT by its main source."),
            advice(
                    "samples? (is|are) not in this result",
                    52,
                    "",
                    "Take the seconds of a long run from samples.jsonl; the totals are whole."),
            advice(
                    "^the samples have their histograms from",
                    53,
                    "",
                    "Percentiles over stretches before that second are not to be had; those of each second are."),
            advice(
                    "^probe ",
                    35,
                    "Its curve has gaps there.",
                    "Look at the probe's own file for what was missing, and when."));

    private static NoteAdvice advice(String note, int rank, String why, String remedy) {
        return new NoteAdvice(Pattern.compile(note), rank, why, remedy);
    }

    /**
     * Finds it.
     *
     * @return what is known of it; a general one of what nobody has thought of
     */
    public static NoteAdvice of(String sentence) {
        return ALL.stream()
                .filter(advice -> advice.note.matcher(sentence).find())
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** Tells whether a stretch of log was read that had been there before, as the notes of such a run say. */
    public static boolean isAgeOfLog(List<String> notes) {
        Pattern age = Pattern.compile(AGE_OF_LOG);
        return notes.stream().anyMatch(note -> age.matcher(note).find());
    }

    /** Tells whether nobody thought of this note yet. */
    public boolean isGeneral() {
        return rank == UNKNOWN_RANK;
    }

    /** Tells whether two notes say the same, though their numbers may differ. */
    public static boolean alike(String one, String other) {
        return NUMBER.matcher(one).replaceAll("#").equals(NUMBER.matcher(other).replaceAll("#"));
    }

    /** Puts notes in the order in which all who show them do. */
    public static List<String> worstFirst(List<String> notes) {
        return notes.stream()
                .distinct()
                .sorted(Comparator.comparingInt(note -> of(note).rank))
                .toList();
    }
}
