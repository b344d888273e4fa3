// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.note.LocalHosts;
import io.github.cdctester.internal.run.outcome.note.ServerNotes;
import io.github.cdctester.internal.run.outcome.note.ServerNotes.Server;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.value.MeasuredRun;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ServerSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.result.summary.Summary.StreamSpread;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates a result after counting has ended.
 *
 * @param writer {@code null} if the run has no loads
 * @param throughProxy true if the streams used the run's proxies
 */
public record ResultBuilder(
        Plan plan,
        List<Limit> limits,
        RunTimeline timeline,
        StreamSide streams,
        Verifier verifier,
        @Nullable WriteSide writer,
        Samples samples,
        boolean throughProxy,
        RunConsumers consumers,
        List<NodeSummary> nodes) {

    public RunResult build(@Nullable String failure) {
        List<MeasuredStream> measuredStreams = new ArrayList<>();
        for (int i = 0; i < streams.streams().size(); i++) {
            measuredStreams.add(MeasuredStream.of(
                    streams.streams().get(i), samples.sampler().streams().get(i)));
        }
        WriteSummary write = writer == null ? null : writeSummary(writer);
        boolean isAllCounted = writer == null || writer.isAllCounted();
        if (!isAllCounted) {
            verifier.setIncompleteCounts();
        }
        boolean isInterrupted = failure != null
                || timeline.interrupted && (writer != null || timeline.endsAtInitialLogEnd || timeline.played);
        WrittenRows rows = writer == null || !isAllCounted || !Verifier.comparesRows(plan)
                ? null
                : WrittenRows.of(plan.endpoint(), writer.loads());
        Verdict uncheckedVerdict = verifier.verdict(measuredStreams, write, rows, timeline, failure);
        Summary summary = summary(measuredStreams, write, isExact(uncheckedVerdict));
        Verdict verdict = uncheckedVerdict.supportedBy(plan, summary);
        ServerSummary server = StreamFacts.server(streams.servers().get(0).info());
        List<ConsumerResult> consumerResults = consumers.results(plan, summary, verdict, verifier, failure);
        List<Limit> skippedLimits = isInterrupted ? limitsOnIncompleteValues() : List.of();
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                writer == null ? ToolInfo.current("") : ToolInfo.current(writer.jdbcDriver(), writer.clients()),
                timeline.startedAt,
                plan.withoutPasswords(),
                server,
                StreamFacts.clock(streams.clockOffset()),
                isInterrupted,
                failure != null ? failure : isInterrupted ? "stopped" : null,
                notes(summary, verdict, consumerResults, failure != null || timeline.interrupted, skippedLimits),
                summary.withProbes(samples.probeTotals()
                        .summaries(
                                samples.probeReport().comparedMetrics(),
                                metric -> metric.valueIn(new MeasuredRun(plan, summary, verdict, consumerResults)),
                                summary.cdc())),
                verdict,
                checks(summary, verdict, consumerResults, skippedLimits),
                samples.recorder().rows(),
                timeline.phases(),
                samples.probeReport().units(),
                timeline.faults,
                consumerResults);
    }

    /** Returns true if each commit of this run was searched in each stream. */
    private static boolean isExact(Verdict verdict) {
        return verdict.streams().isEmpty()
                ? verdict.method().equals("exact")
                : verdict.streams().stream().allMatch(stream -> isExact(stream.verdict()));
    }

    /** Values are incomplete because the last phase did not end. Loads of earlier phases are complete. */
    private List<Limit> limitsOnIncompleteValues() {
        List<PhaseSpan> phases = timeline.phases();
        List<String> completeLoads = phases.stream()
                .limit(Math.max(0, phases.size() - 1))
                .flatMap(phase -> phase.loads().stream())
                .toList();
        return phases.isEmpty()
                ? List.of()
                : limits.stream()
                        .filter(limit -> limit.value().isPresent()
                                && limit.load().filter(completeLoads::contains).isEmpty())
                        .toList();
    }

    private List<Note> notes(
            Summary summary,
            Verdict verdict,
            List<ConsumerResult> consumerResults,
            boolean hasEndedEarly,
            List<Limit> skippedLimits) {
        List<Note> notes = new RunNotes(plan, streams, timeline)
                .of(summary, verdict, writer, hasEndedEarly, samples, throughProxy);
        notes.addAll(TesterNotes.of(
                plan,
                summary,
                Runtime.getRuntime().availableProcessors(),
                samples.recorder().busySeconds(),
                !timeline.measuredPhases.isEmpty()));
        notes.addAll(ServerNotes.of(
                plan,
                streams.servers().stream()
                        .map(server -> new Server(server.endpoint(), server.info()))
                        .toList(),
                !summary.tester().nodes().isEmpty(),
                LocalHosts::among));
        notes.addAll(samples.probeReport().notes());
        if (writer != null) {
            notes.addAll(StepNotes.of(writer.loads(), verdict, consumerResults));
        }
        if (!skippedLimits.isEmpty()) {
            List<PhaseSpan> phases = timeline.phases();
            notes.add(Note.of(Code.PHASE_CUT_SHORT)
                    .with("phase", phases.get(phases.size() - 1).name())
                    .with("limits", skippedLimits.size())
                    .with(
                            "expressions",
                            skippedLimits.stream().map(Limit::expression).toList()));
        }
        return Note.worstFirst(notes);
    }

    private List<Check> checks(
            Summary summary, Verdict verdict, List<ConsumerResult> consumerResults, List<Limit> skippedLimits) {
        Stream<Check> conditions = writer == null ? Stream.of() : writer.checks().stream();
        return Stream.concat(
                        Stream.concat(conditions, Verifier.failedVerifications(plan, verdict)),
                        limits.stream()
                                .filter(limit -> !skippedLimits.contains(limit))
                                .map(limit -> limit.check(plan, summary, verdict, consumerResults)))
                .toList();
    }

    private Summary summary(List<MeasuredStream> measuredStreams, @Nullable WriteSummary write, boolean isExact) {
        String source = streams.delayChoice().main().name();
        List<StreamTotals> totals = measuredStreams.stream()
                .map(stream -> stream.totals(timeline, isExact))
                .toList();
        List<CdcSummary> cdcSummaries = totals.stream()
                .map(streamTotals ->
                        streamTotals.summary(source, plan.subscriber().rowCounting(), 0))
                .toList();
        boolean hasSeveralStreams = cdcSummaries.size() > 1;
        CdcSummary cdc = totals.stream()
                .reduce(StreamTotals::plus)
                .map(sum -> sum.summary(source, plan.subscriber().rowCounting(), verifier.surplusParts()))
                .orElse(null);
        List<StreamSummary> streamSummaries = new ArrayList<>();
        for (int i = 0; hasSeveralStreams && i < cdcSummaries.size(); i++) {
            streamSummaries.add(measuredStreams.get(i).streamSummary(cdcSummaries.get(i)));
        }
        return new Summary(
                timeline.seconds(),
                cdc,
                streamSummaries,
                hasSeveralStreams ? StreamSpread.of(cdcSummaries) : null,
                write,
                timeline.usageAtStart.summaryUntil(
                        timeline.usageAtEnd, cdc == null ? 0 : cdc.bytes(), timeline.machineLoad, nodes),
                List.of());
    }

    private WriteSummary writeSummary(WriteSide side) {
        boolean includesEachLoad = side.loads().size() > 1 || !timeline.measuredPhases.isEmpty();
        return new WriteTotals(timeline, samples.sampler().loads(), side.loads())
                .runSummary(timeline.seconds(), includesEachLoad);
    }
}
