// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import static java.util.Map.entry;

import io.github.cdctester.result.Note.Code;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sentences of notes. In braces stands an argument: {@code {n}} its value, {@code {n%.1f}} formatted, {@code {n:one|many}} a number and
 * the word for it, {@code {n?one|many}} the word alone, {@code {n!text %s}} a text if it is there, {@code {n=}} a setting and its value,
 * {@code {n|text}} a text in place of what is not there.
 */
final class NoteTexts {

    private static final Pattern ARGUMENT = Pattern.compile("\\{(\\w+)(?:(%[^}]*)|([:?!=|])([^}]*))?}");

    private static final String SILENT =
            " for %.1f s: its process stands still, its network is cut off, or it is too busy}";
    private static final String LOSS = "worker {node} {connection!was lost: %s}"
            + "{unansweredSeconds!has not answered" + SILENT
            + "{unreportedSeconds!answers, but has not told what it did" + SILENT
            + "{fillingSeconds!did not end filling tables within %d s after it was asked to}";

    private static final Map<Code, String> TEXTS = Map.ofEntries(
            entry(Code.DELAY_NOT_MEASURED, "DT was not measured: nothing arrived whose commit time is known"),
            entry(Code.VERDICT_BAD, "verdict {verdict}"),
            entry(
                    Code.STREAM_CUT_OFF,
                    "the end of {streams|the stream} was not seen, as the run was ended before its time: totals and DT"
                            + " lack what was still to come"),
            entry(
                    Code.STREAM_END_NOT_SEEN,
                    "the end of {streams|the stream} was not seen: totals and DT lack what was still to come"),
            entry(Code.BACKLOG_GREW, "the backlog grew: {percent%.1f} % of what was committed stayed behind"),
            entry(Code.CATCH_UP_LATE, "the stream ended {seconds%.1f} s after the writes"),
            entry(
                    Code.LOAD_NOT_DELIVERED,
                    "the load could not be delivered: {leftOutPercent%.1f} % of the starts were left out,"
                            + " {reachedPerSecond%.1f} transactions/s were reached{threads!; the %s threads waited for"
                            + " the server }{waitedPercent!%.0f %% of the time: it is the limit, or they are too"
                            + " few}{idlePercent!; the threads were idle for %.0f %% of the time: the tester is the"
                            + " limit}"),
            entry(Code.TRIAL_FAILED, "{run!run %s: }failed: {reason}"),
            entry(Code.LIMIT_BROKEN, "{run!run %s: }failed {limit}{found!: %s}"),
            entry(
                    Code.STATEMENTS_FOUND_NO_ROW,
                    "{percent%.1f} % of the statements found no row ({foundNoRow} of {statements}): {deletedBy!%s"
                            + " takes rows away and puts none back}{setting!the tables have fewer rows than %s says, or"
                            + " somebody else deletes them}{workloads!the workload asks for rows that are not there}"),
            entry(
                    Code.TABLES_DIFFER,
                    "{setting} is {asked}, but {highestId!the highest id in }{table}{madeWith! was made with %d: the"
                            + " values of k are drawn from another range}{highestId! is %d: statements on ids above it"
                            + " find no row}"),
            entry(Code.NODE_LOST, LOSS),
            entry(
                    Code.NODE_WORK_NOT_COUNTED,
                    LOSS + "; what it did since its last second is in the log and in no total here"),
            entry(
                    Code.TESTER_CPU_BUSY,
                    "the tester was near the limit of its processors: it used {cpuPercent%.0f} % of the {processors}"
                            + " of its machine, so that delays and latencies may be its own"),
            entry(
                    Code.NODES_BUSY,
                    "{busy} of {nodes:worker node|worker nodes} used {limitPercent%.0f} % of {busy?its|their}"
                            + " processors or more, most of all {node} with {cpuPercent%.0f} % ({busiestCpuPercent%.0f} %"
                            + " in its busiest second): latencies and delays may be {busy?its|their} own"),
            entry(
                    Code.TRANSACTIONS_NOT_STARTED,
                    "{count:transaction|transactions} of the schedule ({percent%.3g} %) had not been started when the"
                            + " time was up, and had waited for up to {waitedMillis%.3f} ms: latency leaves them out,"
                            + " latencyWithWaiting counts them in; the server was away, or the rate was higher than it and"
                            + " the threads could do"),
            entry(
                    Code.READER_BUSY,
                    "the tester's reader may be the limit: the thread that reads the stream was on a processor for"
                            + " {cpuPercent%.0f} % of the time, and the server may be able to send more"),
            entry(Code.FAULT_FAILED, "the fault '{fault}' could not be carried out: {reason}"),
            entry(
                    Code.PAUSES_IN_P99,
                    "pauses of the tester are in p99 and in what is above it: garbage collections took {pauseMillis}"
                            + " ms, {percent%.2f} % of the time"),
            entry(
                    Code.SAMPLES_MISSED,
                    "{count:sample was|samples were} not taken in time: the machine was overloaded; the next sample"
                            + " has their numbers"),
            entry(
                    Code.LOAD_LATE,
                    "the load {load} began {lateMillis%.0f} ms after its time: the machine was overloaded"),
            entry(
                    Code.NODES_BEHIND,
                    "{behind} of {nodes} worker nodes fell behind their schedule, most of all {node} with a start"
                            + " delay of {startDelayP99Millis%.1f} ms at p99, where the median of all nodes is"
                            + " {medianMillis%.1f} ms: it was slower than they are, or its way to the server is longer"),
            entry(
                    Code.CLOCK_UNCERTAIN,
                    "the server's clock is known within ±{uncertaintyMillis%.3f} ms only, which is much for a median"
                            + " DT of {delayMillis%.3f} ms"),
            entry(
                    Code.CONSUMER_SILENT,
                    "it reported nothing: check that it calls its probe, and reads the log from where this run"
                            + " began"),
            entry(Code.CONSUMER_LINES_UNREADABLE, "{count} of {of} lines could not be read, such as '{first}'"),
            entry(
                    Code.CONSUMER_REPORTS_UNREADABLE,
                    "{count} of {of} reports could not be read, such as '{first}': a GTID is like {gtidExample}"),
            entry(
                    Code.CONSUMER_IDENTITY_CHANGED,
                    "{count:report|reports} named another kind of thing than the first ({identity}) and"
                            + " {count?was|were} ignored"),
            entry(
                    Code.CONSUMER_STRAY_REPORTS,
                    "{count:report names|reports name} a transaction that nobody committed, first {first}"),
            entry(
                    Code.CONSUMER_STRAY_POSITIONS,
                    "{count:report names|reports name} a transaction that nobody committed, first {first}:"
                            + " report the position after a transaction's last event, at the server that the stream comes"
                            + " from"),
            entry(
                    Code.CONSUMER_DUPLICATES_UNCERTAIN,
                    "{foreign:transaction|transactions} in the log {foreign?is|are} somebody else's: an update"
                            + " of theirs keeps a row's stamp, so some repetitions may be theirs; what is lost, torn or"
                            + " reordered is not"),
            entry(
                    Code.CONSUMER_DELAY_NEGATIVE,
                    "{count} of its delays were below zero, by up to {lowestMillis%.3f} ms: the clocks differ"
                            + " by more than was measured"),
            entry(
                    Code.CONSUMER_DELAY_INCOMPLETE,
                    "its delay was not measured for all transactions: it was so far behind that their commit"
                            + " times were forgotten"),
            entry(Code.NOT_AT_REST_BEFORE, "{run!run %s: }started before the stream was at rest"),
            entry(Code.NOT_AT_REST_AFTER, "{run!run %s: }the stream was not at rest in time afterwards: {reason}"),
            entry(Code.NOT_WARM, "not warm after {warmUpSeconds%.0f} s: {state}"),
            entry(
                    Code.DELAY_NEGATIVE,
                    "{count:delay was|delays were} below zero (down to {lowestMillis%.3f} ms) and {count?counts|count}"
                            + " as 0: the clocks disagree by more than the delay"),
            entry(
                    Code.DELAY_BY_EVENT_HEADER,
                    "DT comes from event headers, whose seconds are cut off: it is 0 to 1 s too long; a heartbeat"
                            + " ({setting} heartbeat) is right to the µs, but writes"),
            entry(
                    Code.OUTCOME_UNKNOWN,
                    "{count:transaction|transactions} lost {count?its|their} connection at the commit: {count?it|they}"
                            + " may be in the log and in the tables, or not"),
            entry(
                    Code.READER_BUSY_AT_TIMES,
                    "the tester's reader may be the limit in some seconds: a thread that reads a stream was on a"
                            + " processor for {limitPercent%.0f} % of the time or more in {busySeconds} s, and the server"
                            + " may have been able to send more"),
            entry(
                    Code.DELAY_IS_AGE_OF_LOG,
                    "DT is how old the log was when it was read; it says nothing about the endpoint"),
            entry(
                    Code.STREAM_BROKE,
                    "the stream broke {count:time|times} and was resumed, {seconds%.1f} s in all; DT includes the"
                            + " wait"),
            entry(
                    Code.PHASE_CUT_SHORT,
                    "phase {phase} was cut short, so {limits:limit was|limits were} not judged: {expressions}"),
            entry(Code.SIDE_INTERRUPTED, "{side} has {runs:interrupted run|interrupted runs}"),
            entry(Code.SIDE_INCOMPLETE, "{side}: {missing} of {cells} cells failed or were not run"),
            entry(
                    Code.NOISE_OF_ONE_RUN,
                    "a side has one run: intervals in brackets are from the noise within one run ({confidencePercent} %), without"
                            + " the variation from run to run"),
            entry(
                    Code.NOISE_UNKNOWN,
                    "a side has one run, and too few seconds to estimate the noise: nothing is certain"),
            entry(
                    Code.DELAY_INCLUDES_PAUSE,
                    "DT has the {pausedSeconds%.1f} s of a planned pause in it: what piled up in phase {phase} was"
                            + " read late"),
            entry(
                    Code.SERVER_LIMITED,
                    "server-limited: the reader was on a CPU for {cpuPercent%.0f} % of the time, the rest it waited"
                            + " for the server's dump thread, which sends pieces of net_buffer_length = {netBufferLength}"
                            + " bytes; SET GLOBAL net_buffer_length = 1048576 makes them larger"),
            entry(
                    Code.EVENT_KIND_UNKNOWN,
                    "{count:event|events} of the unknown kind {kind} {count?was|were} counted and passed over: if they"
                            + " open or end transactions, these are wrong"),
            entry(
                    Code.COMMIT_TIME_MISSING,
                    "{count:transaction|transactions} came without a commit time and {count?is|are} not in DT"),
            entry(
                    Code.LOG_NOT_SENT_IN_FULL,
                    "the server kept {bytes} bytes of its log to itself; bytes and events lack them"),
            entry(
                    Code.OTHERS_WROTE,
                    "the stream carried {count:transaction|transactions} more than this run committed: somebody else"
                            + " wrote too"),
            entry(
                    Code.MORE_THAN_NODES_REPORTED,
                    "the stream carried {count:transaction|transactions} more than worker nodes told of: that of the"
                            + " lost one, or somebody else's"),
            entry(
                    Code.FEW_DELAYS_FOR_P99,
                    "DT is made of few values: of {count}, p99 and p99.9 are the maximum, or next to it"),
            entry(
                    Code.MEASURED_SHORT,
                    "the measured part is short: in {seconds%.1f} s, one pause of the server or of the tester is a"
                            + " large part of it"),
            entry(Code.STEPS_OF_ONE_SIDE, "only {side} has {axis} {steps}"),
            entry(
                    Code.TRANSACTION_WITHOUT_END,
                    "{count:transaction|transactions} in the log {count?has|have} no end and {count?is|are} not"
                            + " counted"),
            entry(Code.ROWS_NOT_COUNTED, "{count:event|events} had rows that could not be counted; rows lack them"),
            entry(
                    Code.HEARTBEATS_BROKE,
                    "the heartbeats' connection broke and was replaced {count:time|times}: there were no heartbeats"
                            + " meanwhile"),
            entry(
                    Code.SAME_MACHINE,
                    "tester and server share a machine: the stream came over loopback, so that there is no network in"
                            + " DT, and both take processors from each other"),
            entry(Code.NO_INTERVAL_WITH_ZERO, "values that are 0 in some run have no interval"),
            entry(Code.NODES_JAVA_DIFFERS, "worker nodes run on different Java versions: {versions}"),
            entry(Code.NODES_DRIVER_DIFFERS, "worker nodes write by different drivers: {drivers}"),
            entry(
                    Code.BINLOG_FORMAT_NOT_ROW,
                    "binlog_format is {binlogFormat}: statements are logged in place of rows, or beside them, so that"
                            + " bytes and events are others"),
            entry(
                    Code.NODES_SHARE_ROWS,
                    "{nodes} worker nodes write to {warehouses:warehouse|warehouses}: workers of several nodes wait"
                            + " for each other's rows"),
            entry(
                    Code.COMMITS_NOT_DURABLE,
                    "{settings=}{server! at %s}: not every commit waits until it is on the disk, as with 1, so that"
                            + " writes are faster"),
            entry(
                    Code.BUFFER_POOL_SMALL,
                    "innodb_buffer_pool_size is {bufferPoolMegabytes%.0f} MB{server! at %s}: tables that are larger"
                            + " are read from the disk again and again"),
            entry(
                    Code.DELAY_BY_HEARTBEAT,
                    "DT is that of the tester's heartbeat rows, the server's time to commit them included"),
            entry(
                    Code.ROW_IMAGE_NOT_FULL,
                    "binlog_row_image is {binlogRowImage}{server! at %s}: bytes are fewer than with FULL"),
            entry(
                    Code.SERVER_KEY_NOT_VERIFIED,
                    "without TLS the server's RSA key was fetched to send the password; somebody in between could have"
                            + " put in another one: give the key with {keySetting}, or use {tlsSetting} VERIFY_CA"),
            entry(
                    Code.THROUGH_PROXY,
                    "the stream went through a proxy on this machine, for the faults of the network: each byte is"
                            + " copied once more"),
            entry(
                    Code.NODES_WROTE,
                    "{nodes:worker node|worker nodes} wrote, which began within {startSpreadMillis%.3f} ms of each"
                            + " other (clocks known within ±{clockMillis%.3f} ms); each tells what it has done once a"
                            + " second, so that a sample's write figures are up to a second old{lateMillis!, and came up"
                            + " to %.0f ms late:}{shiftedFromMillis! from %s ms on they count in the next second}"),
            entry(
                    Code.NODES_READ,
                    "{nodes:worker node|worker nodes} followed the streams, each by its own clock, which is known"
                            + " within ±{clockMillis%.3f} ms against the coordinator's; each tells five times a second"
                            + " what has arrived, so that a sample's stream figures are up to 0.3 s old"),
            entry(Code.PROBE_GAP, "probe {probe} has a gap: {reason}"),
            entry(
                    Code.PAUSES_IN_P999,
                    "pauses of the tester are in p99.9 and in the maximum: garbage collections took {pauseMillis} ms,"
                            + " {percent%.2f} % of the time"),
            entry(
                    Code.FEW_DELAYS_FOR_P999,
                    "DT is made of few values: of {count}, p99.9 is the maximum, or next to it"),
            entry(
                    Code.NO_WARM_UP,
                    "there was no warm-up: cold caches, connections that are made and Java's own start are in the"
                            + " first seconds, and in the totals"),
            entry(
                    Code.NOT_ENCRYPTED,
                    "the stream was not encrypted: with TLS the server and the reader need more time a byte, and DT is"
                            + " longer"),
            entry(Code.FAULT_INJECTED, "fault {fault}"),
            entry(Code.RESULTS_OF_EARLIER_RUN, "the results in the same directory are of an earlier run"),
            entry(Code.PHASES_UNKNOWN, "there is no {file} that can be read, so its phases are not known"),
            entry(Code.SAMPLES_UNREADABLE, "what comes behind second {second} cannot be read: {reason}"),
            entry(Code.OTHER, "{text}"),
            entry(
                    Code.BINLOG_CHECKSUM_OFF,
                    "binlog_checksum is NONE: four bytes an event and the time to make them are saved"),
            entry(
                    Code.HIGHEST_RATE_INTERVAL,
                    "a highest rate is known only up to the lowest rate that failed, and the interval includes"
                            + " that{withinOneRun!, but not the variation from search to search}"),
            entry(
                    Code.INTERVALS_OF_ALL_ROWS,
                    "intervals hold together: in {confidencePercent} % of such tables of equal systems no row is marked as"
                            + " changed; the noise is that between repeats{pooled!, pooled over all steps where it is alike}"),
            entry(
                    Code.SEVERAL_STREAMS,
                    "BPS, EPS and TPS are sums over {streams} streams, and DT is that of all of them together"),
            entry(Code.NO_COMMIT_TIMESTAMPS, "there are no delays by commit timestamp: {server} sends none"),
            entry(Code.NO_HEARTBEATS_IN_DRAIN, "there are no delays by heartbeat: a drain writes nothing"),
            entry(Code.EVENT_HEADER_INEXACT, "the delay by EVENT_HEADER is 0 to 1 s too long: its seconds are cut off"),
            entry(
                    Code.TRIAL_ENDED_EARLY,
                    "ended after {seconds%.0f} of {plannedSeconds%.0f} s, as the outcome was certain by then"),
            entry(
                    Code.SAMPLES_DROPPED,
                    "the first {count:sample is|samples are} not in this result; the totals hold them"),
            entry(
                    Code.HISTOGRAMS_DROPPED,
                    "the samples have their histograms from second {second} on only: all of them would be more than"
                            + " {limitMegabytes} MB"),
            entry(
                    Code.CLOSED_LOOP,
                    "latency is that of a closed loop: a worker that waits starts nothing meanwhile, so that a stall"
                            + " counts once a worker and not once a user"));

    /** Of those whose sentence does not say it. */
    private static final Map<Code, String> REASONS = Map.ofEntries(
            entry(Code.CLOCK_UNCERTAIN, "All delays can be wrong by that much, in the same direction."),
            entry(Code.COMMIT_TIME_MISSING, "DT is that of the others only."),
            entry(Code.DELAY_BY_HEARTBEAT, "They are a sample of the traffic, not all of it."),
            entry(Code.SERVER_KEY_NOT_VERIFIED, "Who sits between could have read the password."),
            entry(Code.PROBE_GAP, "Its curve has gaps there."),
            entry(Code.OTHER, "It was noted while the run went on."),
            entry(Code.SEVERAL_STREAMS, "One slow stream is hidden in the sum."));

    private NoteTexts() {}

    static String text(Note note) {
        Matcher found = ARGUMENT.matcher(TEXTS.getOrDefault(note.code(), ""));
        return found.replaceAll(one -> Matcher.quoteReplacement(
                shown(note.arguments().get(one.group(1)), one.group(2), one.group(3), one.group(4))));
    }

    static String reason(Code code) {
        return REASONS.getOrDefault(code, "");
    }

    private static String shown(
            @Nullable Object value, @Nullable String format, @Nullable String how, @Nullable String words) {
        if (value == null) {
            return "|".equals(how) ? String.valueOf(words) : "";
        }
        if (format != null) {
            return String.format(Locale.ROOT, format, value);
        }
        String text = value instanceof List<?> list ? joined(list) : value.toString();
        if (how == null || words == null || how.equals("|")) {
            return text;
        }
        String[] oneAndMany = words.split("\\|", 2);
        String word = oneAndMany[text.equals("1") ? 0 : oneAndMany.length - 1];
        return switch (how) {
            case ":" -> text + " " + word;
            case "?" -> word;
            case "!" -> String.format(Locale.ROOT, words, value);
            default -> text.replace("=", " is ");
        };
    }

    /** Separated by commas, or by semicolons where an item has a comma of its own. */
    private static String joined(List<?> list) {
        List<String> items = list.stream().map(String::valueOf).toList();
        return String.join(items.stream().anyMatch(item -> item.contains(", ")) ? "; " : ", ", items);
    }
}
