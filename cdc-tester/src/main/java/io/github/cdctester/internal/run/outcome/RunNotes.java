// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.connection.ConnectorUse;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.ServerInfo.Durability;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.meter.LoadSampler;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.note.DelayNotes;
import io.github.cdctester.internal.run.outcome.note.DelayNotes.ServerClock;
import io.github.cdctester.internal.run.outcome.note.MissedRowNotes;
import io.github.cdctester.internal.run.outcome.note.NodeNotes;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.LogServer;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.run.stream.WrittenServer;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.Gap;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Notes about conditions that may distort the values of a run. */
final class RunNotes {

    private static final long LATE_NANOS = 50_000_000;

    /** A shorter drain does not show the bottleneck. */
    private static final double MIN_DRAIN_SECONDS = 0.5;

    /** The server's limit. */
    private static final String MAX_NET_BUFFER_LENGTH = "1048576";

    private static final long DEFAULT_POOL_BYTES = 128L << 20;

    private final Plan plan;
    private final StreamSide streams;
    private final RunTimeline timeline;
    private final List<Note> notes = new ArrayList<>();

    RunNotes(Plan plan, StreamSide streams, RunTimeline timeline) {
        this.plan = plan;
        this.streams = streams;
        this.timeline = timeline;
    }

    /** @param writer {@code null} if the run has no loads */
    List<Note> of(
            Summary summary,
            Verdict verdict,
            @Nullable WriteSide writer,
            boolean hasEndedEarly,
            Samples samples,
            boolean throughProxy) {
        RunRecorder recorder = samples.recorder();
        if (!summary.streams().isEmpty()) {
            String divided = SharedRowsJudge.areJudged(plan) ? "true" : null;
            add(Code.SEVERAL_STREAMS, "streams", summary.streams().size(), "divided", divided);
            if (plan.subscriber().streamsShare() != Sharing.NOTHING) {
                add(Code.TPS_COUNTS_PARTS);
            }
        }
        CdcSummary cdc = summary.cdc();
        if (cdc == null) {
            add(Code.STREAM_OFF, "setting", Setting.STREAM);
        } else {
            if (timeline.played || !timeline.endsAtInitialLogEnd && !plan.writes() && recorder.hasOlderTransactions()) {
                add(Code.DELAY_IS_AGE_OF_LOG, "played", timeline.played ? "true" : null);
            } else if (timeline.endsAtInitialLogEnd) {
                addDrainNotes(summary);
            } else {
                addDelayNotes(cdc.delay());
            }
            notes.addAll(DelayNotes.negatives(cdc.delay(), cdc.delays(), cdc.delayEndToEnd()));
            notes.addAll(streams.delayChoice().unavailable());
            addStreamNotes(cdc, summary, verdict, hasEndedEarly);
        }
        if (summary.write() != null) {
            addWriteNotes(summary, summary.write(), verdict, writer == null || writer.isAllCounted());
        }
        streams.servers().forEach(this::addServerNotes);
        WrittenServer writtenServer = streams.writtenServer();
        if (writtenServer != null) {
            addWrittenServerNotes(writtenServer);
        }
        addCount(Code.SAMPLES_MISSED, "count", summary.tester().missedTicks());
        addCount(Code.HEARTBEATS_BROKE, "count", summary.tester().heartbeatReconnects());
        notes.addAll(NodeNotes.of(summary.tester().nodes()));
        notes.addAll(recorder.notes());
        if (throughProxy) {
            add(Code.THROUGH_PROXY);
        }
        for (FaultMark mark : timeline.faults) {
            if (mark.failure() != null) {
                add(Code.FAULT_FAILED, "fault", mark.fault(), "reason", mark.failure());
            }
        }
        notes.addAll(streams.notes());
        if (writer != null) {
            notes.addAll(refusedNote(
                    samples.sampler().loads(), summary.tester().nodes().size()));
            for (RunningLoad load : writer.loads()) {
                notes.addAll(lateNote(load.load().name(), load.lateNanos()));
            }
            notes.addAll(writer.notes());
        }
        return notes;
    }

    private void add(Code code, @Nullable Object... arguments) {
        notes.add(Note.of(code, arguments));
    }

    private void addCount(Code code, String name, long amount) {
        if (amount > 0) {
            add(code, name, amount);
        }
    }

    private void addServerNotes(LogServer logServer) {
        ServerInfo server = logServer.info();
        String address =
                streams.streams().size() < 2 ? "" : logServer.endpoint().address();
        WriteTarget.keyNote(
                        server.security().rsaKeyFetched(), logServer.endpoint().host())
                .ifPresent(notes::add);
        if (!streams.streams().isEmpty()
                && !server.rowImage().isEmpty()
                && !server.rowImage().equals("FULL")) {
            add(Code.ROW_IMAGE_NOT_FULL, "binlogRowImage", server.rowImage(), "server", address);
        }
        if (!logServer.hasPositions()) {
            add(Code.LOG_END_UNKNOWN, "server", logServer.endpoint().address());
        }
    }

    private void addWrittenServerNotes(WrittenServer server) {
        String address = server.endpoint().address();
        boolean isOnlyServer = streams.servers().stream()
                .allMatch(logServer -> logServer.endpoint().address().equals(address));
        notes.addAll(durability(server.durability(), isOnlyServer ? "" : address));
    }

    /** Settings that risk the loss of commits. {@code address} is empty for a single server. */
    static List<Note> durability(Durability server, String address) {
        List<Note> notes = new ArrayList<>();
        List<String> unsafeSettings = new ArrayList<>();
        addIfUnsafe("sync_binlog", server.syncBinlog(), unsafeSettings);
        addIfUnsafe("innodb_flush_log_at_trx_commit", server.flushLogAtTrxCommit(), unsafeSettings);
        if (!unsafeSettings.isEmpty()) {
            notes.add(Note.of(Code.COMMITS_NOT_DURABLE, "settings", unsafeSettings, "server", address));
        }
        if (server.bufferPoolBytes().matches("\\d{1,18}")
                && Long.parseLong(server.bufferPoolBytes()) <= DEFAULT_POOL_BYTES) {
            double megabytes = Long.parseLong(server.bufferPoolBytes()) / 1e6;
            notes.add(Note.of(Code.BUFFER_POOL_SMALL, "bufferPoolMegabytes", megabytes, "server", address));
        }
        return notes;
    }

    private static void addIfUnsafe(String variable, String value, List<String> unsafeSettings) {
        if (!value.isEmpty() && !value.equals("1")) {
            unsafeSettings.add(variable + "=" + value);
        }
    }

    private void addDrainNotes(Summary summary) {
        add(Code.DELAY_IS_AGE_OF_LOG, "drained", "true");
        if (!summary.streams().isEmpty()) {
            return; // one value cannot show which stream was the bottleneck
        }
        notes.addAll(serverLimited(
                summary,
                plan.subscriber().reader(),
                streams.streams().get(0).server().info().netBufferLength()));
    }

    /** The connector's client reads and deserializes in turns, and busy processors also delay the reader. */
    static List<Note> serverLimited(Summary summary, Reader reader, String netBufferLength) {
        Double machinePercent = summary.tester().machineCpuPercent();
        double busyShare = summary.tester().readerCpuSeconds() / summary.seconds();
        boolean isServerLimited = busyShare >= 0
                && busyShare < ReaderShare.MIN_BOTTLENECK_SHARE
                && summary.seconds() >= MIN_DRAIN_SECONDS
                && reader == Reader.NATIVE
                && (machinePercent == null || machinePercent < ReaderShare.BUSY_MACHINE_PERCENT);
        return isServerLimited ? List.of(serverLimited(100 * busyShare, netBufferLength)) : List.of();
    }

    static Note serverLimited(double cpuPercent, String netBufferLength) {
        return Note.of(Code.SERVER_LIMITED)
                .with("cpuPercent", cpuPercent)
                .with("netBufferLength", netBufferLength.isEmpty() ? null : netBufferLength)
                .with(
                        "largest",
                        netBufferLength.isEmpty() || netBufferLength.equals(MAX_NET_BUFFER_LENGTH)
                                ? null
                                : MAX_NET_BUFFER_LENGTH);
    }

    private void addDelayNotes(DurationSummary delay) {
        if (DelaySource.EVENT_HEADER.name().equals(delay.source())) {
            add(Code.DELAY_BY_EVENT_HEADER, "setting", Setting.DELAY_SOURCE);
        }
        if (DelaySource.HEARTBEAT.name().equals(delay.source())) {
            add(Code.DELAY_BY_HEARTBEAT);
        } else {
            boolean hasSeveralStreams = streams.streams().size() > 1;
            List<ServerClock> clocks = streams.streams().stream()
                    .map(stream -> new ServerClock(
                            hasSeveralStreams ? stream.server().endpoint().address() : "", stream.clockOffset()))
                    .toList();
            notes.addAll(DelayNotes.clocks(clocks, delay.p50Millis()));
        }
    }

    private void addStreamNotes(CdcSummary cdc, Summary summary, Verdict verdict, boolean hasEndedEarly) {
        if (verdict.status() == Verdict.Status.BEHIND) {
            notes.add(Note.of(hasEndedEarly ? Code.STREAM_CUT_OFF : Code.STREAM_END_NOT_SEEN)
                    .with("streams", summary.streams().isEmpty() ? List.of() : timeline.streamsBehind));
        }
        if (cdc.delays().containsKey(DelaySource.EVENT_HEADER)
                && !DelaySource.EVENT_HEADER.name().equals(cdc.delay().source())) {
            add(Code.EVENT_HEADER_INEXACT);
        }
        addCount(Code.COMMIT_TIME_MISSING, "count", cdc.unknownCommitTimes());
        addCount(Code.LOG_NOT_SENT_IN_FULL, "bytes", cdc.omittedBytes());
        notes.addAll(unknownKinds(cdc.eventsByKind(), cdc.payloads().innerEventsByKind()));
        addCount(Code.ROWS_NOT_COUNTED, "count", cdc.unknownRowEvents());
        if (cdc.rowsByTable().containsKey(StreamMeter.OTHER_TABLES)) {
            add(Code.TABLES_COUNTED_TOGETHER, "limit", StreamMeter.MAX_TABLES);
        }
        Map<String, CdcSummary> summariesByStream = new LinkedHashMap<>();
        summary.streams().forEach(stream -> summariesByStream.put(stream.name(), stream.cdc()));
        if (summariesByStream.isEmpty()) {
            summariesByStream.put("", cdc);
        }
        Map<String, List<Gap>> gapsByStream = new LinkedHashMap<>();
        summariesByStream.forEach((name, stream) -> gapsByStream.put(name, stream.gaps()));
        notes.addAll(breaks(gapsByStream));
        for (PhaseSpan phase : timeline.phases()) {
            BacklogResult backlog = phase.backlog();
            if (backlog != null) {
                add(Code.DELAY_INCLUDES_PAUSE, "pausedSeconds", backlog.pausedSeconds(), "phase", phase.name());
            }
        }
        long statementTransactions = 0;
        for (FollowedStream stream : streams.streams()) {
            statementTransactions +=
                    MeasuredStream.countsInWindow(stream.meter().snapshot()).get(Metric.STATEMENT_TRANSACTIONS);
            String incident = stream.subscription().state().incident();
            if (!incident.isEmpty()) {
                add(Code.INCIDENT_IN_LOG, "place", incident);
            }
            addConnectorNotes(stream.subscription().state().connector());
        }
        if (statementTransactions > 0) {
            notes.add(loggedAsStatements(statementTransactions, summariesByStream.values()));
        }
        addCount(Code.TRANSACTION_WITHOUT_END, "count", cdc.incompleteTransactions());
    }

    /**
     * Breaks of several streams may be simultaneous, so that their sum would mean nothing.
     *
     * @param gapsByStream the only stream has an empty name
     */
    static List<Note> breaks(Map<String, List<Gap>> gapsByStream) {
        List<String> brokenStreams = gapsByStream.entrySet().stream()
                .filter(stream -> !stream.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        if (brokenStreams.isEmpty()) {
            return List.of();
        }
        DoubleSummaryStatistics seconds = gapsByStream.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Gap::seconds)
                .summaryStatistics();
        boolean isSum = brokenStreams.size() == 1;
        return List.of(Note.of(Code.STREAM_BROKE)
                .with("count", seconds.getCount())
                .with("streams", gapsByStream.size() == 1 ? null : brokenStreams)
                .with(isSum ? "seconds" : "longestSeconds", isSum ? seconds.getSum() : seconds.getMax()));
    }

    /** Streams of the same log each count its statements. */
    static Note loggedAsStatements(long count, Collection<CdcSummary> streams) {
        long transactions = streams.stream()
                .mapToLong(stream -> stream.transactions() - stream.heartbeats().transactions())
                .sum();
        return Note.of(Code.LOGGED_AS_STATEMENTS, "count", count, "transactions", transactions)
                .with("streams", streams.size() == 1 ? null : streams.size());
    }

    private void addConnectorNotes(ConnectorUse use) {
        if (!use.version().isEmpty()) {
            notes.add(Note.of(Code.READ_BY_CONNECTOR, "version", use.version())
                    .with("largestBytes", use.largestEventBytes() == 0 ? null : use.largestEventBytes())
                    .with("payloads", use.payloads() == 0 ? null : use.payloads())
                    .with("taggedGtids", use.taggedGtids() == 0 ? null : use.taggedGtids()));
        }
        if (use.unread() > 0) {
            add(Code.CONNECTOR_SKIPPED_EVENTS, "count", use.unread(), "first", use.firstUnread());
        }
    }

    static List<Note> refusedNote(List<LoadSampler> loads, int nodes) {
        long refusedMillis = loads.stream()
                .mapToLong(load -> load.windowCounts().get(Metric.REFUSED_MILLIS))
                .max()
                .orElse(0);
        return refusedMillis == 0
                ? List.of()
                : List.of(Note.of(
                        Code.WRITES_REFUSED, "seconds", refusedMillis / 1e3, "nodes", nodes > 1 ? nodes : null));
    }

    static List<Note> lateNote(String load, long lateNanos) {
        return lateNanos <= LATE_NANOS
                ? List.of()
                : List.of(Note.of(Code.LOAD_LATE, "load", load, "lateMillis", lateNanos / 1e6));
    }

    /** Neither MySQL nor MariaDB defines these kinds. */
    static List<Note> unknownKinds(Map<String, Long> events, Map<String, Long> innerEvents) {
        Map<String, Long> unknownCounts = new TreeMap<>(events);
        innerEvents.forEach((kind, count) -> unknownCounts.merge(kind, count, Long::sum));
        unknownCounts.keySet().removeIf(EventKind::isKnown);
        return unknownCounts.entrySet().stream()
                .map(kind -> Note.of(Code.EVENT_KIND_UNKNOWN, "count", kind.getValue(), "kind", kind.getKey()))
                .toList();
    }

    private void addWriteNotes(Summary summary, WriteSummary write, Verdict verdict, boolean isAllCounted) {
        if (write.omitsStarts()) {
            notes.add(Note.of(Code.TRANSACTIONS_NOT_STARTED)
                    .with("count", write.waiting().count())
                    .with("percent", write.leftOutPercent())
                    .with("waitedMillis", write.waiting().maxMillis()));
        }
        notes.addAll(MissedRowNotes.of(plan, write, autoIncrementStep()));
        addCount(Code.OUTCOME_UNKNOWN, "count", write.unknownOutcome());
        Long observed = verdict.observed();
        if (observed == null) {
            return;
        }
        long unmatchedCount = verdict.others() != null
                ? verdict.others()
                : observed - write.logged() - (verdict.duplicated() == null ? 0 : verdict.duplicated());
        long foreignTransactions = unmatchedCount - write.unknownOutcome();
        if (foreignTransactions > 0 && verdict.status() != Verdict.Status.BEHIND) {
            boolean hasOwn = summary.cdc() != null && summary.cdc().own() != null;
            String mixedValues = streams.delayChoice().main() == DelaySource.HEARTBEAT
                    ? "bytes and events per transaction"
                    : "DT, bytes and events per transaction";
            notes.add(Note.of(isAllCounted ? Code.OTHERS_WROTE : Code.NODES_REPORTED_TOO_FEW)
                    .with("count", foreignTransactions)
                    .with("mixed", hasOwn ? null : mixedValues)
                    .with("own", hasOwn ? "true" : null));
        }
    }

    private @Nullable String autoIncrementStep() {
        WrittenServer server = streams.writtenServer();
        String step = server == null ? "" : server.autoIncrementIncrement();
        return step.isEmpty() || step.equals("1") ? null : step;
    }
}
