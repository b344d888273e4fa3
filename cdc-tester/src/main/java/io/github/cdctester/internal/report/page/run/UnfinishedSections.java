// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.OneLoad;
import io.github.cdctester.internal.report.UnfinishedRun.Part;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/** What is below the first screen of a page without a result: the charts of the result's page, and the tables that there are. */
final class UnfinishedSections {

    private final UnfinishedRun run;
    private final RunCharts charts;
    private final Backdrop backdrop;

    UnfinishedSections(UnfinishedRun run, RunCharts charts, Backdrop backdrop) {
        this.run = run;
        this.charts = charts;
        this.backdrop = backdrop;
    }

    /** A row a phase that has begun. */
    Section phases() {
        List<Row> rows = run.phases().stream().map(UnfinishedSections::phase).toList();
        return new Section(
                "phases",
                "Phases",
                null,
                List.of(
                        rows.isEmpty()
                                ? new Prose("No phase was begun.")
                                : TextCells.table(null, null, PhaseTables.COLUMNS, rows)));
    }

    private static Row phase(PhasePart phase) {
        Part part = phase.part();
        Load write = part.write();
        return Cells.row(
                Cells.text(phase.name()),
                Cells.number(RunWords.one(phase.fromSecond())),
                Cells.number(RunWords.one(part.seconds())),
                Cells.number(write == null ? "-" : RunWords.one(write.transactionsPerSecond())),
                Cells.millis(write == null ? null : write.latency().carried().p99Millis()),
                Cells.millis(part.cdc().delay().carried().p50Millis()),
                Cells.millis(part.cdc().delay().carried().p99Millis()),
                Cells.number(RunWords.megabytes(part.cdc().bytesPerSecond())),
                Cells.text(phase.ended() == null ? "under way" : phase.ended()));
    }

    /** In the order in which they stand on the page. */
    List<Section> all() {
        if (charts.rows() == 0) {
            return List.of(new Section(
                    "delay", "Delay", null, List.of(new Prose("There are no charts yet: no second has passed."))));
        }
        List<Section> sections = new ArrayList<>();
        sections.add(delay());
        sections.add(new Section(
                "where", "Where the delay is", null, List.of(charts.pace().chart(backdrop))));
        List<Block> consumers = charts.consumers().charts(backdrop);
        if (!consumers.isEmpty()) {
            sections.add(ConsumerTables.section(consumers));
        }
        sections.add(throughput());
        if (run.whole().write() != null || !run.plan().loads().isEmpty()) {
            sections.add(writes());
        }
        sections.add(new Section(
                "stream", "Stream", RunSections.STATES, List.of(charts.motion().chart(List.of(), backdrop))));
        if (run.plan().subscriber().streams().size() > 1) {
            sections.add(
                    new Section("streams", "Streams", null, charts.streams().charts(backdrop)));
        }
        return sections;
    }

    private Section delay() {
        Stream cdc = run.whole().cdc();
        String source = cdc.delay().source();
        return new Section(
                "delay",
                "Delay",
                null,
                List.of(
                        charts.delay().chart(source == null ? null : PlainText.line(source), backdrop),
                        Cells.durations("DT of the measured part", null, List.of(Cells.duration("DT", cdc.delay())))));
    }

    private Section throughput() {
        List<Block> blocks = new ArrayList<>();
        List<Block> rates = charts.rates().charts(backdrop);
        blocks.add(rates.get(0));
        blocks.add(charts.events().chart(backdrop));
        blocks.addAll(rates.subList(1, rates.size()));
        Stream cdc = run.whole().cdc();
        if (!cdc.eventsByKind().isEmpty()) {
            blocks.add(RunTables.eventsByKind(cdc.eventsByKind(), cdc.events(), null));
        }
        return new Section("throughput", "Throughput", null, blocks);
    }

    private Section writes() {
        List<Block> blocks = new ArrayList<>(charts.writes().charts(backdrop));
        Load write = run.whole().write();
        if (write != null) {
            List<Row> rows = new ArrayList<>();
            rows.add(Cells.duration("latency", write.latency()));
            if (write.startDelay().count() > 0) {
                rows.add(Cells.duration("start delay", write.startDelay()));
            }
            blocks.add(Cells.durations("Write latency of the measured part", null, rows));
            if (run.whole().workloads().size() > 1) {
                blocks.add(loads(run.whole().workloads()));
            }
            blocks.add(TextCells.table(
                    "What was written",
                    null,
                    List.of("", "count"),
                    List.of(
                            Cells.row(Cells.text("transactions"), Cells.number(write.transactions())),
                            Cells.row(Cells.text("statements"), Cells.number(write.queries())),
                            Cells.row(Cells.text("errors"), Cells.number(write.errors())))));
        }
        return new Section("writes", "Write side", null, blocks);
    }

    private static Table loads(List<OneLoad> loads) {
        return TextCells.table(
                "Loads",
                null,
                List.of("load", "seconds", "transactions", "TPS", "p50 ms", "p99 ms", "max ms"),
                loads.stream()
                        .limit(RunTables.MOST_ROWS)
                        .map(load -> Cells.row(
                                Cells.text(load.name()),
                                Cells.number(RunWords.one(load.seconds())),
                                Cells.number(load.write().transactions()),
                                Cells.number(RunWords.one(load.write().transactionsPerSecond())),
                                Cells.millis(load.write().latency().carried().p50Millis()),
                                Cells.millis(load.write().latency().carried().p99Millis()),
                                Cells.millis(load.write().latency().maxMillis())))
                        .toList());
    }

    /** What is run, as far as it is known before the end. */
    Section about() {
        List<Row> rows = new ArrayList<>();
        for (NamedLoad load : run.plan().loads()) {
            rows.add(Cells.entry(load.background() ? "load in the background" : "load", RunWords.traffic(load)));
        }
        if (run.plan().loads().isEmpty()) {
            rows.add(Cells.entry("load", "somebody else's traffic"));
        }
        rows.add(Cells.entry("server", run.plan().cdcEndpoint().address()));
        rows.add(Cells.entry(
                "measured by",
                "cdc-tester " + run.tool().version() + ", " + run.tool().java() + ", "
                        + run.tool().os()));
        return new Section(
                "about", "What was run", null, List.of(TextCells.table(null, null, List.of("what", "is"), rows)));
    }
}
