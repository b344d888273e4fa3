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

    private static final String SILENT = " for %.1f s: it is stopped, cut off from the network, or overloaded}";
    private static final String LOSS = "worker {node} {connection!was lost: %s}"
            + "{unansweredSeconds!has not answered" + SILENT
            + "{unreportedSeconds!answers, but has not reported its work" + SILENT
            + "{fillingSeconds!did not stop filling tables within %d s}";

    private static final Map<Code, String> TEXTS = Map.ofEntries(
            entry(Code.DELAY_NOT_MEASURED, "DT was not measured: no transaction with a known commit time arrived"),
            entry(Code.VERDICT_BAD, "verdict {verdict}"),
            entry(
                    Code.OFFENDER_IS_STEP,
                    "transaction {transaction}, where {by} is wrong, is of step {step} ({kind} of {table})"),
            entry(
                    Code.STEPS_SHRUNK,
                    "{steps:step|steps} of {of} {steps?makes|make} {consumer} fail, as {trials} trials show: {names}"
                            + "{more!, and %d more}{ended!; ended by %s}"
                            + "{passed!; sent once more, it did not fail}"),
            entry(Code.STEPS_LEFT_OUT, "the server cannot make these steps, or not for this account: {kinds}"),
            entry(
                    Code.STREAM_CUT_OFF,
                    "the run was ended before {streams|the stream} caught up: totals and DT miss the rest"),
            entry(
                    Code.STREAM_END_NOT_SEEN,
                    "{streams|the stream} did not catch up before the drain timeout: totals and DT miss the" + " rest"),
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
                    "{percent%.1f} % of the statements ({foundNoRow} of {statements}) found no row:"
                            + " {deletedBy!%s deletes rows and inserts none}{setting!the tables have fewer rows than"
                            + " %s, or something else deletes them}{workloads!the workload asks for rows that do not"
                            + " exist}"),
            entry(
                    Code.TABLES_DIFFER,
                    "{setting} is {asked}, but {highestId!the highest id in }{table}{madeWith! was made"
                            + " with %d: values of k come from another range}{highestId! is %d: statements on higher"
                            + " ids find no row}"),
            entry(Code.NODE_LOST, LOSS),
            entry(
                    Code.NODE_WORK_NOT_COUNTED,
                    LOSS + "; its work since its last report is in the log, but in no total here"),
            entry(
                    Code.NODE_PART_LEFT,
                    "nobody took over the part of worker {node} ({threads:thread|threads}): {reason}"),
            entry(Code.NODE_ABSENT, "worker {node} was not there when the run began: {connection}"),
            entry(
                    Code.NODE_PART_MOVED,
                    "{second%.1f} s after the load began, worker {to} took over {threads:thread|threads}"
                            + "{ratePerSecond! and %.1f transactions/s} of worker {node}"),
            entry(
                    Code.TESTER_CPU_BUSY,
                    "the tester used {cpuPercent%.0f} % of its machine's {processors} processors: delays"
                            + " and latencies may be its own"),
            entry(
                    Code.NODES_BUSY,
                    "{busy} of {nodes:worker node|worker nodes} used {limitPercent%.0f} % of"
                            + " {busy?its|their} processors or more, {node} most: {cpuPercent%.0f} %"
                            + " ({busiestCpuPercent%.0f} % in its busiest second); latencies and delays may be"
                            + " {busy?its|their} own"),
            entry(
                    Code.TRANSACTIONS_NOT_STARTED,
                    "{count:scheduled transaction|scheduled transactions} ({percent%.3g} %) did not start"
                            + " in time and had waited up to {waitedMillis%.3f} ms: latency leaves them out,"
                            + " latencyWithWaiting includes them"),
            entry(
                    Code.READER_BUSY,
                    "the tester's reader may be the limit: its thread used {cpuPercent%.0f} % of a"
                            + " processor, so the server may be able to send more"),
            entry(Code.FAULT_FAILED, "fault '{fault}' could not be injected: {reason}"),
            entry(
                    Code.PAUSES_IN_P99,
                    "garbage collection paused the tester for {pauseMillis} ms ({percent%.2f} % of the"
                            + " time): p99 and above include these pauses"),
            entry(
                    Code.SAMPLES_MISSED,
                    "{count:sample was|samples were} missed, as the machine was overloaded: the next sample"
                            + " includes {count?its|their} numbers"),
            entry(Code.LOAD_LATE, "load {load} began {lateMillis%.0f} ms late: the machine was overloaded"),
            entry(
                    Code.NODES_BEHIND,
                    "{behind} of {nodes} worker nodes fell behind schedule, {node} most: start delay"
                            + " {startDelayP99Millis%.1f} ms at p99, where the median node has {medianMillis%.1f} ms"),
            entry(
                    Code.CLOCK_UNCERTAIN,
                    "the server's clock is known to ±{uncertaintyMillis%.3f} ms only, which is large for a"
                            + " median DT of {delayMillis%.3f} ms"),
            entry(
                    Code.CONSUMER_SILENT,
                    "it reported nothing: check that it runs, and reads the log from where this run" + " began"),
            entry(Code.CONSUMER_LINES_UNREADABLE, "{count} of {of} lines could not be read, such as '{first}'"),
            entry(
                    Code.CONSUMER_REPORTS_UNREADABLE,
                    "{count} of {of} reports could not be read, such as '{first}': a GTID is like {gtidExample}"),
            entry(
                    Code.CONSUMER_IDENTITY_CHANGED,
                    "{count:report|reports} identified transactions in another way than the first ({identity}) and"
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
                    "{foreign:transaction|transactions} in the log {foreign?is|are} somebody else's: their updates"
                            + " keep a row's stamp, so some repetitions may be theirs; losses, torn and reordered"
                            + " transactions are not"),
            entry(
                    Code.CONSUMER_DELAY_NEGATIVE,
                    "{count} of its delays were below zero, by up to {lowestMillis%.3f} ms: the clocks differ"
                            + " by more than was measured"),
            entry(
                    Code.CONSUMER_DELAY_INCOMPLETE,
                    "its delay was not measured for all transactions: it was so far behind that their commit"
                            + " times were forgotten"),
            entry(
                    Code.CONSUMER_SNAPSHOT_EARLY,
                    "{rows:row|rows} of its snapshot came before the run listened and {rows?was|were} not judged"),
            entry(
                    Code.CONSUMER_SNAPSHOT_LATE,
                    "{rows:row|rows} of its snapshot came when the load had ended, so the end of the snapshot was not"
                            + " judged under load"),
            entry(
                    Code.CONSUMER_SNAPSHOT_NOT_ONE_MOMENT,
                    "the rows of its snapshot are of different moments of the log"),
            entry(
                    Code.CONSUMER_SHOWS_NO_DELETIONS,
                    "it shows no deletions: of {rows:row|rows} that it showed and the server has no more it is not known"
                            + " whether it still has them"),
            entry(Code.NOT_AT_REST_BEFORE, "{run!run %s: }started before the stream was at rest"),
            entry(Code.NOT_AT_REST_AFTER, "{run!run %s: }the stream was not at rest in time afterwards: {reason}"),
            entry(Code.NOT_WARM, "not warm after {warmUpSeconds%.0f} s: {state}"),
            entry(
                    Code.DELAY_NEGATIVE,
                    "{count:delay was|delays were} below zero (down to {lowestMillis%.3f} ms) and"
                            + " {count?counts|count} as 0: the clock offset is wrong by more than the delay"),
            entry(
                    Code.DELAY_BY_EVENT_HEADER,
                    "DT comes from event headers, which have whole seconds: it is 0 to 1 s too long;"
                            + " heartbeats ({setting} heartbeat) are exact to the µs, but write to the server"),
            entry(
                    Code.OUTCOME_UNKNOWN,
                    "{count:transaction|transactions} lost {count?its|their} connection during the commit:"
                            + " {count?it|they} may have been committed or not"),
            entry(
                    Code.READER_BUSY_AT_TIMES,
                    "the tester's reader may be the limit in {busySeconds} s: its thread used"
                            + " {limitPercent%.0f} % of a processor or more"),
            entry(Code.DELAY_IS_AGE_OF_LOG, "DT is the age of the log when it was read, not a delay of the server"),
            entry(
                    Code.STREAM_BROKE,
                    "the stream broke {count:time|times} and was resumed, after {seconds%.1f} s in all; DT"
                            + " includes that"),
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
                    "DT includes a planned pause of {pausedSeconds%.1f} s: phase {phase} left the stream" + " unread"),
            entry(
                    Code.SERVER_LIMITED,
                    "server-limited: the reader used {cpuPercent%.0f} % of a processor and waited for the"
                            + " server's dump thread, which sends pieces of net_buffer_length = {netBufferLength}"
                            + " bytes; SET GLOBAL net_buffer_length = 1048576 makes them larger"),
            entry(
                    Code.EVENT_KIND_UNKNOWN,
                    "{count:event|events} of the unknown kind {kind} {count?was|were} counted and skipped:"
                            + " if they begin or end transactions, transaction counts are wrong"),
            entry(
                    Code.COMMIT_TIME_MISSING,
                    "{count:transaction|transactions} had no commit time and {count?is|are} not in DT"),
            entry(
                    Code.LOG_NOT_SENT_IN_FULL,
                    "the server did not send {bytes} bytes of its log: bytes and events miss them"),
            entry(
                    Code.OTHERS_WROTE,
                    "the stream carried {count:transaction|transactions} more than this run committed: somebody else"
                            + " wrote too"),
            entry(
                    Code.MORE_THAN_NODES_REPORTED,
                    "the stream carried {count:transaction|transactions} more than the worker nodes"
                            + " reported: the lost node's, or somebody else's"),
            entry(
                    Code.FEW_DELAYS_FOR_P99,
                    "DT has {count:value|values} only: p99 and p99.9 are the maximum or next to it"),
            entry(Code.MEASURED_SHORT, "the measured part is short: within {seconds%.1f} s a single pause weighs much"),
            entry(Code.STEPS_OF_ONE_SIDE, "only {side} has {axis} {steps}"),
            entry(
                    Code.TRANSACTION_WITHOUT_END,
                    "{count:transaction|transactions} in the log {count?has|have} no end and {count?is|are} not"
                            + " counted"),
            entry(Code.ROWS_NOT_COUNTED, "rows of {count:event|events} could not be counted"),
            entry(
                    Code.HEARTBEATS_BROKE,
                    "the heartbeat connection broke and was replaced {count:time|times}: there were no"
                            + " heartbeats meanwhile"),
            entry(
                    Code.SAME_MACHINE,
                    "tester and server share a machine: DT has no network in it, and both compete for" + " processors"),
            entry(Code.NO_INTERVAL_WITH_ZERO, "values that are 0 in some run have no interval"),
            entry(Code.NODES_JAVA_DIFFERS, "worker nodes run on different Java versions: {versions}"),
            entry(Code.NODES_DRIVER_DIFFERS, "worker nodes use different JDBC drivers: {drivers}"),
            entry(
                    Code.BINLOG_FORMAT_NOT_ROW,
                    "binlog_format is {binlogFormat}: statements are logged instead of rows, or beside"
                            + " them, so bytes and events differ"),
            entry(
                    Code.NODES_SHARE_ROWS,
                    "{nodes} worker nodes share {warehouses:warehouse|warehouses}: their workers wait for"
                            + " each other's row locks"),
            entry(
                    Code.COMMITS_NOT_DURABLE,
                    "{settings=}{server! at %s}: commits do not wait for the disk, as they do with 1, so"
                            + " writes are faster"),
            entry(
                    Code.BUFFER_POOL_SMALL,
                    "innodb_buffer_pool_size is {bufferPoolMegabytes%.0f} MB{server! at %s}: larger tables"
                            + " are read from disk again and again"),
            entry(
                    Code.DELAY_BY_HEARTBEAT,
                    "DT is that of the tester's heartbeat rows and includes the time to commit them"),
            entry(
                    Code.ROW_IMAGE_NOT_FULL,
                    "binlog_row_image is {binlogRowImage}{server! at %s}: fewer bytes than with FULL"),
            entry(
                    Code.SERVER_KEY_NOT_VERIFIED,
                    "the password was sent without TLS, encrypted with an RSA key that the server sent and"
                            + " nobody verified: give the key with {keySetting}, or use {tlsSetting} VERIFY_CA"),
            entry(
                    Code.THROUGH_PROXY,
                    "the stream went through a proxy on this machine for network faults: each byte is"
                            + " copied once more"),
            entry(
                    Code.NODES_WROTE,
                    "{nodes:worker node|worker nodes} wrote{startSpreadMillis! and began within %.3f ms of"
                            + " each other} (clocks ±{clockMillis%.3f} ms); they report once a second, so a sample's"
                            + " write figures are up to a second old{lateMillis!, and came up to %.0f ms"
                            + " late:}{shiftedFromMillis! from %s ms on they count in the next second}"),
            entry(Code.NODE_READ_LINES, "worker {node} read {lines:line|lines} of the consumer"),
            entry(
                    Code.NODES_READ,
                    "{nodes:worker node|worker nodes} read the streams, by clocks known to"
                            + " ±{clockMillis%.3f} ms; they report five times a second, so a sample's stream figures"
                            + " are up to 0.3 s old"),
            entry(Code.PROBE_GAPS, "probe {probe} has {gaps:gap|gaps} in {readings:reading|readings}: {reason}"),
            entry(
                    Code.PAUSES_IN_P999,
                    "garbage collection paused the tester for {pauseMillis} ms ({percent%.2f} % of the"
                            + " time): p99.9 and the maximum include these pauses"),
            entry(Code.FEW_DELAYS_FOR_P999, "DT has {count} values only: p99.9 is the maximum or next to it"),
            entry(Code.NO_WARM_UP, "no warm-up: cold caches, new connections and JVM start-up are in the totals"),
            entry(
                    Code.STREAM_OFF,
                    "no stream was followed ({setting} off): the numbers are those of the write side alone"),
            entry(Code.NOT_ENCRYPTED, "the stream was not encrypted: with TLS, DT and CPU time are higher"),
            entry(Code.FAULT_INJECTED, "fault {fault}"),
            entry(Code.RESULTS_OF_EARLIER_RUN, "the results in the same directory are of an earlier run"),
            entry(Code.PHASES_UNKNOWN, "{file} is missing or unreadable, so the phases are unknown"),
            entry(Code.SAMPLES_UNREADABLE, "samples after second {second} cannot be read: {reason}"),
            entry(Code.OTHER, "{text}"),
            entry(
                    Code.BINLOG_CHECKSUM_OFF,
                    "binlog_checksum is NONE: events are four bytes shorter, and no time goes into checksums"),
            entry(
                    Code.HIGHEST_RATE_INTERVAL,
                    "a highest rate is known only up to the lowest rate that failed, and the interval includes"
                            + " that{withinOneRun!, but not the variation from search to search}"),
            entry(
                    Code.INTERVALS_OF_ALL_ROWS,
                    "intervals hold simultaneously: if both sides are equal, {confidencePercent} % of such tables mark no row as"
                            + " changed; the noise is that between repeats{pooled!, pooled over steps with similar noise}"),
            entry(
                    Code.SEVERAL_STREAMS,
                    "BPS, EPS and TPS are sums over {streams} streams{divided! that divide the log, with each transaction"
                            + " once}; DT is over all of them"),
            entry(
                    Code.SECONDS_COUNT_PARTS,
                    "TPS of a second is parts/s: in lines, charts, samples.csv and meters, as in the rows of the streams, a"
                            + " transaction counts in each stream that has a part of it"),
            entry(Code.NO_COMMIT_TIMESTAMPS, "no delays by commit timestamp: {server} sends none"),
            entry(Code.NO_HEARTBEATS_IN_DRAIN, "no delays by heartbeat: a drain writes nothing"),
            entry(
                    Code.EVENT_HEADER_INEXACT,
                    "the delay by EVENT_HEADER is 0 to 1 s too long: headers have whole seconds"),
            entry(
                    Code.TRIAL_ENDED_EARLY,
                    "ended after {seconds%.0f} of {plannedSeconds%.0f} s, as the outcome was certain by then"),
            entry(
                    Code.SAMPLES_DROPPED,
                    "the first {count:sample is|samples are} not in this result; the totals include them"),
            entry(
                    Code.HISTOGRAMS_DROPPED,
                    "histograms are kept from second {second} on only: all would need more than"
                            + " {limitMegabytes} MB"),
            entry(
                    Code.PUBLISHED_BESIDE,
                    "published is what {name} gives; nothing is judged, as server, machine, data, time and options"
                            + " differ; source: {source}"),
            entry(
                    Code.CLOSED_LOOP,
                    "closed loop: a stalled worker starts nothing meanwhile, so a stall counts once per"
                            + " worker, not once per user"));

    /** Of those whose sentence does not say it. */
    private static final Map<Code, String> REASONS = Map.ofEntries(
            entry(Code.CLOCK_UNCERTAIN, "All delays can be off by that much, in the same direction."),
            entry(Code.COMMIT_TIME_MISSING, "DT is that of the others only."),
            entry(Code.DELAY_BY_HEARTBEAT, "Heartbeats are a sample of the traffic."),
            entry(Code.SERVER_KEY_NOT_VERIFIED, "Somebody in between could have read the password."),
            entry(Code.PROBE_GAPS, "Its curve has gaps, and its mean lacks them."),
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
