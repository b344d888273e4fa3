// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.run.load.FetchedKeyNote;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.LogServer;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.result.BacklogResult;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Says what could be wrong with the numbers, beside the numbers. */
record Notes(Plan plan, StreamSide streams, RunTimeline course, RunRecorder recorder, boolean allCounted) {

    /** Below that share of the time on a CPU, the reader was not what held the stream up. */
    private static final double BUSY = 0.8;

    /** A load is begun within that much of its time. */
    private static final long LATE_NANOS = 50_000_000;

    /** From that share of statements that found no row on, less is written than it seems. */
    private static final double MISSED_SHARE = 0.01;

    /** Below that a drain is over before anything can be said. */
    private static final double LEAST_SECONDS = 0.5;

    List<String> of(Summary summary, Verdict verdict, boolean endedEarly) {
        List<String> notes = new ArrayList<>();
        if (!summary.streams().isEmpty()) {
            notes.add("BPS, EPS and TPS are sums over " + summary.streams().size()
                    + " streams, and DT is that of all of them together");
        }
        if (course.endKnownBefore()) {
            drain(summary, notes);
        } else {
            delay(summary.cdc().delay(), notes);
        }
        notes.addAll(streams.delays().leftOut());
        stream(summary, verdict, endedEarly, notes);
        if (summary.write() != null) {
            write(summary.write(), verdict, notes);
        }
        streams.streams().stream().map(FollowedStream::server).distinct().forEach(server -> server(server, notes));
        if (summary.tester().missedTicks() > 0) {
            notes.add(counted(summary.tester().missedTicks(), "sample was", "samples were")
                    + " not taken in time: the machine was overloaded; the next sample has their numbers");
        }
        if (summary.tester().heartbeatReconnects() > 0) {
            notes.add("the heartbeats' connection broke and was replaced "
                    + counted(summary.tester().heartbeatReconnects(), "time", "times")
                    + ": there were no heartbeats meanwhile");
        }
        notes.addAll(NodeNotes.of(summary.tester().nodes()));
        notes.addAll(recorder.notes());
        return notes;
    }

    private void server(LogServer at, List<String> notes) {
        ServerInfo server = at.info();
        String where =
                streams.streams().size() == 1 ? "" : " at " + at.endpoint().address();
        FetchedKeyNote.of(server.rsaKeyFetched(), at.endpoint().host()).ifPresent(notes::add);
        if (!server.rowImage().isEmpty() && !server.rowImage().equals("FULL")) {
            notes.add("binlog_row_image is " + server.rowImage() + where + ": bytes are fewer than with FULL");
        }
        if (plan.writes()) {
            notes.addAll(DurabilityNotes.of(server.durability(), where));
        }
    }

    private void drain(Summary summary, List<String> notes) {
        notes.add("DT is how old the log was when it was read; it says nothing about the endpoint");
        if (!summary.streams().isEmpty()) {
            return; // which of them was the limit cannot be told from one number
        }
        double busy = summary.tester().readerCpuSeconds() / summary.seconds();
        if (busy >= 0 && busy < BUSY && summary.seconds() >= LEAST_SECONDS) {
            notes.add(String.format(
                    Locale.ROOT,
                    "server-limited: the reader was on a CPU for %.0f %% of the time, the rest it waited for the server's dump"
                            + " thread, which sends pieces of net_buffer_length = %s bytes; SET GLOBAL net_buffer_length ="
                            + " 1048576 makes them larger",
                    100 * busy,
                    streams.streams().get(0).server().info().netBufferLength()));
        }
    }

    private void delay(DurationSummary delay, List<String> notes) {
        if (DelaySource.EVENT_HEADER.name().equals(delay.source())) {
            notes.add("DT comes from event headers, whose seconds are cut off: it is 0 to 1 s too long; a heartbeat"
                    + " (" + Setting.DELAY_SOURCE + " heartbeat) is right to the µs, but writes");
        }
        if (DelaySource.HEARTBEAT.name().equals(delay.source())) {
            notes.add("DT is that of the tester's heartbeat rows, the server's time to commit them included");
        } else {
            clock(delay, notes);
        }
        if (delay.negatives() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%s below zero (down to %.3f ms) and %s as 0: the clocks disagree by more than the delay",
                    counted(delay.negatives(), "delay was", "delays were"),
                    delay.lowestMillis(),
                    delay.negatives() == 1 ? "counts" : "count"));
        }
    }

    private void clock(DurationSummary delay, List<String> notes) {
        Double median = delay.p50Millis();
        ClockOffset clock = streams.streams().stream()
                .map(FollowedStream::clockOffset)
                .max(Comparator.comparingLong(ClockOffset::uncertaintyMicros))
                .orElseThrow();
        if (median != null && clock.uncertaintyMicros() / 1_000.0 > median / 2) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the server's clock is known within ±%.3f ms only, which is much for a median DT of %.3f ms",
                    clock.uncertaintyMicros() / 1_000.0,
                    median));
        }
    }

    private void stream(Summary summary, Verdict verdict, boolean endedEarly, List<String> notes) {
        CdcSummary cdc = summary.cdc();
        if (verdict.status() == Verdict.Status.BEHIND) {
            String which = summary.streams().isEmpty() || course.behind().isEmpty()
                    ? "the stream"
                    : String.join(", ", course.behind());
            notes.add("the end of " + which + " was not seen"
                    + (endedEarly ? ", as the run was ended before its time" : "")
                    + ": totals and DT lack what was still to come");
        }
        if (cdc.delays().containsKey(DelaySource.EVENT_HEADER)
                && !DelaySource.EVENT_HEADER.name().equals(cdc.delay().source())) {
            notes.add("the delay by EVENT_HEADER is 0 to 1 s too long: its seconds are cut off");
        }
        if (cdc.unknownCommitTimes() > 0) {
            notes.add(counted(
                            cdc.unknownCommitTimes(),
                            "transaction came without a commit time and is",
                            "transactions came without a commit time and are")
                    + " not in DT");
        }
        if (cdc.omittedBytes() > 0) {
            notes.add("the server kept " + cdc.omittedBytes()
                    + " bytes of its log to itself; bytes and events lack them");
        }
        notes.addAll(unknownKinds(cdc.eventsByKind(), cdc.payloads().innerEventsByKind()));
        if (cdc.unknownRowEvents() > 0) {
            notes.add(counted(cdc.unknownRowEvents(), "event", "events")
                    + " had rows that could not be counted; rows lack them");
        }
        if (!cdc.gaps().isEmpty()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the stream broke %s and was resumed, %.1f s in all; DT includes the wait",
                    counted(cdc.gaps().size(), "time", "times"),
                    cdc.gaps().stream().mapToDouble(CdcSummary.Gap::seconds).sum()));
        }
        notes.addAll(pauses(course.phases()));
        if (cdc.incompleteTransactions() > 0) {
            notes.add(counted(
                            cdc.incompleteTransactions(),
                            "transaction in the log has no end and is",
                            "transactions in the log have no end and are")
                    + " not counted");
        }
    }

    /** A note for each time in which the streams were not read because that was planned. */
    static List<String> pauses(List<PhaseSpan> phases) {
        List<String> notes = new ArrayList<>();
        for (PhaseSpan phase : phases) {
            BacklogResult backlog = phase.backlog();
            if (backlog != null) {
                notes.add(String.format(
                        Locale.ROOT,
                        "DT has the %.1f s of a planned pause in it: what piled up in phase %s was read late",
                        backlog.pausedSeconds(),
                        phase.name()));
            }
        }
        return notes;
    }

    /** A note on a load that was not begun at its time. */
    static List<String> late(String load, long lateNanos) {
        return lateNanos <= LATE_NANOS
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "the load %s began %.0f ms after its time: the machine was overloaded",
                        load,
                        lateNanos / 1e6));
    }

    static String counted(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** A note for each kind of event that neither MySQL's nor MariaDB's sources know. */
    static List<String> unknownKinds(Map<String, Long> events, Map<String, Long> innerEvents) {
        Map<String, Long> unknown = new TreeMap<>(events);
        innerEvents.forEach((kind, count) -> unknown.merge(kind, count, Long::sum));
        unknown.keySet().removeIf(EventKind::isKnown);
        return unknown.entrySet().stream()
                .map(kind -> counted(kind.getValue(), "event", "events") + " of the unknown kind " + kind.getKey()
                        + (kind.getValue() == 1 ? " was" : " were")
                        + " counted and passed over: if they open or end transactions, these are wrong")
                .toList();
    }

    private String missed(long found, long asked) {
        List<String> names =
                plan.loads().stream().map(load -> load.workload().name()).toList();
        String why = names.contains("oltp_delete")
                ? "oltp_delete takes rows away and puts none back"
                : names.stream().anyMatch(name -> name.startsWith("oltp_"))
                        ? "the tables have fewer rows than " + Setting.TABLE_SIZE
                                + " says, or somebody else deletes them"
                        : "the workload asks for rows that are not there";
        return String.format(
                Locale.ROOT,
                "%.1f %% of the statements found no row (%d of %d): %s",
                100.0 * found / asked,
                found,
                asked,
                why);
    }

    private void write(WriteSummary write, Verdict verdict, List<String> notes) {
        if (write.hasLeftOut()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%s (%.3g %%) had not been started when the time was up, and had waited for up to %.3f ms: latency"
                            + " leaves them out, latencyWithWaiting counts them in; the server was away, or the rate was higher"
                            + " than it and the threads could do",
                    counted(write.waiting().count(), "transaction of the schedule", "transactions of the schedule"),
                    write.leftOutPercent(),
                    write.waiting().maxMillis()));
        }
        long asked = write.reads() + write.writes();
        if (write.foundNoRow() >= MISSED_SHARE * asked && write.foundNoRow() > 0) {
            notes.add(missed(write.foundNoRow(), asked));
        }
        if (write.unknownOutcome() > 0) {
            notes.add(counted(
                            write.unknownOutcome(),
                            "transaction lost its connection at the commit: it",
                            "transactions lost their connection at the commit: they")
                    + " may be in the log and in the tables, or not");
        }
        long more = verdict.others() != null
                ? verdict.others()
                : verdict.observed() - write.logged() - (verdict.duplicated() == null ? 0 : verdict.duplicated());
        long foreign = more - write.unknownOutcome();
        if (foreign > 0 && verdict.status() != Verdict.Status.BEHIND) {
            notes.add("the stream carried " + counted(foreign, "transaction", "transactions")
                    + (allCounted
                            ? " more than this run committed: somebody else wrote too"
                            : " more than worker nodes told of: that of the lost one, or somebody else's"));
        }
    }
}
