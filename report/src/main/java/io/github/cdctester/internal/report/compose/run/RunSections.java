// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.internal.report.LostCsv;
import io.github.cdctester.internal.report.LostCsv.LostTransaction;
import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.report.compose.chart.ChartAnnotations;
import io.github.cdctester.internal.report.compose.chart.RunTimeSeries;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.run.table.ConsumerTables;
import io.github.cdctester.internal.report.compose.run.table.DelayBreakdown;
import io.github.cdctester.internal.report.compose.run.table.LegTable;
import io.github.cdctester.internal.report.compose.run.table.MeasuredTables;
import io.github.cdctester.internal.report.compose.run.table.NodeTables;
import io.github.cdctester.internal.report.compose.run.table.StreamTables;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates the sections of runs, plans and runs without a result. Only pages contain charts. */
final class RunSections {

    private static final String STATES =
            "Flowing: bytes arrived. Idle: none did, and there were no more. Stuck: none did, although there were"
                    + " more.";

    private static final int MAX_LOST = 20;

    private final RunContent run;
    private final @Nullable RunResult result;
    private final @Nullable RunTimeSeries charts;
    private final ChartAnnotations annotations;

    /** {@code charts} is null if the document is not a page, or if the run has no samples. */
    RunSections(RunContent run, @Nullable RunTimeSeries charts, ChartAnnotations annotations) {
        this.run = run;
        this.charts = charts;
        this.annotations = annotations;
        result = run.result();
    }

    List<Section> sectionsAfterDelay() {
        List<Section> sections = new ArrayList<>();
        addLosses(sections);
        if (charts != null && run.whole().cdc() != null) {
            sections.add(
                    result == null
                            ? new Section(
                                    "where",
                                    "Delay by part",
                                    null,
                                    List.of(charts.pace().draw(annotations)))
                            : new DelayBreakdown(result, charts.pace(), charts.readerLoadChart()).section(annotations));
        }
        addConsumers(sections);
        sections.add(throughput());
        addWrites(sections);
        addStream(sections);
        addFaults(sections);
        if (result == null
                ? run.plan().streams().size() > 1
                : !result.summary().streams().isEmpty()) {
            List<Block> blocks = draw(timeSeries -> timeSeries.streams(annotations));
            if (result != null) {
                blocks.add(StreamTables.streams(result.summary()));
            }
            sections.add(new Section("streams", "Streams", null, blocks));
        }
        if (result != null && !result.summary().tester().nodes().isEmpty()) {
            sections.add(new Section(
                    "nodes",
                    "Worker nodes",
                    "CPU is the share of all processors that the node's process used: above 70 %, latencies may be the"
                            + " node's own. The clock is the node's time of day against the coordinator's.",
                    NodeTables.of(result.summary())));
        }
        return sections;
    }

    private List<Block> draw(Function<RunTimeSeries, List<Block>> blocks) {
        return charts == null ? new ArrayList<>() : new ArrayList<>(blocks.apply(charts));
    }

    List<Section> delay() {
        Stream cdc = run.whole().cdc();
        if (cdc == null) {
            return List.of();
        }
        String source = cdc.delay().source();
        List<Block> blocks = draw(timeSeries -> List.of(timeSeries.delay(source, annotations)));
        if (run.samples().isEmpty()) {
            blocks.add(new Prose(
                    result == null
                            ? "There are no charts yet: no second has passed."
                            : "There are no charts: this result has no seconds, only totals. They are in"
                                    + " result.json of the directory that the run was written to, or the run"
                                    + " ended before its first second."));
        }
        blocks.add(MeasuredTables.delays(
                cdc.delay(), result, run.plan().subscriber().streamsShare() != Sharing.NOTHING));
        return List.of(new Section("delay", "Delay", null, blocks));
    }

    private void addLosses(List<Section> sections) {
        List<LostTransaction> losses = result == null ? List.of() : LostCsv.list(result);
        if (losses.isEmpty()) {
            return;
        }
        Map<String, List<LostTransaction>> lossesBySide = losses.stream()
                .collect(Collectors.groupingBy(LostTransaction::by, LinkedHashMap::new, Collectors.toList()));
        List<LostTransaction> listedLosses = lossesBySide.values().stream()
                .flatMap(side -> side.stream().limit(MAX_LOST))
                .toList();
        String note = "The first " + MAX_LOST + " of each side; " + LostCsv.FILE_NAME + " next to result.json, also in"
                + " this page, has " + losses.size() + ".";
        Table table = new TableBuilder<LostTransaction>()
                .add(Column.text("by", "lost by"), LostTransaction::by)
                .add(Column.text("transaction", "transaction"), LostTransaction::transaction)
                .build(
                        "lost",
                        "Lost transactions",
                        listedLosses.size() < losses.size() ? note : null,
                        listedLosses,
                        Detail.SUMMARY);
        sections.add(new Section("lost", "Lost transactions", null, List.of(table)));
    }

    private void addConsumers(List<Section> sections) {
        List<Block> blocks = new ArrayList<>();
        List<Block> consumerCharts = draw(timeSeries -> timeSeries.consumers(annotations));
        if (result != null && !result.consumers().isEmpty()) {
            List<Table> tables = List.of(
                    ConsumerTables.stageTable(result),
                    LegTable.of(result),
                    ConsumerTables.faults(result),
                    ConsumerTables.backlogs(result),
                    ConsumerTables.snapshots(result),
                    ConsumerTables.costs(result));
            tables.stream().filter(table -> !table.rows().isEmpty()).forEach(blocks::add);
            blocks.addAll(consumerCharts);
            blocks.add(ConsumerTables.facts(result));
        } else if (result == null) {
            blocks.addAll(consumerCharts);
        }
        sections.add(new Section(
                "consumers",
                "Consumers",
                "From the commit at the server to the tester's own stream and to each judged consumer.",
                blocks));
    }

    private Section throughput() {
        List<Block> blocks = draw(timeSeries -> timeSeries.throughput(annotations));
        blocks.add(MeasuredTables.rates(run.whole(), result));
        Stream stream = run.whole().cdc();
        CdcSummary cdc = result == null ? null : result.summary().cdc();
        if (stream != null && !stream.eventsByKind().isEmpty()) {
            blocks.add(StreamTables.events(stream.eventsByKind(), cdc == null ? null : StreamTables.payloads(cdc)));
        }
        if (cdc != null && !cdc.rowsByTable().isEmpty()) {
            blocks.add(StreamTables.rowsByTable(cdc));
        }
        return new Section("throughput", "Throughput", null, blocks);
    }

    private void addWrites(List<Section> sections) {
        Load write = run.whole().write();
        if (write == null && (result != null || run.plan().loads().isEmpty())) {
            return;
        }
        List<Block> blocks = draw(timeSeries -> timeSeries.writes(annotations));
        if (write != null) {
            WriteSummary summary = result == null ? null : result.summary().write();
            blocks.add(MeasuredTables.latencies(write, summary));
            if (run.whole().workloads().size() > 1
                    || summary != null && !run.whole().workloads().isEmpty()) {
                blocks.add(MeasuredTables.loads(run.whole().workloads(), Detail.SUMMARY));
            }
            if (summary != null) {
                blocks.add(MeasuredTables.counts(summary));
            }
        }
        sections.add(new Section("writes", "Write side", null, blocks));
    }

    private void addStream(List<Section> sections) {
        List<Block> blocks = new ArrayList<>();
        if (charts != null && run.whole().cdc() != null) {
            blocks.add(charts.states(
                    result == null ? List.of() : RunAnnotations.disconnectedBands(result, charts.time()), annotations));
            CdcSummary cdc = result == null ? null : result.summary().cdc();
            if (cdc != null) {
                blocks.add(StreamTables.gaps(cdc, charts.time())
                        .<Block>map(table -> table)
                        .orElse(new Prose("The stream did not break.")));
            }
        }
        if (result != null) {
            result.phases().stream()
                    .map(PhaseSpan::backlog)
                    .filter(backlog -> backlog != null && !run.isPlan())
                    .forEach(backlog -> blocks.addAll(PhaseTables.backlogBlocks(backlog)));
        }
        sections.add(new Section("stream", "Stream", STATES, blocks));
    }

    private void addFaults(List<Section> sections) {
        List<FaultMark> faults = result == null ? List.of() : result.faults();
        if (!faults.isEmpty()) {
            sections.add(new Section(
                    "faults",
                    "Injected faults",
                    null,
                    List.of(new TableBuilder<FaultMark>()
                            .add(Column.text("fault", "fault"), FaultMark::fault)
                            .add(Column.seconds("at", "at", 1), FaultMark::second)
                            .add(Column.number("took", "lasted", Unit.MILLIS, 0), FaultMark::millis)
                            .add(
                                    Column.text("outcome", "result"),
                                    fault -> fault.failure() == null ? fault.outcome() : "failed: " + fault.failure())
                            .buildFirst(
                                    MeasuredTables.MAX_ROWS, "faults", "Injected faults", faults, Detail.ESSENTIAL))));
        }
    }
}
