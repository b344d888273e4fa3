// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.summary.StreamFacts;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ServerSummary;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.NodeSummary;
import io.github.cdctester.result.Summary.StreamSpread;
import io.github.cdctester.result.Summary.StreamSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts a result together from what the meters hold; measures nothing anew. */
public final class ResultBuilder {

    private final Plan plan;
    private final List<Limit> limits;
    private final RunTimeline course;
    private final StreamSide streams;
    private final Verifier verifier;
    private final @Nullable WriteSide writer;
    private final Samples samples;
    private final boolean throughProxy;
    private final List<StreamTotals> totals = new ArrayList<>();
    private final double seconds;
    private RunConsumers consumers = RunConsumers.none();
    private List<NodeSummary> nodes = List.of();

    /**
     * Creates the builder, once nothing is counted any more.
     *
     * @param writer what wrote; {@code null} where somebody else did
     */
    public ResultBuilder(
            Plan plan,
            List<Limit> limits,
            RunTimeline course,
            StreamSide streams,
            Verifier verifier,
            @Nullable WriteSide writer,
            Samples samples,
            boolean throughProxy) {
        this.plan = plan;
        this.limits = List.copyOf(limits);
        this.course = course;
        this.streams = streams;
        this.verifier = verifier;
        this.writer = writer;
        this.samples = samples;
        this.throughProxy = throughProxy;
        for (int i = 0; i < streams.streams().size(); i++) {
            totals.add(new StreamTotals(
                    streams.streams().get(i),
                    samples.sampler().streams().get(i),
                    streams.delays().main(),
                    plan.subscriber().rowCounting()));
        }
        seconds = course.seconds();
    }

    /** Judges consumers as well. */
    public ResultBuilder judging(RunConsumers others) {
        consumers = others;
        return this;
    }

    /** Tells of worker nodes as well. */
    public ResultBuilder nodes(List<NodeSummary> others) {
        nodes = others;
        return this;
    }

    public RunResult build(@Nullable String failure) {
        Summary summary = summary();
        WriteSummary write = summary.write();
        boolean whole = writer == null || writer.isWhole();
        if (!whole) {
            verifier.someAreNotCounted();
        }
        boolean interrupted = failure != null || course.interrupted() && (writer != null || course.endKnownBefore());
        Verdict verdict = verifier.verdict(
                totals,
                write,
                writer == null || !whole || !Verifier.comparesRows(plan)
                        ? null
                        : WrittenRows.of(plan.endpoint(), writer.loads()),
                course,
                failure);
        ServerSummary server =
                StreamFacts.server(streams.streams().get(0).server().info());
        List<ConsumerResult> judged = consumers.results(summary, verdict, verifier, failure);
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                ToolInfo.current(writer == null ? "" : writer.jdbcDriver()),
                course.startedAt(),
                plan.withoutPasswords(),
                server,
                StreamFacts.clock(streams.streams().get(0).clockOffset()),
                interrupted,
                failure != null ? failure : interrupted ? "stopped" : null,
                notes(summary, verdict, server, failure != null || course.interrupted()),
                summary,
                verdict,
                checks(summary, verdict, judged),
                samples.recorder().rows(),
                course.phases(),
                samples.probeUnits(),
                course.faults(),
                judged);
    }

    private List<Note> notes(Summary summary, Verdict verdict, ServerSummary server, boolean endedEarly) {
        List<Note> notes =
                new ArrayList<>(new Notes(plan, streams, course, samples.recorder(), writer == null || writer.isWhole())
                        .of(summary, verdict, endedEarly));
        notes.addAll(FaultNotes.of(course.faults(), throughProxy));
        notes.addAll(streams.notes());
        if (writer != null) {
            writer.loads().forEach(load -> notes.addAll(Notes.late(load.load().name(), load.lateNanos())));
            notes.addAll(writer.notes());
        }
        notes.addAll(TesterNotes.of(
                plan,
                summary,
                server,
                Runtime.getRuntime().availableProcessors(),
                samples.recorder().busySeconds(),
                !course.phases().isEmpty()));
        return Note.worstFirst(notes);
    }

    private List<Check> checks(Summary summary, Verdict verdict, List<ConsumerResult> judged) {
        Stream<Check> conditions = writer == null ? Stream.of() : writer.checks().stream();
        Stream<Check> limits = this.limits.stream().map(limit -> limit.check(plan, summary, verdict, judged));
        return Stream.concat(conditions, limits).toList();
    }

    private Summary summary() {
        List<CdcSummary> each =
                totals.stream().map(stream -> stream.summary(course, seconds)).toList();
        boolean several = each.size() > 1;
        CdcSummary cdc = several ? new SumOfStreams(each, samples.sampler().streams()).summary() : each.get(0);
        List<StreamSummary> named = new ArrayList<>();
        for (int i = 0; several && i < each.size(); i++) {
            named.add(totals.get(i).named(each.get(i)));
        }
        return new Summary(
                seconds,
                cdc,
                named,
                several ? StreamSpread.of(each) : null,
                writer == null ? null : write(writer),
                course.usage().until(course.usageAtEnd(), streams, cdc.bytes(), samples.missed(), nodes));
    }

    private WriteSummary write(WriteSide side) {
        boolean withEach = side.loads().size() > 1 || !course.phases().isEmpty();
        return new WriteTotals(course, samples.sampler().loads(), side.loads()).all(seconds, withEach);
    }
}
