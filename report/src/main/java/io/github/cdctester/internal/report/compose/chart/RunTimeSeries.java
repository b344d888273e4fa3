// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The charts of a run, built in one pass over its seconds. */
public final class RunTimeSeries {

    private static final int MAX_PROBE_SERIES = 160;

    private final int rows;
    private final List<TimeSeriesBuilder> builders = new ArrayList<>();
    private final TimeAxis time;
    private final DelayChart delay;
    private final List<DrawableChart> throughput;
    private final List<DrawableChart> writes;
    private final StreamStateChart states;
    private final PaceChart pace;
    private final ReaderLoadChart readerLoadChart;
    private final List<LineChart> streamCharts;
    private final List<LineChart> consumerCharts;
    private final Curves probes;
    private final ElasticityCharts elasticity;
    private final LoadMarks loadMarks;
    private final StatementMarks statementMarks;

    @FunctionalInterface
    interface DrawableChart {
        List<Block> draw(ChartAnnotations annotations);
    }

    private RunTimeSeries(
            List<SampleRow> samples, Plan plan, List<LoadSpan> spans, Instant startedAt, StatementMarks statements) {
        rows = samples.size();
        time = add(new TimeAxis(startedAt, plan.window().warmUp()));
        boolean hasStream = plan.subscriber().stream();
        delay = addIf(hasStream, new DelayChart(rows));
        boolean streamsDivideLog = plan.subscriber().streamsShare() != Sharing.NOTHING;
        MetricCharts metrics = add(new MetricCharts(rows, streamsDivideLog));
        KindChart events = addIf(
                hasStream,
                new KindChart(rows, "eps", "EPS", "events", RunTimeSeries::eventsByKind)
                        .note(() -> metrics.heartbeatNote("EPS")));
        throughput = List.of(
                annotations -> metrics.draw("bps", annotations),
                events::draw,
                annotations -> metrics.draw("tps", annotations),
                annotations -> metrics.optionalCharts(Metric.Subject.STREAM, annotations));
        writes = List.of(
                add(LineCharts.transactionsByLoad(rows)),
                add(new KindChart(
                        rows, "write-kinds", "Write TPS by kind", "transactions", RunTimeSeries::writesByKind))::draw,
                add(LineCharts.latency(rows)),
                add(LineCharts.latencyByLoad(rows)),
                annotations -> metrics.optionalCharts(Metric.Subject.WRITE, annotations));
        states = addIf(hasStream, new StreamStateChart(rows));
        pace = addIf(hasStream, new PaceChart(rows));
        readerLoadChart =
                addIf(hasStream, new ReaderLoadChart(rows, pace, plan.streams().size() > 1));
        streamCharts = LineCharts.byStream(rows);
        consumerCharts = LineCharts.byConsumer(rows, streamsDivideLog);
        builders.addAll(streamCharts);
        builders.addAll(consumerCharts);
        probes = new Curves(rows, MAX_PROBE_SERIES);
        builders.add((row, from, to) -> {
            row.probes().forEach((name, value) -> probes.put(name, name, to, value));
            probes.endRow(to);
        });
        elasticity = add(new ElasticityCharts(rows, spans));
        loadMarks = add(new LoadMarks(spans));
        this.statementMarks = addIf(hasStream, statements);
        addAll(samples);
    }

    public static RunTimeSeries of(RunResult result) {
        return new RunTimeSeries(
                result.samples(),
                result.plan(),
                LoadSpan.of(result),
                result.startedAt(),
                new StatementMarks(result.server()));
    }

    /** The server of a run without a result is unknown. */
    public static RunTimeSeries of(UnfinishedRun run, List<SampleRow> samples) {
        return new RunTimeSeries(
                samples, run.plan(), LoadSpan.of(run.plan(), run.phases()), run.createdAt(), new StatementMarks(null));
    }

    /** Builders of stream charts are registered only if there is a stream. */
    private <T extends TimeSeriesBuilder> T addIf(boolean isRegistered, T builder) {
        return isRegistered ? add(builder) : builder;
    }

    private <T extends TimeSeriesBuilder> T add(T builder) {
        builders.add(builder);
        return builder;
    }

    private void addAll(List<SampleRow> samples) {
        double end = Double.NaN;
        for (SampleRow row : samples) {
            // results of runs longer than a day omit the first seconds
            double from = Double.isNaN(end) ? Math.max(0, row.second() - 1) : end;
            double length = row.seconds() >= 0 && row.seconds() < Double.MAX_VALUE ? row.seconds() : 1;
            end = from + length;
            for (TimeSeriesBuilder builder : builders) {
                builder.add(row, from, end);
            }
        }
    }

    /** If the kinds are not stored, all events are one kind. */
    private static Map<String, Long> eventsByKind(SampleRow row) {
        Map<String, Long> kinds = row.stream().eventsByKind();
        return kinds.isEmpty() && row.stream().events() > 0
                ? Map.of("events", row.stream().events())
                : kinds;
    }

    private static Map<String, Long> writesByKind(SampleRow row) {
        SampleRow.Write write = row.write();
        return write == null ? Map.of() : write.transactionsByKind();
    }

    public int rows() {
        return rows;
    }

    public TimeAxis time() {
        return time;
    }

    public Chart delay(@Nullable String source, ChartAnnotations annotations) {
        return delay.draw(source, annotations);
    }

    public List<Block> throughput(ChartAnnotations annotations) {
        return draw(throughput, annotations);
    }

    public List<Block> writes(ChartAnnotations annotations) {
        return draw(writes, annotations);
    }

    public Chart states(List<Band> disconnectedBands, ChartAnnotations annotations) {
        return states.draw(disconnectedBands, annotations);
    }

    public PaceChart pace() {
        return pace;
    }

    public ReaderLoadChart readerLoadChart() {
        return readerLoadChart;
    }

    public List<Block> streams(ChartAnnotations annotations) {
        return draw(streamCharts, annotations);
    }

    public List<Block> consumers(ChartAnnotations annotations) {
        return draw(consumerCharts, annotations);
    }

    private static List<Block> draw(List<? extends DrawableChart> charts, ChartAnnotations annotations) {
        return charts.stream()
                .flatMap(chart -> chart.draw(annotations).stream())
                .toList();
    }

    public Curves probes() {
        return probes;
    }

    public List<Section> elasticity(ProbeUnits units, List<SeriesSteps> steps) {
        return elasticity.sections(probes, units, steps);
    }

    public LoadMarks loadMarks() {
        return loadMarks;
    }

    public StatementMarks statementMarks() {
        return statementMarks;
    }
}
