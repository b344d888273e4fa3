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
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    List<Note> of(Summary summary, Verdict verdict, boolean endedEarly) {
        List<Note> notes = new ArrayList<>();
        if (!summary.streams().isEmpty()) {
            notes.add(Note.of(Code.SEVERAL_STREAMS, "streams", summary.streams().size()));
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
            notes.add(Note.of(Code.SAMPLES_MISSED, "count", summary.tester().missedTicks()));
        }
        if (summary.tester().heartbeatReconnects() > 0) {
            notes.add(Note.of(Code.HEARTBEATS_BROKE, "count", summary.tester().heartbeatReconnects()));
        }
        notes.addAll(NodeNotes.of(summary.tester().nodes()));
        notes.addAll(recorder.notes());
        return notes;
    }

    private void server(LogServer at, List<Note> notes) {
        ServerInfo server = at.info();
        String where = streams.streams().size() == 1 ? "" : at.endpoint().address();
        FetchedKeyNote.of(server.rsaKeyFetched(), at.endpoint().host()).ifPresent(notes::add);
        if (!server.rowImage().isEmpty() && !server.rowImage().equals("FULL")) {
            notes.add(Note.of(Code.ROW_IMAGE_NOT_FULL, "binlogRowImage", server.rowImage(), "server", where));
        }
        if (plan.writes()) {
            notes.addAll(DurabilityNotes.of(server.durability(), where));
        }
    }

    private void drain(Summary summary, List<Note> notes) {
        notes.add(Note.of(Code.DELAY_IS_AGE_OF_LOG));
        if (!summary.streams().isEmpty()) {
            return; // which of them was the limit cannot be told from one number
        }
        double busy = summary.tester().readerCpuSeconds() / summary.seconds();
        if (busy >= 0 && busy < BUSY && summary.seconds() >= LEAST_SECONDS) {
            notes.add(Note.of(
                    Code.SERVER_LIMITED,
                    "cpuPercent",
                    100 * busy,
                    "netBufferLength",
                    streams.streams().get(0).server().info().netBufferLength()));
        }
    }

    private void delay(DurationSummary delay, List<Note> notes) {
        if (DelaySource.EVENT_HEADER.name().equals(delay.source())) {
            notes.add(Note.of(Code.DELAY_BY_EVENT_HEADER, "setting", Setting.DELAY_SOURCE));
        }
        if (DelaySource.HEARTBEAT.name().equals(delay.source())) {
            notes.add(Note.of(Code.DELAY_BY_HEARTBEAT));
        } else {
            clock(delay, notes);
        }
        if (delay.negatives() > 0) {
            notes.add(Note.of(Code.DELAY_NEGATIVE, "count", delay.negatives(), "lowestMillis", delay.lowestMillis()));
        }
    }

    private void clock(DurationSummary delay, List<Note> notes) {
        Double median = delay.p50Millis();
        ClockOffset clock = streams.streams().stream()
                .map(FollowedStream::clockOffset)
                .max(Comparator.comparingLong(ClockOffset::uncertaintyMicros))
                .orElseThrow();
        if (median != null && clock.uncertaintyMicros() / 1_000.0 > median / 2) {
            notes.add(Note.of(
                    Code.CLOCK_UNCERTAIN,
                    "uncertaintyMillis",
                    clock.uncertaintyMicros() / 1_000.0,
                    "delayMillis",
                    median));
        }
    }

    private void stream(Summary summary, Verdict verdict, boolean endedEarly, List<Note> notes) {
        CdcSummary cdc = summary.cdc();
        if (verdict.status() == Verdict.Status.BEHIND) {
            notes.add(Note.of(
                    endedEarly ? Code.STREAM_CUT_OFF : Code.STREAM_END_NOT_SEEN,
                    "streams",
                    summary.streams().isEmpty() ? List.of() : course.behind()));
        }
        if (cdc.delays().containsKey(DelaySource.EVENT_HEADER)
                && !DelaySource.EVENT_HEADER.name().equals(cdc.delay().source())) {
            notes.add(Note.of(Code.EVENT_HEADER_INEXACT));
        }
        if (cdc.unknownCommitTimes() > 0) {
            notes.add(Note.of(Code.COMMIT_TIME_MISSING, "count", cdc.unknownCommitTimes()));
        }
        if (cdc.omittedBytes() > 0) {
            notes.add(Note.of(Code.LOG_NOT_SENT_IN_FULL, "bytes", cdc.omittedBytes()));
        }
        notes.addAll(unknownKinds(cdc.eventsByKind(), cdc.payloads().innerEventsByKind()));
        if (cdc.unknownRowEvents() > 0) {
            notes.add(Note.of(Code.ROWS_NOT_COUNTED, "count", cdc.unknownRowEvents()));
        }
        if (!cdc.gaps().isEmpty()) {
            notes.add(Note.of(
                    Code.STREAM_BROKE,
                    "count",
                    cdc.gaps().size(),
                    "seconds",
                    cdc.gaps().stream().mapToDouble(CdcSummary.Gap::seconds).sum()));
        }
        notes.addAll(pauses(course.phases()));
        if (cdc.incompleteTransactions() > 0) {
            notes.add(Note.of(Code.TRANSACTION_WITHOUT_END, "count", cdc.incompleteTransactions()));
        }
    }

    /** A note for each time in which the streams were not read because that was planned. */
    static List<Note> pauses(List<PhaseSpan> phases) {
        List<Note> notes = new ArrayList<>();
        for (PhaseSpan phase : phases) {
            BacklogResult backlog = phase.backlog();
            if (backlog != null) {
                notes.add(Note.of(
                        Code.DELAY_INCLUDES_PAUSE, "pausedSeconds", backlog.pausedSeconds(), "phase", phase.name()));
            }
        }
        return notes;
    }

    /** A note on a load that was not begun at its time. */
    static List<Note> late(String load, long lateNanos) {
        return lateNanos <= LATE_NANOS
                ? List.of()
                : List.of(Note.of(Code.LOAD_LATE, "load", load, "lateMillis", lateNanos / 1e6));
    }

    /** A note for each kind of event that neither MySQL's nor MariaDB's sources know. */
    static List<Note> unknownKinds(Map<String, Long> events, Map<String, Long> innerEvents) {
        Map<String, Long> unknown = new TreeMap<>(events);
        innerEvents.forEach((kind, count) -> unknown.merge(kind, count, Long::sum));
        unknown.keySet().removeIf(EventKind::isKnown);
        return unknown.entrySet().stream()
                .map(kind -> Note.of(Code.EVENT_KIND_UNKNOWN, "count", kind.getValue(), "kind", kind.getKey()))
                .toList();
    }

    private Note missed(long found, long asked) {
        List<String> names =
                plan.loads().stream().map(load -> load.workload().name()).toList();
        boolean deletes = names.contains("oltp_delete");
        boolean sysbench = names.stream().anyMatch(name -> name.startsWith("oltp_"));
        return Note.of(
                Code.STATEMENTS_FOUND_NO_ROW,
                "percent",
                100.0 * found / asked,
                "foundNoRow",
                found,
                "statements",
                asked,
                "deletedBy",
                deletes ? "oltp_delete" : null,
                "setting",
                sysbench && !deletes ? Setting.TABLE_SIZE : null,
                "workloads",
                sysbench ? null : names);
    }

    private void write(WriteSummary write, Verdict verdict, List<Note> notes) {
        if (write.hasLeftOut()) {
            notes.add(Note.of(
                    Code.TRANSACTIONS_NOT_STARTED,
                    "count",
                    write.waiting().count(),
                    "percent",
                    write.leftOutPercent(),
                    "waitedMillis",
                    write.waiting().maxMillis()));
        }
        long asked = write.reads() + write.writes();
        if (write.foundNoRow() >= MISSED_SHARE * asked && write.foundNoRow() > 0) {
            notes.add(missed(write.foundNoRow(), asked));
        }
        if (write.unknownOutcome() > 0) {
            notes.add(Note.of(Code.OUTCOME_UNKNOWN, "count", write.unknownOutcome()));
        }
        long more = verdict.others() != null
                ? verdict.others()
                : verdict.observed() - write.logged() - (verdict.duplicated() == null ? 0 : verdict.duplicated());
        long foreign = more - write.unknownOutcome();
        if (foreign > 0 && verdict.status() != Verdict.Status.BEHIND) {
            notes.add(Note.of(allCounted ? Code.OTHERS_WROTE : Code.MORE_THAN_NODES_REPORTED, "count", foreign));
        }
    }
}
